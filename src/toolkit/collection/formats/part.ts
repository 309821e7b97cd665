import kinds from '../../../../templates/auth-kinds.json'
import data from '../../../../templates/format-names.json'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { asObject, asText, descriptionOf, objectsIn } from '../read-shape.js'
import { urlOf } from '../upgrade.js'
import { madeOf } from './origins.js'

/** What a file of another format says about a collection, a folder or a request, with members as v2.1 has them. */
export interface Part {
  /** The object of the file of which the item is made. */
  source: JsonObject
  name: string
  description?: string | undefined
  /** The auth in v2.1; absent if it is inherited. */
  auth?: JsonObject | undefined
  /** Headers that are added to each request inside. */
  headers?: JsonObject[]
  /** Variables that are valid inside. */
  variables?: JsonObject[]
  events?: JsonObject[]
  /** The parts of a folder; absent for a request. */
  parts?: Part[]
  request?: JsonObject
  examples?: JsonObject[] | undefined
}

/** A text of a value: lists of variants count by the selected one, objects with `data` by it, others are JSON. */
export function textOf(value: JsonValue | undefined): string {
  if (Array.isArray(value)) {
    const variants = objectsIn(value)
    const chosen = variants.find(({ selected }) => selected === true) ?? variants[0]
    return chosen ? textOf(chosen.value ?? chosen.data) : JSON.stringify(value)
  }
  const object = asObject(value)
  if (object) return object.data === undefined ? JSON.stringify(object) : textOf(object.data)
  return value == null ? '' : String(value)
}

/** Converts a map or a list, with names in `key` or `name`: `{ a: 1 }` gives `[{ key: "a", value: "1" }]`. */
export function pairsOf(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return objectsIn(value).map((entry) => madeOf(pairOf(entry), entry))
  const map = asObject(value) ?? {}
  return Object.keys(map).map((key) => madeOf({ key, value: textOf(map[key]) }, map, key))
}

function pairOf(entry: JsonObject): JsonObject {
  const { disabled, enabled, type, contentType, secret } = entry
  const description = descriptionOf(entry)
  const isFile = type === 'file'
  const src = entry.src ?? entry.fileName ?? (Array.isArray(entry.value) ? entry.value : asText(entry.value))
  return {
    key: asText(entry.key ?? entry.name) ?? '',
    ...(isFile ? { src: src ?? null } : { value: textOf(entry.value) }),
    ...((disabled === true || enabled === false) && { disabled: true }),
    ...(description && { description }),
    ...((type === 'text' || isFile) && { type }),
    ...(typeof contentType === 'string' && contentType !== '' && { contentType }),
    ...(secret === true && { type: 'secret' }),
  }
}

/** An address with its query: parameters replace those of the address that have their names. */
export function addressOf(
  written: string,
  query: JsonObject[],
  variables: JsonObject[],
  source: JsonObject,
): JsonObject {
  const url = urlOf(written.trim())
  const given = new Set(query.map(({ key }) => key))
  const own = objectsIn(url.query).filter(({ key }) => !given.has(key!))
  const all = [...own.map((entry) => madeOf(entry, source, 'url')), ...query]
  const [start = ''] = String(url.raw).split('?')
  const { query: _, ...parts } = url
  return madeOf(
    {
      ...parts,
      raw: start + searchOf(all),
      ...(all.length > 0 && { query: all }),
      ...(variables.length > 0 && { variable: variables }),
    },
    source,
    'url',
  )
}

/** The query as text, such as `?a=1&b=2`, without disabled parameters; empty if no parameter is left. */
export function searchOf(query: readonly JsonObject[]): string {
  const sent = query.filter(({ disabled }) => disabled !== true)
  const text = sent.map(({ key, value }) => (value === null ? key : `${key}=${value}`)).join('&')
  return sent.length > 0 ? `?${text}` : ''
}

const LANGUAGES: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'html', 'javascript'])

/** The body of a request by its type, such as `json` or `multipart-form`, with its content: a text, map or list. */
export function bodyOf(
  type: string,
  content: JsonValue | undefined,
  source: JsonObject,
): JsonObject | undefined {
  if (type === '' || type === 'none') return undefined
  return madeOf(bodyOfType(type, content, source), source)
}

