import type { Capture } from '../model/tool.js'

/** Where in an answer a value stands. */
export type AnswerPath = Capture['from']

const BODIES = [
  /^pm\s*\.\s*response\s*\.\s*json\s*\(\s*\)/,
  /^JSON\s*\.\s*parse\s*\(\s*(?:responseBody|pm\s*\.\s*response\s*\.\s*text\s*\(\s*\))\s*\)/,
  /^responseBody\b/,
  /^pm\s*\.\s*response\s*\.\s*text\s*\(\s*\)/,
]

const HEADERS = [
  /^pm\s*\.\s*response\s*\.\s*headers\s*\.\s*(?:get|one)\s*\(\s*["'`]([^"'`]+)["'`]\s*\)(?:\s*\.\s*value)?$/,
  /^postman\s*\.\s*getResponseHeader\s*\(\s*["'`]([^"'`]+)["'`]\s*\)$/,
  /^responseHeaders\s*(?:\[\s*["'`]([^"'`]+)["'`]\s*\]|\.\s*([\w$]+))$/,
]

/**
 * Follows an expression to a plain place in the answer: `json.data[0].id`, `pm.response.headers.get('X-Token')`, and names that stand
 * for such. Undefined for anything that computes.
 */
export function resolveExpression(
  expression: string,
  names: ReadonlyMap<string, string>,
  depth = 0,
): AnswerPath | undefined {
  const text = unwrapped(expression.trim())
  for (const pattern of HEADERS) {
    const match = pattern.exec(text)
    if (match) return { in: 'header', name: (match[1] ?? match[2])! }
  }
  for (const pattern of BODIES) {
    const match = pattern.exec(text)
    if (match) return below('', text.slice(match[0].length))
  }
  const name = /^[A-Za-z_$][\w$]*/.exec(text)?.[0]
  const meaning = name === undefined ? undefined : names.get(name)
  if (name === undefined || meaning === undefined || depth > 8) return undefined
  const base = resolveExpression(meaning, names, depth + 1)
  const rest = text.slice(name.length)
  if (base?.in === 'body') return below(base.pointer, rest)
  return rest === '' ? base : undefined
}

/** Without brackets around the whole, without `String()` and `.toString()`, which change nothing here. */
function unwrapped(text: string): string {
  const inner = /^String\s*\(([\s\S]*)\)$/.exec(text)?.[1] ?? text
  return inner.replace(/\s*\.\s*(?:toString|trim)\s*\(\s*\)$/, '').trim()
}

const STEP = /^\s*(?:\?\.|\.)?\s*(?:([A-Za-z_$][\w$]*)|\[\s*(?:(\d+)|"([^"]+)"|'([^']+)'|`([^`$]+)`)\s*\])/

/** The pointer with the members that follow: `.a`, `['a']`, `[0]`, `?.a`; undefined for anything else. */
function below(pointer: string, rest: string): AnswerPath | undefined {
  let left = rest
  let path = pointer
  while (left.trim() !== '') {
    const step = STEP.exec(left)
    if (!step) return undefined
    const [whole, name, index, double, single, back] = step
    left = left.slice(whole.length)
    if (name !== undefined && /^\s*\(/.test(left)) return undefined
    path += `/${(name ?? index ?? double ?? single ?? back)!.replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return { in: 'body', pointer: path }
}
