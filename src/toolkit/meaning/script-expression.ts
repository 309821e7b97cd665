import type { Capture } from '../model/tool.js'

/** Where in an answer a value stands. */
export type AnswerPath = Capture['from']

/** All patterns read expressions without space. */
const BODIES = [
  /^pm\.response\.json\(\)/,
  /^JSON\.parse\((?:responseBody|pm\.response\.text\(\))\)/,
  /^responseBody\b/,
  /^pm\.response\.text\(\)/,
]

const HEADERS = [
  /^pm\.response\.headers\.(?:get|one)\(["'`]([^"'`]+)["'`]\)(?:\.value)?$/,
  /^postman\.getResponseHeader\(["'`]([^"'`]+)["'`]\)$/,
  /^responseHeaders(?:\[["'`]([^"'`]+)["'`]\]|\.([\w$]+))$/,
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
  const text = unwrapped(withoutSpace(expression))
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

/** Space says nothing here, but in a text. */
const withoutSpace = (expression: string) =>
  expression.replace(/"[^"]*"|'[^']*'|`[^`]*`|\s+/g, (piece) => (/^\s/.test(piece) ? '' : piece))

/** Without brackets around the whole, without `String()` and `.toString()`, which change nothing here. */
function unwrapped(text: string): string {
  const inner = /^String\(([\s\S]*)\)$/.exec(text)?.[1] ?? text
  return inner.replace(/\.(?:toString|trim)\(\)$/, '')
}

const STEP = /^(?:\?\.|\.)?(?:([A-Za-z_$][\w$]*)|\[(?:(\d+)|"([^"]+)"|'([^']+)'|`([^`$]+)`)\])/

/** The pointer with the members that follow: `.a`, `['a']`, `[0]`, `?.a`; undefined for anything else. */
function below(pointer: string, rest: string): AnswerPath | undefined {
  let left = rest
  let path = pointer
  while (left !== '') {
    const step = STEP.exec(left)
    if (!step) return undefined
    const [whole, name, index, double, single, back] = step
    left = left.slice(whole.length)
    if (name !== undefined && left.startsWith('(')) return undefined
    path += `/${(name ?? index ?? double ?? single ?? back)!.replaceAll('~', '~0').replaceAll('/', '~1')}`
  }
  return { in: 'body', pointer: path }
}
