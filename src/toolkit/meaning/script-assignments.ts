import { endOfText } from './script-text.js'

/** What names stand for, in the order of the script: several where branches give them several values. */
export type Assignments = ReadonlyMap<string, readonly string[]>

/** The place of a value is written in fewer characters; what is longer computes. */
const MAX_EXPRESSION = 400

/** Further ones of a script are not read. */
const MOST_ASSIGNMENTS = 500

/** A name, or a pattern of names, before the sign that gives it a value. */
const TARGET = /(?:^|[\s;{(,])(?:(const|let|var)\s?)?([A-Za-z_$][\w$]*|[[{][^=;]{1,300}[\]}])\s?=(?![=>])\s?/g

/**
 * Reads which expressions a script gives its names. A name that is declared twice with different values stands for nothing: which one is
 * meant only a script engine knows. The code comes from `withoutComments`.
 */
export function assignmentsIn(code: string): Assignments {
  const found = new Map<string, string[]>()
  const declared = new Map<string, string>()
  const ambiguous = new Set<string>()
  let count = 0
  TARGET.lastIndex = 0
  for (let match = TARGET.exec(code); match && count < MOST_ASSIGNMENTS; match = TARGET.exec(code)) {
    const [whole, keyword, target = ''] = match
    const expression = expressionAt(code, match.index + whole.length)
    // The next name may stand within what was read.
    TARGET.lastIndex = match.index + whole.length - 1
    count += 1
    for (const [name, value] of bindingsOf(target, expression)) {
      const before = declared.get(name)
      if (keyword !== undefined && before !== undefined && before !== value) ambiguous.add(name)
      if (keyword !== undefined) declared.set(name, value)
      const values = found.get(name) ?? []
      if (!values.includes(value)) found.set(name, [...values, value].slice(0, 8))
    }
  }
  for (const name of ambiguous) found.delete(name)
  return found
}

/** An expression up to the end of its line, its statement or its brackets; `''` when it is too long. */
function expressionAt(code: string, start: number): string {
  let depth = 0
  const end = Math.min(code.length, start + MAX_EXPRESSION)
  for (let index = start; index < end; index++) {
    const char = code[index]!
    if (char === '"' || char === "'" || char === '`') index = endOfText(code, { start: index, end })
    else if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) {
      if (depth === 0) return code.slice(start, index).trim()
      depth--
    } else if (depth === 0 && isEnd(code, index)) return code.slice(start, index).trim()
  }
  return end === code.length ? code.slice(start).trim() : ''
}

/** A line goes on where the next one begins with a sign. */
function isEnd(code: string, index: number): boolean {
  const char = code[index]
  return char === ';' || char === ',' || (char === '\n' && !/[?:.|&]/.test(code[index + 1] ?? ''))
}

/** The names of a pattern, each with the place it takes of the value: `{ data: { token } }` takes `.data.token`. */
function bindingsOf(target: string, expression: string, depth = 0): [name: string, expression: string][] {
  if (/^[\w$]+$/.test(target)) return expression === '' ? [] : [[target, expression]]
  if (depth > 4 || expression === '') return []
  const isList = target.startsWith('[')
  return partsOf(target.slice(1, -1)).flatMap((part, index) => {
    const [, key = part.trim(), rest = ''] = /^\s?([\w$]+)\s?:\s?([\s\S]+)$/.exec(part) ?? []
    const own = (isList ? part : rest || key).replace(/\s?=(?!=)[^{}]*$/, '').trim()
    const step = isList ? `[${index}]` : `.${key.replace(/\s?=.*$/s, '')}`
    return /^([\w$]+|[[{][\s\S]*[\]}])$/.test(own) ? bindingsOf(own, `(${expression})${step}`, depth + 1) : []
  })
}

/** The parts of a pattern, cut at the commas outside of brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let index = 0; index < text.length; index++) {
    const char = text[index]!
    if ('([{'.includes(char)) depth++
    else if (')]}'.includes(char)) depth--
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(from, index))
      from = index + 1
    }
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '')
}
