import { decodeUri } from '../../text/decode-uri.js'
import type { JsonValue } from '../model/json.js'
import type { Entry } from '../model/request-template.js'
import type { Binding } from '../model/tool.js'
import { isAmbiguousKey } from '../secrets/machine-key.js'
import { pathVariableOf } from '../semantics/address.js'
import { asksForTrial } from '../semantics/effect/changed-values.js'
import { isPlural, nounBefore, VERBS } from '../semantics/id-names.js'
import { idKind, namesOwnRecord } from '../semantics/own-record.js'
import { wordList } from '../semantics/word-list.js'
import { wordsOf } from '../semantics/words.js'
import { hasVariable, onlyVariable, someVariable } from '../template/variables.js'
import { decideValue, isDefaultText } from './decide-value.js'
import type { Endpoint } from './endpoint.js'
import { holesIn, isGivenText, type KnownVariables } from './known-variables.js'
import { decideText, idSchema, type Parameter, withDefault } from './parameter.js'
import { secretsAmong } from './settings.js'
import { ofSpecification, specifiedEntry } from './specified.js'

/** Names of query parameters that select a version or format, whose value is the default. */
const CONSTANT = /^(format|api[-_]?version|version|v|alt)$/i
/** Names of query parameters that select an operation, or filter a list. */
const OPERATION = /^(method|action|cmd|op|service|operation)$/i

/** The parameters for the query, also for disabled entries. An entry with no name or a variable in it is sent as it is. */
export function queryParameters(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { facts, request } = endpoint
  const { query: entries } = request.url
  const others = facts.examples.flatMap((example) => example.url.query)
  return entryParameters({ endpoint, place: 'query', entries, others }, filled)
}

/** The query parameters whose literal values say which record a call is about. */
export function recordEntries(endpoint: Endpoint): Entry[] {
  const { query } = endpoint.request.url
  if (query.length === 0 || endpoint.item.operation) return []
  const found = query.filter(
    (entry) =>
      !entry.disabled && idKind(entry.value) !== undefined && namesRecord(entry.key ?? '', [entry], endpoint),
  )
  if (found.length === 0) return found
  const isSecret = secretsAmong(query)
  return found.filter((entry) => !isSecret(entry) && !isAmbiguousKey(entry.key ?? '', entry.value))
}

/** Headers that depend on the transport or the body. They are not parameters. */
const STANDARD =
  /^(accept(-.*)?|content-.*|user-agent|host|connection|cache-control|pragma|origin|referer|cookie|authorization|postman-token|transfer-encoding|te|upgrade.*|digest|date|www-authenticate|sec-.*|dnt|x-requested-with|idempotency-?key|x-idempotency-?key)$/i

export function headerParameters(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { headers: entries } = endpoint.request
  const others = endpoint.facts.examples.flatMap((example) => example.headers)
  const open = (entry: Entry) =>
    !STANDARD.test(entry.key ?? '') && (entry.disabled || entry.description || !isPlain(entry.value))
  return entryParameters({ endpoint, place: 'header', entries, others, open }, filled)
}

function isPlain(value: JsonValue | undefined): boolean {
  const text = String(value ?? '')
  return text !== '' && !hasVariable(text) && !/^<.*>$/.test(text)
}

interface EntrySource {
  endpoint: Endpoint
  place: 'query' | 'header'
  entries: Entry[]
  others: Entry[]
  /** Whether a query parameter or header may become a tool parameter. @default accepts every entry */
  open?: (entry: Entry) => unknown
}

