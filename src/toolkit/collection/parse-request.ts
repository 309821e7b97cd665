import { compact } from '../model/group-by.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type {
  AuthTemplate,
  BodyTemplate,
  Entry,
  FormEntry,
  PathVariable,
  ProtocolProfile,
  RequestTemplate,
  UrlTemplate,
} from '../model/request-template.js'
import { parseAddress, parseQueryText } from '../semantics/parse-address.js'
import { asArray, asObject, asText, descriptionOf } from './read-shape.js'

export function parseRequest(value: JsonValue | undefined, from: Inherited): RequestTemplate {
  const request = asObject(value) ?? { url: asText(value) ?? '' }
  return requestAt(parseUrl(request.url), request, from)
}

/** Like {@link parseRequest}, for a request whose address has been parsed already. */
export function requestAt(url: UrlTemplate, request: JsonObject, from: Inherited): RequestTemplate {
  const { auth, profile } = inherit(from, request)
  const body = parseBody(request.body)
  const method = asText(request.method)?.trim().toUpperCase() || 'GET'
  const template = {
    method,
    url,
    headers: parseHeaders(request.header),
  } as RequestTemplate
  if (body) template.body = body
  if (auth) template.auth = auth
  template.profile = profile
  return template
}

/** Parses a `body`; undefined if it is disabled or has no mode or content. A `file` body without a file is kept. */
function parseBody(value: JsonValue | undefined): BodyTemplate | undefined {
  if (typeof value === 'string') return value ? { mode: 'raw', text: value } : undefined
  const body = asObject(value)
  if (!body?.mode || body.disabled === true) return undefined
  switch (asText(body.mode)?.toLowerCase()) {
    case 'urlencoded':
      return withEntries({ mode: 'urlencoded', entries: parseEntries(body.urlencoded) })
    case 'formdata':
      return withEntries({ mode: 'formdata', entries: parseFormEntries(body.formdata) })
    case 'file':
      return parseFileBody(body.file)
    case 'graphql':
      return parseGraphqlBody(body.graphql)
    default:
      return parseRawBody(body)
  }
}

function withEntries(body: BodyTemplate & { entries: unknown[] }): BodyTemplate | undefined {
  return body.entries.length > 0 ? body : undefined
}

/** Parses a body of mode `raw`, or of an unknown mode. An object in `raw` is sent as JSON, as Postman does. */
function parseRawBody(body: JsonObject): BodyTemplate | undefined {
  const text = asText(body.raw) ?? (body.raw ? JSON.stringify(body.raw) : '')
  if (!text) return undefined
  const language = asText(asObject(asObject(body.options)?.raw)?.language)
  return { mode: 'raw', text, ...(language ? { language } : {}) }
}

function parseFileBody(value: JsonValue | undefined): BodyTemplate | undefined {
  const file = typeof value === 'string' ? { src: value } : asObject(value)
  const src = asText(file?.src)
  const content = asText(file?.content)
  return { mode: 'file', src: src ?? null, ...(content === undefined ? {} : { content }) }
}

function parseGraphqlBody(value: JsonValue | undefined): BodyTemplate | undefined {
  const graphql = typeof value === 'string' ? { query: value } : asObject(value)
  if (!graphql) return undefined
  return {
    mode: 'graphql',
    query: asText(graphql.query) ?? '',
    ...('operationName' in graphql ? { operationName: graphql.operationName } : {}),
    ...('variables' in graphql ? { variables: graphql.variables } : {}),
  }
}

/** Parses a `url`: a text, or an object with the parts or only `raw`. The parts have precedence. */
export function parseUrl(value: JsonValue | undefined): UrlTemplate {
  const parts = asObject(value)
  if (!parts) return parseAddress(asText(value) ?? '')
  const host = parseHost(parts.host)
  const path = parsePath(parts.path)
  if (host.length === 0 && path.length === 0) {
    const parsed = parseAddress(asText(parts.raw) ?? '')
    return { ...parsed, variables: mergeVariables(parsed.variables, parseVariables(parts.variable)) }
  }
  const url: Partial<UrlTemplate> = parts.auth ? credentialsOf(parts.auth) : {}
  const protocol = asText(parts.protocol)?.replace(/:\/\/$/, '')
  const port = asText(parts.port)
  const query = parseEntries(parts.query)
  if (protocol) url.protocol = protocol
  url.host = host
  if (port) url.port = port
  url.path = path
  url.query = query
  if (query.length === 0 && asText(parts.raw)?.endsWith('?')) url.bareQuery = true
  url.variables = parseVariables(parts.variable)
  return url as UrlTemplate
}

function parseHost(host: JsonValue | undefined): string[] {
  if (Array.isArray(host)) return textsOf(host, (label) => asText(label) ?? '')
  const text = asText(host)
  return text ? text.split(/\.(?![^{]*\}{2})/) : []
}

