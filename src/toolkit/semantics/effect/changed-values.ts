import { parseShallow } from '../../../protocol/parse-json.js'
import { memoized } from '../../../text/memoized.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { escapeKey } from '../../model/json-pointer.js'
import { oncePer } from '../../model/lazy.js'
import type { Entry, RequestTemplate } from '../../model/request-template.js'
import type { ToolDefinition } from '../../model/tool.js'
import { parseLooseJson } from '../loose-json.js'
import { readJsonBody } from '../request-body.js'
import { wordList } from '../word-list.js'
import { wordsOf } from '../words.js'
import { HTTP_METHOD } from './nested-request.js'
import { effectOfAction } from './words.js'

/** A text in the input of a call (`given`), and the text that the collection has at the same position (`own`). */
export interface ChangedText {
  name: string
  own: string | undefined
  given: string
}

const MAX_DEPTH = 64

/** Maximum characters of a text that is parsed as JSON or as a form. */
const MAX_CHARS = 100_000

/**
 * The texts in the input of a call, each with the text that the collection has at the same position. A text that is
 * JSON or a form also yields its members.
 */
export function changedTexts(input: JsonObject, definition: ToolDefinition): ChangedText[] {
  return Object.entries(input).flatMap(([name, given]) => pairsOf(given, ownValue(name, definition)))
}

/** What the collection has for a parameter. The name is that in the request: `options[dry_run]`. */
function ownValue(name: string, { bindings, request }: ToolDefinition): GivenParameter {
  const binding = bindings.find((one) => one.parameter === name)
  if (binding?.in === 'query' || binding?.in === 'header') {
    const entry = (binding.in === 'query' ? request.url.query : request.headers)[binding.index]
    return { name: entry?.key ?? name, own: entry?.value ?? undefined }
  }
  if (binding?.in === 'variable') return { name, own: binding.value }
  return { name, own: binding?.in === 'body' ? ownBody(request).value : undefined }
}

/** The body that the collection has. It is read once for each request. */
const ownBody = oncePer((request: RequestTemplate): { value: JsonValue | undefined } => {
  const { body } = request
  const isForm = body?.mode === 'urlencoded' || body?.mode === 'formdata'
  if (body?.mode === 'graphql')
    return { value: typeof body.variables === 'string' ? parsed(body.variables) : body.variables }
  return { value: isForm ? formOf(body.entries) : readJsonBody(request) }
})

const formOf = (entries: readonly Entry[]): JsonObject =>
  Object.fromEntries(entries.map(({ key, value }) => [key ?? '', String(value ?? '')]))

interface GivenParameter {
  name: string
  own: JsonValue | undefined
}

function pairsOf(given: JsonValue, { name, own }: GivenParameter, depth = 0): ChangedText[] {
  if (depth > MAX_DEPTH || given === null) return []
  // An empty list has no member that differs.
  if (Array.isArray(given) && given.length === 0 && asksForTrial(name, own))
    return [{ name, own: ON, given: '' }]
  if (typeof given === 'object')
    return Object.entries(given).flatMap(([key, member]) =>
      pairsOf(member, { name: Array.isArray(given) ? name : key, own: memberOf(own, key) }, depth + 1),
    )
  const text = { name, own: typeof own === 'object' ? undefined : String(own ?? ''), given: String(given) }
  const inside = membersIn(text.given)
  return inside === undefined
    ? [text]
    : [text, ...pairsOf(inside, { name, own: membersIn(text.own ?? '') }, depth + 1)]
}

/**
 * The member or element `key` of a value in the collection. For an index after the end of a list, returns the last
 * element of the list.
 */
function memberOf(own: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(own)) return own[Number(key)] ?? own.at(-1)
  return typeof own === 'object' && own !== null && Object.hasOwn(own, key) ? own[key] : undefined
}

