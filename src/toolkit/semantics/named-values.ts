import { inMarkup, type NamedValue } from './named-in-markup.js'

/** A string, or a name and its colon. A `\"` outside starts no string, which would scan to the end each time. */
const NAME =
  /\\[\s\S]|"""[\s\S]*?"""|"((?:[^"\\]|\\.)*)"(\s*:\s*)?|(?<![\w$])'?([A-Za-z_]\w*)'?\s*:\s*(?=["'[\d-])/g

const VALUE = /"""([\s\S]*?)"""|"((?:[^"\\]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(-?\d[\d.eE+-]*)/y

const BETWEEN = /[\s,]*/y

const FORM = /^[\p{L}\p{M}\w.%[\]+-]+=[^\s&]*(?:&|\s*$)/u

/** The named literals of JSON, GraphQL, XML and forms, in order. Scanned, since parsers fail at comments and variables. */
export function namedValues(text: string): NamedValue[] {
  const isForm = FORM.test(text)
  const hasMarkup = text.includes('</')
  if (!isForm && !hasMarkup) return inMembers(text)
  return [
    ...(isForm ? inForm(text) : []),
    ...(/^\s*</.test(text) ? [] : inMembers(text)),
    ...(hasMarkup ? inMarkup(text) : []),
  ].sort((one, other) => one.start - other.start)
}

/** Replaces named values, unless the result is undefined; in a GraphQL `query` only the arguments. */
export function replaceNamed(text: string, replace: (found: NamedValue) => string | undefined): string {
  let out = ''
  let from = 0
  for (const found of namedValues(text)) {
    const isField = text[found.start - 1] === '='
    const put = replace(found) ?? (isField ? undefined : replacedOperation(found, replace))
    if (put === undefined || found.start < from) continue
    out += text.slice(from, found.start) + put
    from = found.end
  }
  return out + text.slice(from)
}

function replacedOperation(
  { name, value }: NamedValue,
  replace: (found: NamedValue) => string | undefined,
): string | undefined {
  if (name !== 'query' || !value.includes('(')) return undefined
  const operation = replaceNamed(value, replace)
  return operation === value ? undefined : JSON.stringify(operation).slice(1, -1)
}

function inForm(text: string): NamedValue[] {
  const found: NamedValue[] = []
  let at = 0
  for (const written of text.split('&')) {
    const field = written.trimEnd()
    const [pair] = new URLSearchParams(field)
    const start = at + field.indexOf('=') + 1
    if (pair && start > at)
      found.push({ name: pair[0], value: pair[1], isNumber: false, start, end: at + field.length })
    at += written.length + 1
  }
  return found
}

function inMembers(text: string): NamedValue[] {
  const found: NamedValue[] = []
  NAME.lastIndex = 0
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const [, quoted, colon, plain] = match
    const name = plain ?? (colon === undefined || quoted === undefined ? undefined : unescaped(quoted))
    if (name !== undefined) NAME.lastIndex = readValues({ text, name, found }, NAME.lastIndex)
  }
  return found
}

/** Reads a value, or all values of a list and of its nested lists. Returns the position after the value or list. */
function readValues(
  { text, name, found }: { text: string; name: string; found: NamedValue[] },
  start: number,
): number {
  let at = start
  let depth = 0
  do {
    BETWEEN.lastIndex = at
    BETWEEN.exec(text)
    at = BETWEEN.lastIndex
    const sign = text[at]
    if (sign === '[') depth++
    else if (sign === ']') depth--
    const end = sign === '[' || sign === ']' ? at + 1 : readValue({ text, name, found }, at)
    if (end === at) return at
    at = end
  } while (depth > 0)
  return at
}

function readValue(
  { text, name, found }: { text: string; name: string; found: NamedValue[] },
  start: number,
): number {
  VALUE.lastIndex = start
  const match = VALUE.exec(text)
  if (!match) return start
  const [whole, block, double, single, number] = match
  const quoted = double ?? single
  const quotes = number === undefined ? (block === undefined ? 1 : 3) : 0
  found.push({
    name,
    value: quoted === undefined ? (block ?? number ?? '') : unescaped(quoted),
    isNumber: number !== undefined,
    start: start + quotes,
    end: start + whole.length - quotes,
  })
  return start + whole.length
}

function unescaped(text: string): string {
  if (!text.includes('\\')) return text
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
