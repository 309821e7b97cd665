import { distinctBy } from '../model/group-by.js'
import { escapeKey } from '../model/json-pointer.js'
import type { Capture } from '../model/tool.js'
import type { Assignments } from './script-assignments.js'
import { outsideStrings } from './script-text.js'

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

/** Where in a response the value of an expression is, through assigned names; of alternatives (`?:`, `||`, `??`), all. */
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

/** Whether an expression is a plain or empty value, which initializes or clears a variable. */
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

/** Removes `String()`, `.toString()`, `.trim()` and templates, which keep the place. */
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

/** The parts that can be the value: `b`, `c` of `a ? b : c`, `a`, `b` of `a || b`, `b` of `a && b`. No spaces outside strings. */
export function choicesOf(expression: string): string[] {
  const signs = signsIn(expression)
  const question = signs.find(({ sign }) => sign === '?')
  if (question) {
    const colon = colonOf(signs, question.at)
    if (colon === undefined) return []
    return [expression.slice(question.at + 1, colon), expression.slice(colon + 1)]
  }
  const either = signs.filter(({ sign }) => sign === '||' || sign === '??')
  if (either.length > 0) return cutAt(expression, either)
  const both = signs.findLast(({ sign }) => sign === '&&')
  return [both ? expression.slice(both.at + 2) : expression]
}

interface Sign {
  sign: '?' | ':' | '||' | '??' | '&&'
  at: number
}

/** The operators outside of brackets and strings. `?.` does not count as an operator. */
function signsIn(text: string): Sign[] {
  const signs: Sign[] = []
  let next = 0
  for (const { at, depth } of outsideStrings(text)) {
    const sign = depth === 0 && at >= next ? signAt(text, at) : undefined
    if (sign === undefined) continue
    if (sign !== '?.') signs.push({ sign, at })
    next = at + sign.length
  }
  return signs
}

function signAt(text: string, at: number): Sign['sign'] | '?.' | undefined {
  const two = text.slice(at, at + 2)
  if (two === '||' || two === '??' || two === '&&' || two === '?.') return two
  return text[at] === '?' ? '?' : text[at] === ':' ? ':' : undefined
}

function colonOf(signs: Sign[], question: number): number | undefined {
  let open = 0
  for (const { sign, at } of signs) {
    if (at <= question) continue
    if (sign === '?') open++
    else if (sign === ':' && open-- === 0) return at
  }
  return undefined
}

function cutAt(text: string, signs: Sign[]): string[] {
  const starts = [0, ...signs.map(({ at }) => at + 2)]
  return starts.map((start, index) => text.slice(start, signs[index]?.at))
}

/** The index of the bracket that closes the first bracket of a script text; -1 if there is none. */
function closingBracket(text: string): number {
  for (const { char, at, depth } of outsideStrings(text)) if (depth === 0 && ')]}'.includes(char)) return at
  return -1
}
