import { tryParseJson } from '../../protocol/parse-json.js'
import { capitalize } from '../../text/capitalize.js'
import { decodeUri } from '../../text/decode-uri.js'
import { freeName } from '../../text/free-name.js'
import { assemble } from '../collection/formats/assemble.js'
import { type Part, searchOf } from '../collection/formats/part.js'
import { asObject, asText } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { splitScheme } from '../secrets/auth-scheme.js'
import { isRecordedCredential, secretName } from '../secrets/credential-name.js'
import { replaceCredentials } from '../secrets/mask.js'
import { idName, nounWords, singularOf } from '../semantics/id-names.js'
import { literalKind } from '../semantics/literal-id.js'
import { wordsOf } from '../semantics/words.js'
import { hasVariable } from '../template/variables.js'

export interface Imported {
  document: JsonValue
  /** The format of the source in words, such as "an OpenAPI 3.0.2 document". */
  from: string
  remarks: string[]
}

export type Pair = { key: string; value: string }

/** A request with the data that recorded traffic and curl commands contain. */
export interface PlainRequest {
  /** @default derived from method and path */
  name?: string
  method: string
  url: string
  /** Addresses of the same operation. Their other query parameters become disabled parameters. */
  otherUrls?: string[]
  headers: Pair[]
  body?: JsonObject
  examples?: JsonObject[]
}

/** The fields of a text such as `a=1&b=2`, decoded. */
export function formFields(text: string): Pair[] {
  return [...new URLSearchParams(text)].map(([key, value]) => ({ key, value }))
}

/** Splits a text at its first `=`: `a=b=c` gives the key `a` and the value `b=c`. */
export function splitPair(text: string): Pair {
  const [key = '', ...value] = text.split('=')
  return { key, value: value.join('=') }
}

export function multipartField(key: string, { value, file }: { value: string; file?: string }): JsonObject {
  return file === undefined ? { key, value, type: 'text' } : { key, type: 'file', src: file }
}

/**
 * Converts one request. Ids in the path become path variables. Credentials become collection variables; `variables` has
 * their names.
 */
function requestPart(
  plain: PlainRequest,
  baseOf: (origin: string) => string,
): { part: Part; variables: string[] } {
  const { headers, auth, variables } = withoutCredentials(plain.headers)
  const url = urlOf(plain.url, { variables, otherUrls: plain.otherUrls, baseOf })
  const request: JsonObject = {
    method: plain.method,
    header: headers.map((header) => ({ ...header })),
    url: url.parts,
    ...(plain.body && { body: bodyOf(plain.body, variables) }),
  }
  const operation = namedOperation(plain.body)
  const ownName = operation && /^[\w./-]+$/.test(operation) ? capitalize(spaced(operation)) : undefined
  const name = plain.name ?? ownName ?? nameOf(plain.method, url.path)
  return { part: { source: {}, name, auth, request, examples: plain.examples }, variables }
}

/** Creates a collection of requests. If credentials became variables, the last remark names the variables. */
export function importRequests(
  requests: readonly PlainRequest[],
  { name, from, remarks }: { name: string; from: string; remarks: string[] },
): Imported {
  const origins = new Map<string, string>()
  const baseOf = (origin: string) => {
    const used = new Set(origins.values())
    const name = origins.get(origin) ?? freeName('base_url', (one) => !used.has(one))
    origins.set(origin, name)
    return `{{${name}}}`
  }
  const read = requests.map((request) => requestPart(request, baseOf))
  const names = [...new Set(read.flatMap(({ variables }) => variables))]
  const addresses = [...origins].map(([value, key]) => ({ key, value, type: 'string' }))
  const variables = [...addresses, ...names.map((key) => ({ key, value: '', type: 'string' }))]
  const remark = `Credentials were left out and became variables: ${names.join(', ')}. Set them in .env or an environment file.`
  return {
    document: assemble({ source: {}, name, variables, parts: read.map(({ part }) => part) }),
    from,
    remarks: names.length > 0 ? [...remarks, remark] : remarks,
  }
}

function bodyOf(body: JsonObject, variables: string[]): JsonObject {
  if (typeof body.raw === 'string') return { ...body, raw: textWithVariables(body.raw, variables) }
  const mode = body.mode === 'formdata' ? 'formdata' : 'urlencoded'
  if (!Array.isArray(body[mode])) return body
  const fields = body[mode] as { key: string; value?: string }[]
  return { ...body, [mode]: fields.map((field) => fieldWithVariables(field, variables)) }
}

