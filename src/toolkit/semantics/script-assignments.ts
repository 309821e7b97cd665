import { outsideStrings } from './script-text.js'

/** The expressions that a script assigns to each name, in order; several in different branches. */
export type Assignments = ReadonlyMap<string, readonly string[]>

/** Longer expressions compute a value and do not just read it from a response. In characters. */
const MAX_EXPRESSION = 400

const MOST_ASSIGNMENTS = 500

/** Matches the left side of an assignment and its `=`: a name, or a destructuring pattern with simple defaults. */
const TARGET =
  /(?:^|[\s;{(,])(?:(const|let|var)\s?)?([A-Za-z_$][\w$]*|[[{](?:[^=;]|=\s?(?:""|''|\{\}|\[\]|null|undefined)){1,300}[\]}])\s?=(?![=>])\s?/g

/** The assigned expressions of `code` without comments. Names declared twice are left out: only an engine could decide. */
export function assignmentsIn(code: string): Assignments {
  const found = new Map<string, string[]>()
  const declared = new Map<string, string>()
  const ambiguous = new Set<string>()
  let count = 0
  TARGET.lastIndex = 0
  for (let match = TARGET.exec(code); match && count < MOST_ASSIGNMENTS; match = TARGET.exec(code)) {
    const [whole, keyword, target = ''] = match
    const expression = expressionAt(code, match.index + whole.length)
    // The next search starts inside the expression, which may contain another assignment.
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

/** The expression that starts at `start`, up to the end of its line, statement or brackets; `''` if it is too long. */
function expressionAt(code: string, start: number): string {
  const end = Math.min(code.length, start + MAX_EXPRESSION)
  for (const { at, depth } of outsideStrings(code, start, end))
    if (depth < 0 || (depth === 0 && isEnd(code, at))) return code.slice(start, at).trim()
  return end === code.length ? code.slice(start).trim() : ''
}

/** Whether an expression ends at `index`; a line break before an operator ends none. */
function isEnd(code: string, index: number): boolean {
  const char = code[index]
  return char === ';' || char === ',' || (char === '\n' && !/[?:.|&]/.test(code[index + 1] ?? ''))
}

/** The names of a destructuring pattern: `token` is `x.data.token` for `{ data: { token } } = x`. */
function bindingsOf(target: string, expression: string, depth = 0): [name: string, expression: string][] {
  if (/^[\w$]+$/.test(target)) return expression === '' ? [] : [[target, expression]]
  if (depth > 4 || expression === '') return []
  const isList = target.startsWith('[')
  return partsOf(target.slice(1, -1)).flatMap((part, index) => {
    const [, key = part.trim(), rest = ''] = /^\s?([\w$]+)\s?:\s?([\s\S]+)$/.exec(part) ?? []
    const own = withoutDefault(isList ? part : rest || key).trim()
    const step = isList ? `[${index}]` : `.${key.replace(/\s?=.*$/s, '')}`
    return /^([\w$]+|[[{][\s\S]*[\]}])$/.test(own) ? bindingsOf(own, `(${expression})${step}`, depth + 1) : []
  })
}

/** Removes the default of a name in a pattern: `a = 1` becomes `a`. A default with braces stays. */
function withoutDefault(binding: string): string {
  const start = Math.max(binding.lastIndexOf('{'), binding.lastIndexOf('}')) + 1
  return binding.slice(0, start) + binding.slice(start).replace(/\s?=(?!=).*$/s, '')
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  let from = 0
  for (const { char, at, depth } of outsideStrings(text)) {
    if (char !== ',' || depth !== 0) continue
    parts.push(text.slice(from, at))
    from = at + 1
  }
  return [...parts, text.slice(from)].filter((part) => part.trim() !== '')
}
