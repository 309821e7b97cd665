import reasonPhrases from '../../../../templates/reason-phrases.json'
import { startOfRun } from '../../../text/trim.js'
import { skipSpace } from '../../collection/json-tokens.js'
import { asObject, asText } from '../../collection/read-shape.js'
import { SCHEMA } from '../../collection/upgrade.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { mapMembers } from '../../model/map-members.js'
import { addMember, type Edit, type EditedSource, editLiteral, renameMember, replaceValue } from '../edits.js'
import type { Args, RawDiagnostic } from '../raw-diagnostic.js'
import type { RuleCode, RuleFix } from '../rule.js'
import { INVISIBLE } from './name-rules.js'

/** Members of an example that the prompt for generated collections requires, by the rules that demand them. */
export const EXAMPLE_MEMBERS = {
  'example-name-missing': 'name',
  'example-request-missing': 'originalRequest',
  'example-status-missing': 'status',
  'example-code-missing': 'code',
  'example-language-missing': '_postman_previewlanguage',
  'example-headers-missing': 'header',
  'example-cookies-missing': 'cookie',
} as const satisfies Partial<Record<RuleCode, string>>

export const fixes: Partial<Record<RuleCode, RuleFix>> = {
  'wrapped-in-text': { fixable: ({ safe }) => safe === 1, fix: unwrapText },
  'json-comment': { fix: removeRange },
  'trailing-comma': { fix: removeRange },
  'duplicate-key': { fixable: ({ same }) => same === 1, fix: removeRepeated },
  'schema-url': { fix: ({ path }, source) => replaceValue(source, path, SCHEMA) },
  'request-missing': { fixable: ({ meant }) => meant !== undefined, fix: fixName },
  'member-missing': { fixable: isFixableName, fix: fixMissing },
  'wrong-type': { fixable: isConvertible, fix: convert },
  'unknown-key': { fixable: isHarmlessName, fix: fixName },
  'invisible-character': { fix: removeInvisible },
  'url-whitespace': { fix: trimLiteral },
  ...mapMembers(EXAMPLE_MEMBERS, (member) => ({
    fixable: ({ derived }: Args) => derived === 1,
    fix: fillMember(member),
  })),
}

function unwrapText({ args }: RawDiagnostic, { text }: EditedSource): Edit[] {
  const [start, end] = [skipSpace(text, Number(args.start)), Number(args.end)]
  const tail = text.slice(end).trim() === '' ? text.length : end
  return [
    { start: 0, end: start, text: '' },
    { start: tail, end: text.length, text: '' },
  ]
}

function removeRange({ range }: RawDiagnostic, { text }: EditedSource): Edit[] {
  if (!range) return []
  const before = startOfRun(text, range.start, ' \t')
  const alone =
    (before === 0 || /[\r\n]/.test(text[before - 1] ?? '')) &&
    /^[ \t]*(?:\r\n|\r|\n)/.exec(text.slice(range.end))
  if (alone) return [{ start: before, end: range.end + alone[0].length, text: '' }]
  const tail = /^[ \t]*(?=[\r\n]|$)/.test(text.slice(range.end))
  return [{ start: tail ? before : range.start, end: range.end, text: '' }]
}

function removeRepeated({ args }: RawDiagnostic, { text }: EditedSource): Edit[] {
  const start = Number(args.first)
  const comma = text.indexOf(',', Number(args.firstEnd))
  return comma < 0 ? [] : [{ start, end: skipSpace(text, comma + 1), text: '' }]
}

function fixMissing(finding: RawDiagnostic, source: EditedSource): Edit[] {
  if (finding.args.meant) return fixName(finding, source)
  return addMember(source, finding.path, ['schema', SCHEMA])
}

function fixName({ keyOf, args }: RawDiagnostic, source: EditedSource): Edit[] {
  return keyOf ? renameMember(source, keyOf, String(args.meant)) : []
}

/** Keys whose values do not affect requests, so that it is safe to rename a misspelling to one of them. */
const HARMLESS = new Set('description status code cookie originalRequest _postman_previewlanguage'.split(' '))

function isHarmlessName({ meant }: Args): boolean {
  return typeof meant === 'string' && HARMLESS.has(meant)
}

/** A missing member of `info` can be fixed if it is misspelt, or `schema`. */
function isFixableName({ owner, names, meant }: Args): boolean {
  if (owner !== 'info') return false
  return meant !== undefined || (Array.isArray(names) && names.includes('schema'))
}

const TEXT_OWNERS = new Set(['url', 'header', 'body', 'cookie', 'info'])

/** Safe conversions: numbers and booleans in place of texts, and null in place of a list of cookies. */
function isConvertible(args: Args): boolean {
  const expected = Array.isArray(args.expected) ? args.expected : []
  const number = args.found === 'integer' || args.found === 'number' || args.found === 'boolean'
  if (number && expected.includes('string')) return TEXT_OWNERS.has(String(args.owner))
  return args.found === 'null' && args.owner === 'response' && args.key === 'cookie'
}

function convert({ path, args }: RawDiagnostic, source: EditedSource): Edit[] {
  if (args.found === 'null') return replaceValue(source, path, [])
  const place = source.place(path)
  if (!place) return []
  return [
    { start: place.start, end: place.end, text: JSON.stringify(source.text.slice(place.start, place.end)) },
  ]
}

function trimLiteral({ path }: RawDiagnostic, source: EditedSource): Edit[] {
  return editLiteral(source, path, (literal) => {
    const characters = literal.match(CHARACTER) ?? []
    const isText = (character: string) => !SPACE.test(character)
    return characters.slice(characters.findIndex(isText), characters.findLastIndex(isText) + 1).join('')
  })
}

/** Matches one character of a JSON string, escaped or not. */
const CHARACTER = /\\u[0-9a-fA-F]{4}|\\[\s\S]|[^\\]/g
const SPACE = /^(?:[ \u00a0]|\\[tnrf]|\\u00(?:09|0a|0d|20|a0))$/i

function removeInvisible({ path }: RawDiagnostic, source: EditedSource): Edit[] {
  return editLiteral(source, path, (literal) =>
    literal.replace(CHARACTER, (written) => (INVISIBLE.test(unescaped(written)) ? '' : written)),
  )
}

const unescaped = (written: string) =>
  written.startsWith('\\u') ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : written

export function derivedMember(name: string, example: JsonObject): JsonValue | undefined {
  switch (name) {
    case 'cookie':
      return []
    case 'status':
      // A copy of the list in `node:http`, which would make `validate` start later.
      return (reasonPhrases as Record<string, string>)[Number(example.code)]
    case '_postman_previewlanguage':
      return languageOf(example)
    default:
      return undefined
  }
}

/** Returns a fix that adds a missing member to an example. A member that exists stays, even if it is null. */
function fillMember(name: string): (finding: RawDiagnostic, source: EditedSource) => Edit[] {
  return ({ path }, source) => {
    const example = asObject(source.value(path))
    const value = example && derivedMember(name, example)
    if (!example || value === undefined || Object.hasOwn(example, name)) return []
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
