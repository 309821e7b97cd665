import { outsideStrings } from './script-text.js'

/**
 * The parts of an expression that can be its value: `b` and `c` of `a ? b : c`, `a` and `b` of `a || b` and `a ?? b`,
 * `b` of `a && b`. Any other expression is returned alone. The expression must have no spaces outside strings.
 */
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

/** The position of the colon that belongs to a `?`. Colons of nested conditions are skipped. */
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
export function closingBracket(text: string): number {
  for (const { char, at, depth } of outsideStrings(text)) if (depth === 0 && ')]}'.includes(char)) return at
  return -1
}