function parsePath(path: JsonValue | undefined): string[] {
  if (Array.isArray(path)) {
    return textsOf(path, (segment) => asText(asObject(segment)?.value ?? segment) ?? '')
  }
  const text = asText(path)
  if (!text) return []
  return text === '/' ? [''] : text.replace(/^\//, '').split('/')
}

/** The entries of a list as texts. Nearly every list has only texts, and is returned without a copy. */
function textsOf(list: JsonValue[], textOf: (value: JsonValue) => string): string[] {
  return list.every((value) => typeof value === 'string') ? list : list.map(textOf)
}

/** Parses path variables: a list (in old files, `id` has the name), or an object by name. */
function parseVariables(variables: JsonValue | undefined): PathVariable[] {
  const named = asObject(variables)
  if (named) return Object.entries(named).map(([key, value]) => ({ key, value }))
  const parsed: PathVariable[] = []
  for (const entry of asArray(variables)) {
    const variable = asObject(entry)
    const key = asText(variable?.key) || asText(variable?.id)
    if (!variable || !key) continue
    const description = descriptionOf(variable)
    parsed.push(description ? { key, value: variable.value, description } : { key, value: variable.value })
  }
  return compact(parsed)
}

function mergeVariables(found: PathVariable[], given: PathVariable[]): PathVariable[] {
  const known = new Set(given.map((variable) => variable.key))
  return [...given, ...found.filter((variable) => !known.has(variable.key))]
}

function credentialsOf(auth: JsonValue | undefined): { user?: string; password?: string } {
  const pair = asObject(auth)
  const user = asText(pair?.user)
  const password = asText(pair?.password)
  return { ...(user ? { user } : {}), ...(password ? { password } : {}) }
}

/** Parses query parameters or urlencoded fields: a list, an object by name, or a query string. */
export function parseEntries(value: JsonValue | undefined): Entry[] {
  if (typeof value === 'string') return value ? parseQueryText(value) : []
  return entriesOf(value, parseQueryText)
}

/** Parses headers with a name: a list, an object by name, or a text with one in each line. */
export function parseHeaders(value: JsonValue | undefined): Entry[] {
  const entries = typeof value === 'string' ? parseHeaderText(value) : entriesOf(value, parseHeaderText)
  return entries.every(hasName) ? entries : compact(entries.filter(hasName))
}

const hasName = ({ key }: Entry) => Boolean(key)

function entriesOf(value: JsonValue | undefined, parseText: (text: string) => Entry[]): Entry[] {
  if (Array.isArray(value)) {
    const entries: Entry[] = []
    for (const entry of value) {
      const fields = asObject(entry)
      if (fields) entries.push(parseEntry(fields))
      else if (typeof entry === 'string') entries.push(...parseText(entry))
    }
    return compact(entries)
  }
  return Object.entries(asObject(value) ?? {}).map(([key, value]) => ({ key, value }))
}

export function parseFormEntries(value: JsonValue | undefined): FormEntry[] {
  if (!Array.isArray(value)) return parseEntries(value).map((entry) => ({ ...entry, type: 'text' }))
  return value.flatMap((entry): FormEntry[] => {
    const fields = asObject(entry)
    return fields ? [parseFormEntry(fields)] : []
  })
}

function parseFormEntry(fields: JsonObject): FormEntry {
  const src = fields.src
  return {
    ...parseEntry(fields),
    type: fields.type === 'file' ? 'file' : 'text',
    ...(src === undefined ? {} : { src: Array.isArray(src) ? src.map(String) : (asText(src) ?? null) }),
    ...(asText(fields.contentType) ? { contentType: asText(fields.contentType) } : {}),
    ...(asText(fields.fileName) ? { fileName: asText(fields.fileName) } : {}),
  }
}

function parseEntry(fields: JsonObject): Entry {
  const description = descriptionOf(fields)
  const entry: Entry = { key: asText(fields.key) ?? null, value: fields.value }
  if (description) entry.description = description
  if (fields.disabled === true) entry.disabled = true
  return entry
}

function parseHeaderText(text: string): Entry[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':')
    if (!line.trim()) return []
    return colon < 0
      ? [{ key: line.trim(), value: '' }]
      : [{ key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }]
  })
}

export interface Inherited {
  auth: AuthTemplate | null | undefined
  profile: ProtocolProfile
}

/** Adds auth and profile of a collection, folder or request to what it inherits: auth replaces, profiles merge by key. */
export function inherit(from: Inherited, owner: JsonObject): Inherited {
  const auth = parseAuth(owner.auth)
  const profile = asObject(owner.protocolProfileBehavior)
  if (auth === undefined && !profile) return from
  return {
    auth: auth === undefined ? from.auth : auth,
    profile: profile ? { ...from.profile, ...profile } : from.profile,
  }
}

/** Parses an `auth` member. Null for `noauth`. */
export function parseAuth(value: JsonValue | undefined): AuthTemplate | null | undefined {
  const auth = asObject(value)
  const type = asText(auth?.type)
  if (!auth || !type) return undefined
  return type === 'noauth' ? null : { type, params: paramsOf(auth[type]) }
}

/** The parameters of an auth: from a list of `{ key, value }` or, as in collection format v2.0, from an object. */
function paramsOf(value: JsonValue | undefined): Record<string, JsonValue> {
  if (!Array.isArray(value)) return { ...asObject(value) }
  const pairs = value.flatMap((entry): [string, JsonValue][] => {
    const pair = asObject(entry)
    const key = asText(pair?.key)
    return pair && key && pair.value !== undefined ? [[key, pair.value]] : []
  })
  return Object.fromEntries(pairs)
}