/** The members of a text that is JSON or a form, such as `{"action":"delete"}` or `action=delete&id=1`. */
function membersIn(text: string): JsonValue | undefined {
  if (text.length > MAX_CHARS) return undefined
  if (/^\s*[[{]/.test(text)) return parsed(text)
  const isForm = /^[\w.[\]-]+=[^&]*(?:&[\w.[\]-]+=[^&]*)+$/.test(text) || /^[\w.[\]-]+=[\w.%-]+$/.test(text)
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : undefined
}

function parsed(text: string): JsonValue | undefined {
  try {
    return parseShallow(text) as JsonValue
  } catch {
    return parseLooseJson(text)
  }
}

/** Whether the input replaces an action that reads by an action that writes: `GET` by `DELETE`. */
export function replacesAction({ own = '', given }: ChangedText): boolean {
  if (!isName(own) || !isName(given)) return false
  const isReading = HTTP_METHOD.test(own.trim()) || effectOfAction(own) === 'read'
  return isReading && effectOfAction(given) === 'write'
}

/** Whether a text has the form of a name in a program, without spaces. */
const isName = (text: string) => /^[\p{L}$/_][\p{L}\p{N}_.:/$-]*$/u.test(text.trim())

/** Names of switches that ask for a trial run if they are on, and names of those that ask for one if they are off. */
const TRIALS = { on: wordList('trials'), off: wordList('commits') }
/** Names of such switches that may also be those of a view or a server: `preview=false`. */
const WEAK_TRIALS = wordList('weakTrials')
/** Values that ask for a trial run, whatever the name of their parameter is: `mode=dry-run`. */
const TRIAL_VALUES = wordList('trialValues')
/** Values that ask for one in a parameter whose name ends in the word "mode": `mode=preview`. */
const TRIAL_MODES = wordList('trialModes')
/** A value that asks for a trial run, in place of a list that has it. */
const ON = 'dry-run'

/**
 * Whether an input ends a trial run: it switches one off (`dry_run=false`), or changes the value with which the collection
 * asks for one (`mode=dry-run`, `commit=false`).
 */
export function switchesOffTrial({ name, own = '', given }: ChangedText): boolean {
  if (own.trim().toLowerCase() === given.trim().toLowerCase()) return false
  return asksForTrial(name, own) || (trialKind(name) === 'on' && isOff(given))
}

/** Whether a value says that a call is no trial run: `dry_run=false`. Names that other things have too do not count. */
export const endsTrial = (name: string, value: string): boolean =>
  trialKind(name) === 'on' && value !== '' && isOff(value) && !WEAK_TRIALS.has(joined(lastPart(name)))

/** Whether a value of the collection asks for a trial run. It is sent also if a call does not give it. */
export function asksForTrial(name: string, value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one === 'string' && asksForTrial('', one))
  if (typeof value === 'object' || value === undefined) return false
  const text = String(value).trim()
  const kind = trialKind(name)
  // The value of a variable is not known.
  if (kind === 'on') return !isOff(text) && !text.includes('{{')
  if (kind === 'off') return isOff(text) && text !== ''
  return TRIAL_VALUES.has(joined(text)) || (namesMode(name) && TRIAL_MODES.has(joined(text)))
}

/** The JSON pointers of the members of a value that ask for a trial run; of those in a list, one for each name. */
export function trialsIn(value: JsonValue | undefined, pointer = '', depth = 0): string[] {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return []
  const found = Object.entries(value).flatMap(([key, member]) => {
    const place = `${pointer}/${escapeKey(key)}`
    return !Array.isArray(value) && asksForTrial(key, member) ? [place] : trialsIn(member, place, depth + 1)
  })
  if (!Array.isArray(value)) return found
  const inside = (place: string) => place.slice(place.indexOf('/', pointer.length + 1))
  return [...new Map(found.map((place) => [inside(place), place])).values()]
}

/** Whether a name is that of a switch for trial runs: `dry_run`, `X-Dry-Run`, `commit`. */
export const namesTrial = (name: string): boolean => trialKind(name) !== undefined

const trialKind: (name: string) => 'on' | 'off' | undefined = memoized((name) => {
  const written = joined(lastPart(name))
  const whole = written.replace(/^(?:x|is|as|do|use|enable)(?=.{4})/, '')
  const names = [written, whole, whole.replace(/(?:mode|flag|enabled)$/, '')]
  return (['on', 'off'] as const).find((kind) => names.some((one) => TRIALS[kind].has(one)))
})

const namesMode: (name: string) => boolean = memoized((name) => wordsOf(lastPart(name)).at(-1) === 'mode')

/** The innermost part of a name: `dry_run` of `options[dry_run]` and `options.dry_run`. */
const lastPart = (name: string) => name.split(/[./[\]]+/).findLast(Boolean) ?? ''

const joined = (text: string) => (text.length > MAX_NAME ? '' : wordsOf(text).join(''))

/** Maximum characters of a name or value about a trial run. */
const MAX_NAME = 40

const isOff = (text: string) => /^(?:false|off|no|none|n|0|)$/i.test(text.trim())
