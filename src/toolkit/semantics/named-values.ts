import { inMarkup, type NamedValue } from './named-in-markup.js'

/**
 * Matches a string, or a name and the colon after it. Names in GraphQL and in loose JSON have no quotes or single ones.
 * A `\"` outside a string does not start a string. If it did, each quote of escaped JSON would start a slow scan to the
 * end of the text.
 */
const NAME =
  /\\[\s\S]|"""[\s\S]*?"""|"((?:[^"\\]|\\.)*)"(\s*:\s*)?|(?<![\w$])'?([A-Za-z_]\w*)'?\s*:\s*(?=["'[\d-])/g

const VALUE = /"""([\s\S]*?)"""|"((?:[^"\\]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(-?\d[\d.eE+-]*)/y

const BETWEEN = /[\s,]*/y

/** Matches the start of a text that is a form: `user=ann&password=x`. */
const FORM = /^[\p{L}\p{M}\w.%[\]+-]+=[^\s&]*(?:&|\s*$)/u

/**
 * The literal values in a text that have a name, in order: members of JSON, arguments of GraphQL, elements and
 * attributes of XML, fields of a form. Each value of a list is returned with the name of the list. The text is scanned
 * and not parsed, because a parser would fail at comments and variables.
 */
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

/**
 * Replaces the named values of a text by the result of `replace`. If the result is undefined, the value stays. A member
 * `query` may be a GraphQL document; then only the arguments in the document are replaced.
 */
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

/** The fields of a form, percent-decoded. Positions are those of the encoded values. */
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
