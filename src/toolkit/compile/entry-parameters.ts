import { pathVariableOf } from '../meaning/address.js'
import { wordsOf } from '../meaning/words.js'
import type { JsonValue } from '../model/json.js'
import type { Entry } from '../model/request-template.js'
import type { Binding } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import type { Documented } from './documented.js'
import type { Endpoint } from './endpoint.js'
import { type Filled, holesIn, isFilledText, isGivenText } from './filled.js'
import { idSchema, withDefault } from './id-schema.js'
import type { ToolInputModes } from './input-modes.js'
import { decideText, type Parameter } from './parameter.js'
import { secretsAmong } from './settings.js'

/** Query parameters that say which operation is meant or in which version and form; left alone, they are sent as written. */
const CONSTANT = /^(format|api[-_]?version|version|v|alt|method|action|cmd|op|service|operation)$/i

/** The query, enabled entries and disabled ones; an entry without a name or with a variable in it stays as written. */
export function queryParameters(endpoint: Endpoint, filled: Filled): Parameter[] {
  const { query } = endpoint.request.url
  const others = endpoint.examples.flatMap((example) => example.url.query)
  const { documented, modes } = endpoint
  const addresses = endpoint.writes && !hasRecord(endpoint)
  return fromEntries({ entries: query, others, place: 'query', documented, modes, addresses }, filled)
}

/** Headers that the sending side or the body decides. */
const STANDARD =
  /^(accept(-.*)?|content-.*|user-agent|host|connection|cache-control|pragma|origin|referer|cookie|authorization|postman-token|transfer-encoding|te|upgrade.*|sec-.*|dnt|x-requested-with|idempotency-?key|x-idempotency-?key)$/i

/** Headers of the API's own. One with a plain value and no word about it is a constant. */
export function headerParameters(endpoint: Endpoint, filled: Filled): Parameter[] {
  const { headers } = endpoint.request
  const others = endpoint.examples.flatMap((example) => example.headers)
  const open = (entry: Entry) =>
    !STANDARD.test(entry.key ?? '') && (entry.disabled || entry.description || !isPlain(entry.value))
  const { documented, modes } = endpoint
  return fromEntries(
    { entries: headers, others, place: 'header', open, documented, modes, addresses: false },
    filled,
  )
}

/** A value that is sent as it stands: not empty, not a placeholder, without variables. */
function isPlain(value: JsonValue | undefined): boolean {
  const text = String(value ?? '')
  return text !== '' && !text.includes('{{') && !/^<.*>$/.test(text)
}

interface Source {
  entries: Entry[]
  /** Entries of saved examples, for their values. */
  others: Entry[]
  place: 'query' | 'header'
  documented: Documented
  modes: ToolInputModes
  /** Whether an id among the entries says which record is changed, because the path does not. */
  addresses: boolean
  /** Which entries may become parameters; all by default. */
  open?: (entry: Entry) => unknown
}

function fromEntries(source: Source, filled: Filled): Parameter[] {
  const { entries, open = () => true, place, modes } = source
  if (entries.length === 0) return []
  const isSecret = secretsAmong(entries)
  const keys = new Set(
    entries.flatMap((entry) => (entry.key && !entry.key.includes('{{') ? [entry.key] : [])),
  )
  return [...keys].flatMap((key): Parameter[] => {
    const own = entries.filter((entry) => entry.key === key)
    const mode = modes.of(place, key, {
      fixed: own.every((entry) => entry.disabled || !isHole(entry.value, filled)),
      input: !own.some((entry) => isSecret(entry) || (place === 'header' && STANDARD.test(key))),
    })
    const isOpen = mode
      ? mode === 'input'
      : own.every((entry) => open(entry) && !isSecret(entry) && isOpenEntry(entry, filled))
    return isOpen ? [fromEntry(key, source, filled)] : []
  })
}

/** Whether a value waits for somebody to fill it: `{{unknown}}`, `<string>`. */
function isHole(value: JsonValue | undefined, filled: Filled): boolean {
  const text = String(value ?? '')
  return holesIn(text, filled).length > 0 || /^<[^<>]*>$/.test(text)
}