/**
 * Replaces the credentials of a form field with variables. If the name of the field shows that its value is a
 * credential, replaces the whole value. Else replaces the credentials inside the value, which may be JSON.
 */
function fieldWithVariables(field: { key: string; value?: string }, variables: string[]) {
  const own = toVariable(field, variables)
  return own === field && field.value ? { ...field, value: textWithVariables(field.value, variables) } : own
}

/**
 * A key that all requests to the same operation share: method, host, and path with variables in place of ids. APIs such
 * as GraphQL have one address for all operations, so the key also contains the operation in the body.
 */
export function operationOf({ method, url, body }: PlainRequest): string {
  const { path } = urlOf(url)
  return `${method} ${addressOf(url).hostname}/${path.join('/')} ${namedOperation(body) ?? ''}`
}

/**
 * The operation in a body: the name of a GraphQL operation, its document if it has no name, or the method of JSON-RPC.
 * Undefined for other bodies.
 */
function namedOperation(body: JsonObject | undefined): string | undefined {
  const call = asObject(tryParseJson(asText(body?.raw) ?? ''))
  if (!call) return undefined
  const { operationName, query, extensions, jsonrpc, method } = call
  if (typeof query === 'string' && query.includes('{')) {
    const [, written] = /^\s*(?:query|mutation|subscription)\s+(\w+)/.exec(query) ?? []
    return asText(operationName) || written || query
  }
  // The document of a persisted query is only on the server.
  if (asObject(extensions)?.persistedQuery !== undefined) return asText(operationName)
  return jsonrpc === undefined ? undefined : asText(method)
}

interface UrlOptions {
  variables?: string[]
  otherUrls?: string[]
  /** The variable that takes the place of an origin, such as `{{base_url}}`. */
  baseOf?: (origin: string) => string
}

/** An address as Postman's URL object. Ids in the path become path variables: `/pets/7` becomes `/pets/:petId`. */
function urlOf(
  raw: string,
  { variables = [], otherUrls = [], baseOf = (origin) => origin }: UrlOptions = {},
): { parts: JsonObject; path: string[] } {
  const address = addressOf(raw)
  const segments = address.pathname.split('/').slice(1).map(withPlaceholder)
  const ids: Pair[] = []
  const path = segments.map((segment, index) => {
    if (/^:[\w-]+$/.test(segment)) ids.push({ key: segment.slice(1), value: '' })
    if (!ID_KINDS.has(literalKind(decodeUri(segment)) ?? '')) return segment
    const wanted = idName(nounWords(segments[index - 1] ?? ''), 'camel')
    const key = freeName(wanted, (name) => !ids.some((one) => one.key === name))
    ids.push({ key, value: decodeUri(segment) })
    return `:${key}`
  })
  const own = queryOf(address.search)
  const others = new Map(
    otherUrls
      .flatMap((url) => queryOf(addressOf(url).search))
      .filter(({ key }) => !own.some((field) => field.key === key))
      .map((field) => [field.key, { ...field, disabled: true }]),
  )
  const query = [...own, ...others.values()].map((field) => toVariable(field, variables))
  const base = hasVariable(address.origin) ? address.origin : baseOf(address.origin)
  const parts: JsonObject = {
    raw: `${base}/${path.join('/')}${searchOf(query)}`,
    host: [base],
    path,
    ...(query.length > 0 && { query }),
    ...(ids.length > 0 && { variable: ids }),
  }
  return { parts, path }
}

/** The kinds of literals that are ids of records. Others, such as dates, may belong to the path. */
const ID_KINDS: ReadonlySet<string> = new Set(['number', 'uuid', 'hash', 'code'])

const addressOf = (raw: string) =>
  URL.canParse(raw) ? new URL(raw) : new URL(`https://${raw.replace(/^\/+/, '')}`)

/**
 * A segment with its placeholders, which the parser of addresses encodes: `{id}` and `<id>` become `:id`, and `{{id}}`
 * stays.
 */
function withPlaceholder(segment: string): string {
  const written = segment.replace(/%(?:7[bd]|3[ce])/gi, decodeUri)
  return written.replace(/^(?:\{([\w-]+)\}|<([\w-]+)>)$/, (_, braced, angled) => `:${braced ?? angled}`)
}

/**
 * The parameters of a query, decoded: `%20` and `+` become spaces. A name or value with an escaped special character,
 * such as `%26`, stays escaped.
 */
function queryOf(search: string): Pair[] {
  const parts = search.slice(1).replaceAll('+', ' ').split('&').filter(Boolean)
  return parts.map((part) => splitPair(part.split('=').map(plain).join('=')))
}