/** The tool parameters for the query parameters or headers of a request, as a specification or the request shows them. */
function entryParameters(source: EntrySource, filled: KnownVariables): Parameter[] {
  const { endpoint, entries, open = () => true, place } = source
  if (entries.length === 0) return []
  const { modes } = endpoint
  const isSecret = secretsAmong(entries)
  const isFixed = (key: string, entry: Entry) =>
    decideValue({ key, value: entry.value, isSecret: isSecret(entry) }, filled) === 'fixed'
  const specOf = (entry: Entry) =>
    entry.key === null || isSecret(entry) || isGivenText(entry.value, filled)
      ? undefined
      : specifiedEntry(endpoint, { place, key: entry.key })
  const others = groupByKey(source.others)
  return [...groupByKey(entries, (entry) => specOf(entry)?.name ?? entry.key)].flatMap(([key, group]) => {
    const { own } = group
    const specs = own.map(specOf)
    const spec = specs.includes(undefined) ? undefined : specs[0]
    if (spec) {
      const fixed = own.some(({ disabled }) => !disabled)
      return modes.of(place, spec.name, () => ({ fixed })) === 'fixed'
        ? []
        : ofSpecification(spec, group, filled)
    }
    if (!key || hasVariable(key)) return []
    const mode = modes.of(place, key, () => ({
      fixed: own.every((entry) => entry.disabled || !isHole(entry.value, filled)),
      input: !own.some((entry) => isSecret(entry) || (place === 'header' && STANDARD.test(key))),
    }))
    const isOpen = mode
      ? mode === 'input'
      : own.every((entry) => open(entry) && !hasPartialHole(entry, filled) && !isFixed(key, entry))
    return isOpen ? fromEntry({ ...group, key, same: others.get(key)?.own ?? [] }, source, filled) : []
  })
}

interface EntryGroup {
  own: Entry[]
  places: number[]
}

function groupByKey(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string | null = ({ key }) => key,
): Map<string | null, EntryGroup> {
  const groups = new Map<string | null, EntryGroup>()
  for (const [index, entry] of entries.entries()) {
    const name = nameOf(entry)
    const group = groups.get(name) ?? { own: [], places: [] }
    if (group.own.length === 0) groups.set(name, group)
    group.own.push(entry)
    group.places.push(index)
  }
  return groups
}

/** Whether a value must be filled: it is a placeholder (`<string>`) or contains a variable without a value. */
function isHole(value: JsonValue | undefined, filled: KnownVariables): boolean {
  const text = String(value ?? '')
  return holesIn(text, filled).length > 0 || /^<[^<>]*>$/.test(text)
}

/** Whether a value has a variable without a value, and also other text. Then the variable is the parameter. */
function hasPartialHole(entry: Entry, filled: KnownVariables): boolean {
  const text = String(entry.value ?? '')
  return holesIn(text, filled).length > 0 && onlyVariable(text) === undefined
}

function fromEntry(
  { key, own, places, same }: EntryGroup & { key: string; same: Entry[] },
  source: EntrySource,
  filled: KnownVariables,
): Parameter {
  const { endpoint, place } = source
  const samples: Entry['value'][] = []
  for (const { value } of [...own, ...same]) samples.push(plainValue(value, place))
  const description = own.find((entry) => entry.description)?.description ?? ''
  const { schema, provenance, facts } = decideText({ key, samples, description }, { endpoint, filled })
  const enabled = own.filter((entry) => !entry.disabled)
  const isList = enabled.length > 1
  const isRecord = place === 'query' && namesRecord(key, enabled, endpoint)
  const kept = isRecord
    ? undefined
    : enabled.find(
        (entry) =>
          isKept(entry, source, filled) ||
          (place === 'query' && !endpoint.writes && isSaid(key, entry.value, endpoint.item.name)),
      )
  const isNeeded = facts.required ?? isRecord
  const typed = idSchema(key, { schema, provenance })
  const value = kept && ownText(kept.value, filled)
  const single = value === undefined ? typed : withDefault(typed, String(plainValue(value, place)))
  return {
    key,
    schema: isList ? { type: 'array', items: typed } : single,
    provenance: isList ? { '': 'example' } : provenance,
    requiredBy: isNeeded && !kept ? (facts.required ? 'documented' : 'example') : undefined,
    bind: (parameter) =>
      places.map(
        (index): Binding => ({
          ...{ parameter, in: place, index },
          ...(kept ? { keep: true } : {}),
        }),
      ),
  }
}

function plainValue(value: JsonValue | undefined, place: 'query' | 'header'): JsonValue | undefined {
  return place === 'query' && typeof value === 'string' ? decodeUri(value) : value
}

function hasRecord({ request, roles }: Endpoint): boolean {
  const isOpen = (name: string) => roles.get(name)?.role !== 'fixed'
  return request.url.path.some((segment) => {
    const key = pathVariableOf(segment)
    return key === undefined ? someVariable(segment, isOpen) : isOpen(key)
  })
}