/** Values that the program fills, and texts with a variable in their midst, stay as they are written. */
function isOpenEntry(entry: Entry, filled: Filled): boolean {
  if (isGivenText(entry.value, filled)) return false
  const text = String(entry.value ?? '')
  return holesIn(text, filled).length === 0 || /^\{\{[^{}]*\}\}$/.test(text)
}

function fromEntry(key: string, source: Source, filled: Filled): Parameter {
  const { entries, others, place, documented } = source
  const own = entries.filter((entry) => entry.key === key)
  const same = others.filter((entry) => entry.key === key)
  const description = own.find((entry) => entry.description)?.description ?? ''
  const { schema, provenance, facts } = decideText(
    {
      key,
      samples: [...own, ...same].map((entry) => entry.value),
      description,
      documented: documented.get(key),
    },
    filled,
  )
  const enabled = own.filter((entry) => !entry.disabled)
  const isList = enabled.length > 1
  const isRecord = namesRecord(key, enabled, source)
  const kept = isRecord ? undefined : enabled.find((entry) => isKept(entry, place, filled))
  const typed = idSchema(key, { schema, provenance })
  const value = kept && ownText(kept.value, filled)
  const single = value === undefined ? typed : withDefault(typed, value)
  return {
    key,
    schema: isList ? { type: 'array', items: typed } : single,
    provenance: isList ? { '': 'example' } : provenance,
    required: (facts.required ?? isRecord) && !kept,
    ...(facts.required ? { requiredBy: 'documented' as const } : {}),
    bind: (parameter) =>
      entries.flatMap((entry, index): Binding[] =>
        entry.key === key ? [{ parameter, in: place, index, ...(kept ? { keep: true } : {}) }] : [],
      ),
  }
}

/** Whether the path itself names a record. */
function hasRecord({ request, roles }: Endpoint): boolean {
  const names = request.url.path.flatMap((segment) => pathVariableOf(segment) ?? findVariables(segment))
  return names.some((name) => roles.get(name)?.role !== 'fixed')
}

/** Whether an entry says which record a write is about: then the caller must name it, whatever the collection has there. */
function namesRecord(key: string, enabled: Entry[], { addresses }: Source): boolean {
  return addresses && enabled.length > 0 && /^(id|ids|uuid|guid)$/.test(wordsOf(key).at(-1) ?? '')
}

/** The text that is sent for a value, its own variable filled; undefined where the program fills it. */
function ownText(value: JsonValue | undefined, filled: Filled): string | undefined {
  const text = String(value ?? '')
  const name = /^\{\{([^{}]*)\}\}$/.exec(text)?.[1]
  const own = name === undefined || isGivenText(text, filled) ? undefined : filled.own.get(name)
  if (own !== undefined) return String(own)
  return text.includes('{{') ? undefined : text
}

/** Whether an entry goes out as written when nothing is given for it. */
function isKept(entry: Entry, place: 'query' | 'header', filled: Filled): boolean {
  if (isFilledText(entry.value, filled)) return true
  if (!isPlain(entry.value)) return false
  return place === 'header' || CONSTANT.test(entry.key ?? '')
}

/** Variables in the midst of a query or header value, which nothing fills: each is a parameter of its own. */
export function entryHoles(endpoint: Endpoint, filled: Filled): Parameter[] {
  const entries = [...endpoint.request.url.query, ...endpoint.request.headers]
  const isSecret = secretsAmong(entries)
  const texts = entries
    .filter(({ value }) => typeof value === 'string' && value.includes('{{'))
    .filter((entry) => !entry.disabled && !isSecret(entry))
    .map((entry) => String(entry.value ?? ''))
    .filter((text) => !/^\{\{[^{}]*\}\}$/.test(text))
  const names = new Set(texts.flatMap((text) => holesIn(text, filled)))
  return [...names].map((name) => ({
    key: name,
    ...decideText(
      { key: name, samples: [], description: '', documented: endpoint.documented.get(name) },
      filled,
    ),
    required: true,
    bind: (parameter) => [{ parameter, in: 'variable', name }],
  }))
}