function plain(text: string): string {
  const short = decodeUri(text)
  return /[&=#%+?]/.test(short) ? text : short
}

const VERBS: Record<string, string> = {
  POST: 'Create',
  PUT: 'Update',
  PATCH: 'Update',
  DELETE: 'Delete',
  HEAD: 'Check',
}

/** A name for a request that has none. For example, POST /orders/7/cancel gets the name "Cancel order". */
function nameOf(method: string, path: string[]): string {
  const words = path.filter((segment) => segment !== '' && !/^v\d+$/.test(segment))
  const last = words.at(-1) ?? 'root'
  const isOne = last.startsWith(':')
  const thing = spaced(isOne ? singularOf(words.at(-2) ?? 'item') : last)
  if (method === 'GET') return isOne ? `Get ${thing}` : `List ${thing}`
  const isAction = !isOne && words.at(-2)?.startsWith(':')
  if (isAction && method === 'POST')
    return capitalize(`${thing} ${spaced(singularOf(words.at(-3) ?? ''))}`.trim())
  return `${VERBS[method] ?? capitalize(method.toLowerCase())} ${isOne ? thing : spaced(singularOf(last))}`
}

const spaced = (word: string) => wordsOf(decodeUri(word)).join(' ')

/** Headers that a browser, a proxy or an HTTP client adds. They say nothing about the API. */
const NOISE =
  /^(:|sec-|if-|x-forwarded-|proxy-|cf-)|^(host|connection|content-length|user-agent|accept-encoding|accept-language|origin|referer|cookie|pragma|cache-control|dnt|te|upgrade-insecure-requests|priority|keep-alive|x-requested-with|postman-token)$/i

/**
 * Returns the headers of captured traffic without the headers that a browser adds. A variable replaces each credential,
 * because other people may read the collection. `Authorization` with a scheme in {@link AUTHS} becomes `auth`.
 * `variables` has the names of the variables that the user has to set.
 */
function withoutCredentials(headers: Pair[]): {
  headers: Pair[]
  auth: JsonObject | undefined
  variables: string[]
} {
  const useful = headers.filter(({ key }) => !NOISE.test(key))
  const authorization = useful.find(({ key }) => /^authorization$/i.test(key))
  const auth = authorization && authOf(authorization.value)
  const variables = auth ? auth.variables : []
  const kept = useful
    .filter((header) => header !== authorization || auth === undefined)
    .map((header) => toVariable(header, variables))
  return { headers: kept, auth: auth?.auth, variables }
}

/**
 * Handles a header, query parameter or form field. If its name shows that the value is a credential, replaces the value
 * with a variable, and adds the name of the variable to `variables`. Returns any other field as the same object.
 */
function toVariable<Field extends { key: string; value?: string }>(field: Field, variables: string[]): Field {
  const { key, value = '' } = field
  if (!isRecordedCredential(key, value) || /^\s*\{\{.*\}\}\s*$/.test(value)) return field
  return { ...field, value: variableFor(key, variables) }
}

/**
 * Replaces credentials in a text (JSON, XML, GraphQL, a form) with variables: `"token": "x1"` becomes
 * `"token": "{{token}}"`. Adds the names of the variables to `variables`.
 */
export function textWithVariables(text: string, variables: string[]): string {
  return replaceCredentials(
    text,
    ({ name = 'secret', value }) => (hasVariable(value) ? undefined : variableFor(name, variables)),
    isRecordedCredential,
  )
}

function variableFor(key: string, variables: string[]): string {
  const name = secretName(key)
  variables.push(name)
  return `{{${name}}}`
}

/**
 * The schemes of the header `Authorization` for which Postman has an auth type. Each entry maps the parameters of the
 * auth type to the names of the variables that replace their values.
 */
const AUTHS: Record<string, Record<string, string>> = {
  bearer: { token: 'access_token' },
  basic: { username: 'username', password: 'password' },
  digest: { username: 'username', password: 'password' },
  ntlm: { username: 'username', password: 'password' },
}

function authOf(value: string): { auth: JsonObject; variables: string[] } | undefined {
  const scheme = splitScheme(value).scheme.toLowerCase()
  if (!Object.hasOwn(AUTHS, scheme)) return undefined
  const parameters = Object.entries(AUTHS[scheme]!)
  const entries = parameters.map(([key, variable]) => ({ key, value: `{{${variable}}}`, type: 'string' }))
  return { auth: { type: scheme, [scheme]: entries }, variables: parameters.map(([, variable]) => variable) }
}