/** Whether each call must give this query parameter, which names the record. In a list, it may be a filter instead. */
function namesRecord(key: string, enabled: Entry[], endpoint: Endpoint): boolean {
  if (enabled.length === 0 || hasRecord(endpoint)) return false
  const { writes, intent, request } = endpoint
  const path = request.url.path.filter((segment) => !hasVariable(segment))
  if (writes && /^(id|ids|uuid|guid)$/.test(wordsOf(key).at(-1) ?? '')) return true
  if (!namesOwnRecord(key, { path, intent })) return false
  const kinds = enabled.map(({ value }) => idKind(value))
  const isOfOne = writes || !intent.isAboutMany()
  return kinds.some((kind) => kind === 'placeholder' || (isOfOne && kind !== undefined))
}

function ownText(value: JsonValue | undefined, filled: KnownVariables): string | undefined {
  const text = String(value ?? '')
  const name = onlyVariable(text)
  const own = name === undefined || isGivenText(text, filled) ? undefined : filled.own.get(name)
  if (own !== undefined) return String(own)
  return hasVariable(text) ? undefined : text
}

/** Names of parameters whose values are words to search for, which the name of a request may repeat by chance. */
const SEARCHED = /^(?:q|query|search|keywords?|terms?|text|name|title|s)$/i

/**
 * Whether the name of a read says the value, which is then sent: `applied` in "Get applied loans", and `missing=true`
 * in "List missing parcels". It says `paid=false` with a word for "not" before `paid`, or at its beginning: "unpaid".
 */
function isSaid(key: string, value: JsonValue | undefined, title: string): boolean {
  if (typeof value !== 'string' || SEARCHED.test(key) || /[/&]|\bor\b/i.test(title)) return false
  const said = wordsOf(title)
  const saysAll = (words: readonly string[]) => words.length > 0 && words.every((word) => said.includes(word))
  if (/^true$/i.test(value)) return saysAll(wordsOf(key))
  if (/^false$/i.test(value)) return saysNot(wordsOf(key), said)
  return /^\p{L}[\p{L}_-]{2,}$/u.test(value) && saysAll(wordsOf(value))
}

const [NOT, NOT_PREFIXES] = [wordList('notWords'), [...wordList('notPrefixes')]]

function saysNot(words: readonly string[], said: readonly string[]): boolean {
  const [first = ''] = words
  return (
    NOT_PREFIXES.some((prefix) => said.includes(prefix + first)) ||
    said.some((word, at) => NOT.has(word) && said.slice(at + 1).includes(words.at(-1)!))
  )
}

function isKept(entry: Entry, { place, endpoint }: EntrySource, filled: KnownVariables): boolean {
  const key = entry.key ?? ''
  if (isDefaultText(key, entry.value, filled) || (!entry.disabled && asksForTrial(key, entry.value)))
    return true
  if (!isPlain(entry.value)) return false
  return place === 'header' || CONSTANT.test(key) || (OPERATION.test(key) && !isFilter(entry.value, endpoint))
}

/** Whether a value names no operation but a kind of record: `express` in `/shipments?service=express`. */
function isFilter(value: JsonValue | undefined, { request: { url } }: Endpoint): boolean {
  const noun = nounBefore(url.path, url.path.length).at(-1) ?? ''
  const isName = /^\p{Ll}+(?:[_-]\p{Ll}+)*$/u.test(String(value ?? ''))
  return isPlural(noun) && isName && !VERBS.has(wordsOf(String(value))[0]!)
}

/** The parameters for variables without a value inside a query or header value: `{{status}}` in `status:{{status}}`. */
export function entryHoles(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { url, headers } = endpoint.request
  const entries = [...url.query, ...headers]
  if (!entries.some(({ value }) => hasVariable(value))) return []
  const isSecret = secretsAmong(entries)
  const texts = entries
    .filter((entry) => hasVariable(entry.value) && !entry.disabled && !isSecret(entry))
    .map((entry) => String(entry.value ?? ''))
    .filter((text) => onlyVariable(text) === undefined)
  const names = new Set(texts.flatMap((text) => holesIn(text, filled)))
  return [...names].map((name) => ({
    key: name,
    ...decideText({ key: name }, { endpoint, filled }),
    requiredBy: 'example',
    bind: (parameter) => [{ parameter, in: 'variable', name }],
  }))
}
