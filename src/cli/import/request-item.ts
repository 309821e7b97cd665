import { tryParseJson } from '../../protocol/parse-json.js'
import { capitalize } from '../../text/capitalize.js'
import { decodeUri } from '../../text/decode-uri.js'
import { asObject, asText } from '../../toolkit/collection/read-shape.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import { replaceCredentials, textWithVariables, toVariable } from './credentials.js'
import { collectionOf, type Imported, type Pair, type PlainRequest, searchOf, splitPair } from './imported.js'

/**
 * Converts one request to a v2.1 item. Ids in the path become path variables. Credentials become collection variables;
 * `variables` has their names.
 */
function requestItem(plain: PlainRequest): { item: JsonObject; variables: string[] } {
  const { headers, auth, variables } = replaceCredentials(plain.headers)
  const url = urlOf(plain.url, { variables, otherUrls: plain.otherUrls })
  const request: JsonObject = {
    method: plain.method,
    header: headers.map((header) => ({ ...header })),
    url: url.parts,
    ...(plain.body && { body: bodyOf(plain.body, variables) }),
    ...(auth && { auth }),
  }
  const operation = namedOperation(plain.body)
  const ownName = operation && /^[\w./-]+$/.test(operation) ? capitalize(spaced(operation)) : undefined
  const name = plain.name ?? ownName ?? nameOf(plain.method, url.path)
  return { item: { name, request, response: plain.examples ?? [] }, variables }
}

/** Creates a collection of requests. If credentials became variables, the last remark names the variables. */
export function importRequests(
  requests: readonly PlainRequest[],
  { name, from, remarks }: { name: string; from: string; remarks: string[] },
): Imported {
  const items = requests.map(requestItem)
  const names = [...new Set(items.flatMap(({ variables }) => variables))].join(', ')
  const remark = `Credentials were left out and became variables: ${names}. Set them in .env or an environment file.`
  return {
    document: collectionOf(
      name,
      items.map(({ item }) => item),
    ),
    from,
    remarks: names === '' ? remarks : [...remarks, remark],
  }
}

/** Replaces the credentials in the fields or the text of a body with variables. */
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
  const { parts, path } = urlOf(url)
  return `${method} ${[parts.host].flat().join('.')}/${path.join('/')} ${namedOperation(body) ?? ''}`
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

/** An address as Postman's URL object. Ids in the path become path variables: `/pets/7` becomes `/pets/:petId`. */
function urlOf(
  raw: string,
  { variables = [], otherUrls = [] }: { variables?: string[]; otherUrls?: string[] } = {},
): { parts: JsonObject; path: string[] } {
  const address = addressOf(raw)
  const segments = address.pathname.split('/').slice(1).map(withPlaceholder)
  const ids: Pair[] = []
  const uses = new Map<string, number>()
  const path = segments.map((segment, index) => {
    if (!isId(segment)) return segment
    const key = numbered(`${camel(singular(segments[index - 1] ?? ''))}Id`, uses)
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
  const parts: JsonObject = {
    raw: `${address.origin}/${path.join('/')}${searchOf(query)}`,
    protocol: address.protocol.slice(0, -1),
    host: address.hostname.split('.'),
    ...(address.port && { port: address.port }),
    path,
    ...(query.length > 0 && { query }),
    ...(ids.length > 0 && { variable: ids }),
  }
  return { parts, path }
}

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

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Whether a path segment is an id: a number, a UUID, or a hexadecimal key of at least 16 characters. */
function isId(segment: string): boolean {
  return /^\d+$/.test(segment) || UUID.test(segment) || isLongKey(segment)
}

const isLongKey = (segment: string) =>
  segment.length >= 16 && /^[0-9a-f]+$/i.test(segment) && /\d/.test(segment)

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
  const thing = spaced(isOne ? singular(words.at(-2) ?? 'item') : last)
  if (method === 'GET') return isOne ? `Get ${thing}` : `List ${thing}`
  const isAction = !isOne && words.at(-2)?.startsWith(':')
  if (isAction && method === 'POST')
    return capitalize(`${thing} ${spaced(singular(words.at(-3) ?? ''))}`.trim())
  return `${VERBS[method] ?? capitalize(method.toLowerCase())} ${isOne ? thing : spaced(singular(last))}`
}

function singular(word: string): string {
  return word
    .replace(/ies$/, 'y')
    .replace(/(ss|us|is)$|(ch|sh|x)es$|s$/, (_, kept = '', stem = '') => kept + stem)
}

function camel(word: string): string {
  const text = word.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string | undefined) => next?.toUpperCase() ?? '')
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function spaced(word: string): string {
  return word
    .replace(/[-_.]+/g, ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
}

/** The name, with a number at its end if it was used before: `petId`, then `petId2`, `petId3`. */
function numbered(wanted: string, uses: Map<string, number>): string {
  const name = wanted === 'Id' ? 'id' : wanted
  const count = (uses.get(name) ?? 0) + 1
  uses.set(name, count)
  return count === 1 ? name : `${name}${count}`
}
