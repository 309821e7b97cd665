import { startOfRun } from '../../../text/trim.js'
import { skipSpace } from '../../collection/json-tokens.js'
import { asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { addMember, type Edit, editLiteral, renameMember, replaceValue, type Source } from '../edits.js'
import type { Args, Finding } from '../finding.js'

/** The address that `info.schema` must have. */
export const SCHEMA_URL = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Cuts away what stands around the document. */
export function unwrapText({ args }: Finding, { text }: Source): Edit[] {
  const [start, end] = [skipSpace(text, Number(args.start)), Number(args.end)]
  const tail = text.slice(end).trim() === '' ? text.length : end
  return [
    { start: 0, end: start, text: '' },
    { start: tail, end: text.length, text: '' },
  ]
}

/** Removes a stretch of text, and its line when nothing else stands there. */
export function removeRange({ range }: Finding, { text }: Source): Edit[] {
  if (!range) return []
  const before = startOfRun(text, range.start, ' \t')
  const alone =
    (before === 0 || /[\r\n]/.test(text[before - 1] ?? '')) &&
    /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(range.end))
  if (alone) return [{ start: before, end: range.end + alone[0].length, text: '' }]
  const tail = /^[ \t]*(?=[\r\n]|$)/.test(text.slice(range.end))
  return [{ start: tail ? before : range.start, end: range.end, text: '' }]
}

/** Removes the earlier of two equal members. */
export function removeRepeated({ args }: Finding, { text }: Source): Edit[] {
  const start = Number(args.first)
  const comma = text.indexOf(',', Number(args.firstEnd))
  return comma < 0 ? [] : [{ start, end: skipSpace(text, comma + 1), text: '' }]
}

/** Puts a missing member in, or gives the misspelt one its name. */
export function mendMissing(finding: Finding, source: Source): Edit[] {
  if (finding.args.meant) return mendName(finding, source)
  return addMember(source, finding.path, ['schema', SCHEMA_URL])
}

/** Gives a misspelt key the name that was meant. */
export function mendName({ keyOf, args }: Finding, source: Source): Edit[] {
  return keyOf ? renameMember(source, keyOf, String(args.meant)) : []
}

/** Keys that nothing is sent by, so that giving them their right name is safe. */
const HARMLESS = new Set([
  'description',
  'status',
  'code',
  'cookie',
  'originalRequest',
  '_postman_previewlanguage',
])

/** Whether a misspelt key may be renamed without asking. */
export function isHarmlessName({ meant }: Args): boolean {
  return typeof meant === 'string' && HARMLESS.has(meant)
}

/** Whether a missing member can be filled in: only what the format leaves no choice about. */
export function isMendable({ owner, names, meant }: Args): boolean {
  if (owner !== 'info') return false
  return meant !== undefined || (Array.isArray(names) && names.includes('schema'))
}

const TEXT_OWNERS = new Set(['url', 'header', 'body', 'cookie', 'info'])

/** Whether a value of the wrong type says clearly what was meant: a number for a text, null for no cookies. */
export function isConvertible(args: Args): boolean {
  const expected = Array.isArray(args.expected) ? args.expected : []
  const number = args.found === 'integer' || args.found === 'number' || args.found === 'boolean'
  if (number && expected.includes('string')) return TEXT_OWNERS.has(String(args.owner))
  return args.found === 'null' && args.owner === 'response' && args.key === 'cookie'
}

/** Writes the value in the type that was expected. */
export function convert({ path, args }: Finding, source: Source): Edit[] {
  if (args.found === 'null') return replaceValue(source, path, [])
  const place = source.place(path)
  if (!place) return []
  return [
    { start: place.start, end: place.end, text: JSON.stringify(source.text.slice(place.start, place.end)) },
  ]
}

/** Takes white space away from both ends of a string. */
export function trimLiteral({ path }: Finding, source: Source): Edit[] {
  return editLiteral(source, path, (literal) => {
    const characters = literal.match(CHARACTER) ?? []
    const isText = (character: string) => !SPACE.test(character)
    return characters.slice(characters.findIndex(isText), characters.findLastIndex(isText) + 1).join('')
  })
}

/** A character of a JSON string as it is written. */
const CHARACTER = /\\u[0-9a-fA-F]{4}|\\[\s\S]|[^\\]/g
const SPACE = /^(?:[ \u00a0]|\\[tnrf]|\\u00(?:09|0a|0d|20|a0))$/i

/** Takes invisible characters out of a string, written plainly or escaped. */
export function removeInvisible(pattern: RegExp): (finding: Finding, source: Source) => Edit[] {
  return ({ path }, source) =>
    editLiteral(source, path, (literal) =>
      literal.replace(CHARACTER, (written) => (pattern.test(unescaped(written)) ? '' : written)),
    )
}

const unescaped = (written: string) =>
  written.startsWith('\\u') ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : written

/** A member of an example that follows from the others; undefined when it does not. */
export function derivedMember(name: string, example: JsonObject): JsonValue | undefined {
  switch (name) {
    case 'cookie':
      return []
    case 'status':
      return REASONS[Number(example.code)]
    case '_postman_previewlanguage':
      return languageOf(example)
    default:
      return undefined
  }
}

/** Adds the member, or puts its value in the place of a null. */
export function fillMember(name: string): (finding: Finding, source: Source) => Edit[] {
  return ({ path }, source) => {
    const example = asObject(source.value(path))
    const value = example && derivedMember(name, example)
    if (!example || value === undefined || name in example) return []
    return addMember(source, path, [name, value])
  }
}

function languageOf({ body, header }: JsonObject): string | undefined {
  const text = asText(body)?.trim() ?? ''
  const headers = JSON.stringify(header ?? '').toLowerCase()
  if (/^[{[]/.test(text) && !headers.includes('xml') && !headers.includes('html')) return 'json'
  if (text === '') return 'text'
  if (/^<!doctype html|^<html/i.test(text)) return 'html'
  return text.startsWith('<') ? 'xml' : 'text'
}

const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  206: 'Partial Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
  423: 'Locked',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}