function bodyOfType(type: string, content: JsonValue | undefined, source: JsonObject): JsonObject {
  switch (type) {
    case 'urlencoded':
    case 'form-urlencoded':
      return { mode: 'urlencoded', urlencoded: pairsOf(content) }
    case 'formdata':
    case 'multipart-form':
      return {
        mode: 'formdata',
        formdata: pairsOf(content).map((field) => madeOf({ type: 'text', ...field }, field)),
      }
    case 'graphql':
      return { mode: 'graphql', graphql: madeOf(graphqlOf(content), asObject(content) ?? source) }
    case 'file':
    case 'binary': {
      const [first] = objectsIn(content)
      const file = objectsIn(content).find(({ selected }) => selected === true) ?? first ?? asObject(content)
      const src = file ? (file.src ?? file.filePath ?? file.value) : content
      return { mode: 'file', file: { src: asText(Array.isArray(src) ? src[0] : src) ?? '' } }
    }
    default: {
      const raw =
        typeof content === 'string' ? content : content == null ? '' : JSON.stringify(content, null, 2)
      return { mode: 'raw', raw, ...(LANGUAGES.has(type) && { options: { raw: { language: type } } }) }
    }
  }
}

/** Query and variables of GraphQL: members of an object, or of JSON in a text, or the text is the query. */
function graphqlOf(content: JsonValue | undefined): JsonObject {
  const parts = asObject(content) ?? asObject(tryParseJson(asText(content) ?? ''))
  const { variables } = parts ?? {}
  const text = typeof variables === 'string' ? variables : JSON.stringify(variables ?? {})
  return { query: textOf(parts ? parts.query : content), variables: text }
}

type Names = Readonly<Record<string, string>>

/** The names in v2.1 of the types, the parameters and the values of auths, by those that other formats have. */
const AUTH_TYPES: Names = data.authTypes
const AUTH_NAMES: Names = data.authParameters
const AUTH_VALUES: Names = data.authValues

/**
 * An auth in v2.1, from its type and its parameters. Undefined if it is inherited. `leftOut` gets the type if v2.1 has
 * no such auth.
 */
export function authOf(
  written: string,
  parameters: JsonValue | undefined,
  leftOut: (what: string) => void,
): JsonObject | undefined {
  const type = AUTH_TYPES[written] ?? written
  if (type === '' || type === 'inherit') return undefined
  if (type === 'noauth') return { type }
  if (!Object.hasOwn(kinds, type)) {
    leftOut(`the auth "${type}"`)
    return undefined
  }
  const entries = pairsOf(flat(parameters)).map((pair) => {
    const name = camel(String(pair.key))
    const key = AUTH_NAMES[name] ?? name
    const value = String(pair.value)
    return madeOf({ key, value: AUTH_VALUES[`${key} ${value}`] ?? value, type: 'string' }, pair)
  })
  const known = entries.filter(({ key, value }) => key !== 'type' && key !== 'disabled' && value !== '')
  return { type, [type]: known }
}

/** The parameters in one list: OpenCollection has some of OAuth 2.0 in an object of their own, such as `credentials`. */
function flat(parameters: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(parameters)) return objectsIn(parameters)
  const map = asObject(parameters) ?? {}
  return Object.keys(map).flatMap((key) => {
    const inner = asObject(map[key])
    return inner ? flat(inner) : [madeOf({ key, value: textOf(map[key]) }, map, key)]
  })
}

const camel = (name: string) =>
  /^(?:grant|redirect|client_a)/.test(name)
    ? name
    : name.replace(/_(\w)/g, (_, next: string) => next.toUpperCase())

const EVENTS: Names = data.events

/** A script of v2.1, from the event as the format names it. None if it has no code, or if Postman has no such event. */
export function eventOf(name: string, code: JsonValue | undefined, source?: object): JsonObject[] {
  const listen = EVENTS[name]
  if (listen === undefined || typeof code !== 'string' || code.trim() === '') return []
  const event = { listen, script: { type: 'text/javascript', exec: code.split('\n') } }
  return [source ? madeOf(event, source) : event]
}
