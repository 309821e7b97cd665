import { distinctBy } from '../model/group-by.js'
import { escapeKey } from '../model/json-pointer.js'
import type { Capture } from '../model/tool.js'
import type { Assignments } from './script-assignments.js'
import { choicesOf, closingBracket } from './script-choices.js'

export type AnswerPath = Capture['from']

/** Expressions for the body of a response, without spaces. */
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

const MOST_PLACES = 8

const MOST_STEPS = 200

/**
 * Finds where in a response the value of an expression is. Understands `json.data[0].id`,
 * `pm.response.headers.get('X-Token')`, and names to which such expressions are assigned. If there are alternatives (`a
 * ? b : c`, `a || b`, `a ?? b`), returns the places of all of them, in order.
 */
export function resolvePlaces(expression: string, names: Assignments): AnswerPath[] {
  const places = follow(withoutSpace(expression), { names, steps: { left: MOST_STEPS } })
  return distinctBy(places, (place) => JSON.stringify(place)).slice(0, MOST_PLACES)
}

interface Following {
  names: Assignments
  steps: { left: number }
}

function follow(expression: string, following: Following): AnswerPath[] {
  if (following.steps.left-- <= 0) return []
  const choices = choicesOf(expression)
  if (choices.length > 1) return choices.flatMap((choice) => follow(choice, following))
  const text = unwrapped(choices[0] ?? '')
  for (const pattern of HEADERS) {
    const match = pattern.exec(text)
    if (match) return [{ in: 'header', name: (match[1] ?? match[2])! }]
  }
  for (const pattern of BODIES) {
    const match = pattern.exec(text)
    if (match) return belowAll([{ in: 'body', pointer: '' }], text.slice(match[0].length))
  }
  if (text.startsWith('(')) {
    const end = closingBracket(text)
    return end < 0 ? [] : belowAll(follow(text.slice(1, end), following), text.slice(end + 1))
  }
  const name = /^[A-Za-z_$][\w$]*/.exec(text)?.[0]
  const meanings = name === undefined ? [] : (following.names.get(name) ?? [])
  const rest = text.slice(name?.length)
  const places = meanings
    .filter((meaning) => !isPlainValue(meaning))
    .map((meaning) => belowAll(follow(withoutSpace(meaning), following), rest))
  // If one of the values of the name is computed, the value may not come from the response. The result is then empty.
  return places.every((found) => found.length > 0) ? places.flat() : []
}

/**
 * Whether an expression is only a string, a number, a boolean or an empty value. An assignment of such a value does not
 * read a response: it gives a variable its first value, or clears it.
 */
export function isPlainValue(expression: string): boolean {
  return /^(?:'[^']*'|"[^"]*"|``|-?\d+(?:\.\d+)?|null|undefined|true|false|\{\}|\[\])$/.test(expression)
}

function belowAll(places: AnswerPath[], rest: string): AnswerPath[] {
  return places.flatMap((place) => {
    if (place.in === 'body') return below(place.pointer, rest) ?? []
    return rest === '' ? [place] : []
  })
}

const withoutSpace = (expression: string) =>
  expression.replace(/"[^"]*"|'[^']*'|`[^`]*`|\s+/g, (piece) => (/^\s/.test(piece) ? '' : piece))

/**
 * Removes `String()`, `.toString()`, `.trim()` and a template around an expression, because the value still comes from
 * the same place in the response.
 */
function unwrapped(text: string): string {
  const inner = /^String\(([\s\S]*)\)$/.exec(text)?.[1] ?? /^`\$\{([^{}`]*)\}`$/.exec(text)?.[1] ?? text
  return inner.replace(/\.(?:toString|trim)\(\)$/, '')
}

const STEP = /^(?:\?\.|\.)?([A-Za-z_$][\w$]*)|^(?:\?\.)?\[(\d+|"[^"]+"|'[^']+'|`[^`$]+`)\]/

/** The place in a response that a chain of members leads to, starting at `pointer`: `.a`, `['a']`, `[0]`, `?.a`. */
function below(pointer: string, rest: string): AnswerPath | undefined {
  let left = rest
  let path = pointer
  while (left !== '') {
    const step = STEP.exec(left)
    if (!step) return undefined
    const [whole, name, index = ''] = step
    left = left.slice(whole.length)
    if (name !== undefined && left.startsWith('(')) return undefined
    path += `/${escapeKey(name ?? index.replace(/^["'`]|["'`]$/g, ''))}`
  }
  return { in: 'body', pointer: path }
}
