import { escapeXml } from '../../text/escape-xml.js'
import { fieldOf } from '../../text/multipart.js'
import { isLabel, isLabelledValue } from './labels.js'
import { inLines, unescaped } from './named-in-lines.js'
import { inMarkup, type NamedValue } from './named-in-markup.js'

/** A string, or a name and its colon. A `\"` outside starts no string, which would scan to the end each time. */
const NAME =
  /\\[\s\S]|"""[\s\S]*?"""|"((?:[^"\\]|\\.)*)"(\s*:\s*)?|(?<![\w$])'?([A-Za-z_]\w*)'?\s*:\s*(?=["'[\d-])/g

const VALUE = /"""([\s\S]*?)"""|"((?:[^"\\]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|(-?\d[\d.eE+-]*)/y

const BETWEEN = /[\s,]*/y

const FORM = /^&*[\p{L}\p{M}\w.%[\]()+*!$~-]+=[^\s&]*(?:&|\s*$)/u

/** The named literals of JSON, GraphQL, XML, lines and forms, in order. Scanned, since parsers fail at comments and variables. */
export function namedValues(text: string): NamedValue[] {
  if (FORM.test(text))
    return labelled(text, inOrder([...inForm(text), ...inMembers(text), ...inMarkup(text)]))
  if (text.includes('</') || /^\s*</.test(text)) {
    const members = /^\s*</.test(text) ? [] : inMembers(text)
    return labelled(text, inOrder([...members, ...inMarkup(text)]))
  }
  const members = inMembers(text)
  if (/^\s*--/.test(text)) return labelled(text, inOrder([...inParts(text), ...members]))
  const lines = inLines(text)
  return labelled(text, lines.length === 0 ? members : inOrder([...lines, ...besides(members, lines)]))
}

const inOrder = (found: NamedValue[]) => found.sort((one, other) => one.start - other.start)

/** The values that are in none of the lines; both are in order. */
function besides(values: NamedValue[], lines: NamedValue[]): NamedValue[] {
  let at = 0
  return values.filter(({ start, end }) => {
    while (at < lines.length && lines[at]!.end <= start) at++
    return at === lines.length || end <= lines[at]!.start
  })
}

/** Between the members of one object, the attributes of one tag and the elements beside each other. */
const BESIDE = /^[^{}<>]*$|^\s*<\/[^<>]*>\s*<[^<>/]*>\s*$/
const NEXT_ITEM = /\n[ \t]*-[ \t]/
/** The end of the tag in which a label is: `<param name="token">`. */
const IN_TAG = /^["'][^<>]*>\s*$/
/** The name of an object, before its brace, and the first member of the object, behind the brace. */
const OWNER = /(?<![\w.-])([\w.-]+)["']?\s*:\s*$/
const FIRST = /^\s*["']?val(?:ue)?["']?\s*:\s*["']?$/i
const MAX_LEAD = 90
const MAX_AWAY = 5
const MAX_BETWEEN = 200

/** Gives a value the name beside it, as in `{"name": "token", "value": "x"}`, or around it: `"password": {"value": "x"}`. */
function labelled(text: string, found: NamedValue[]): NamedValue[] {
  const hasLabels = found.some(({ name }) => isLabel(name))
  return found.map((one, index) => {
    const before = hasLabels ? found[index - 1] : undefined
    if (before && isLabel(before.name) && IN_TAG.test(between(text, before, one)))
      return { ...one, name: before.value }
    if (!isLabelledValue(one.name)) return one
    const place = { found, index }
    const label = hasLabels
      ? (labelOf(text, { ...place, step: -1 }) ?? labelOf(text, { ...place, step: 1 }))
      : undefined
    const name = label ?? ownerOf(text.slice(Math.max(0, one.start - MAX_LEAD), one.start))
    return name === undefined ? one : { ...one, name }
  })
}

function ownerOf(lead: string): string | undefined {
  const brace = lead.lastIndexOf('{')
  return FIRST.test(lead.slice(brace + 1)) ? OWNER.exec(lead.slice(0, Math.max(brace, 0)))?.[1] : undefined
}

function labelOf(
  text: string,
  { found, index, step }: { found: NamedValue[]; index: number; step: 1 | -1 },
): string | undefined {
  for (let at = index + step; Math.abs(at - index) <= MAX_AWAY; at += step) {
    const [near, far] = [found[at - step]!, found[at]]
    if (!far) return undefined
    const gap = step === 1 ? between(text, near, far) : between(text, far, near)
    if (!BESIDE.test(gap) || NEXT_ITEM.test(gap)) return undefined
    if (isLabel(far.name)) return far.isNumber ? undefined : far.value
  }
  return undefined
}

/** The text between two values, of which a long one is between no members of one object. */
const between = (text: string, { end }: NamedValue, { start }: NamedValue) =>
  start - end > MAX_BETWEEN ? '{' : text.slice(end, start)

/** Replaces named values, unless the result is undefined, also those of JSON and GraphQL that is the text of a value. */
export function replaceNamed(text: string, replace: (found: NamedValue) => string | undefined): string {
  let out = ''
  let from = 0
  for (const found of namedValues(text)) {
    const put = replace(found) ?? replacedInside(text, found, replace)
    if (put === undefined || found.start < from) continue
    out += text.slice(from, found.start) + put
    from = found.end
  }
  return out + text.slice(from)
}

/** The value with replacements inside, in the writing of the text around it; undefined if it has none. */
function replacedInside(
  text: string,
  { name, value, start, end }: NamedValue,
  replace: (found: NamedValue) => string | undefined,
): string | undefined {
  const isOperation = name === 'query' && value.includes('(')
  if (!isOperation && !/^\s*[[{]/.test(value)) return undefined
  const isField = text[start - 1] === '='
  // The values inside a field that is not encoded are found beside it.
  if (isField && text.slice(start, end) === value) return undefined
  const inside = replaceNamed(value, replace)
  if (inside === value) return undefined
  if (isField) return encodeURIComponent(inside)
  if (text[start - 1] === '"') return JSON.stringify(inside).slice(1, -1)
  return text[end] === '<' ? escapeXml(inside) : inside
}

/** The fields of a multipart form, but no files. */
function inParts(text: string): NamedValue[] {
  const found: NamedValue[] = []
  let at = 0
  for (const part of text.split('\n--')) {
    for (const { name, value: written, file } of fieldOf(part)) {
      const value = written.replace(/\r$/, '')
      const start = at + part.lastIndexOf(value)
      if (file === undefined && value !== '')
        found.push({ name, value, isNumber: false, start, end: start + value.length })
    }
    at += part.length + 3
  }
  return found
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
