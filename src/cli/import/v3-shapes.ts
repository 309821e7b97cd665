import { asObject, objectsIn } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { searchOf, splitPair } from './imported.js'

/** The names of events in format 3.0 and in v2.1. A file may have `http:` before the name: `http:beforeRequest`. */
const EVENTS: Record<string, string> = { beforeRequest: 'prerequest', afterResponse: 'test' }
const LANGUAGES: ReadonlySet<string> = new Set(['json', 'text', 'xml', 'html', 'javascript'])

/** Converts the content of a `*.request.yaml` to a request of v2.1. */
export function requestOf(content: JsonObject): JsonObject {
  const auth = authOf(content.auth)
  const body = bodyOf(asObject(content.body))
  const { description } = content
  return {
    method: String(content.method ?? 'GET').toUpperCase(),
    header: pairsOf(content.headers),
    url: urlOf(content),
    ...(body && { body }),
    ...(auth && { auth }),
    ...(typeof description === 'string' && { description }),
  }
}

/** Converts the content of a `*.example.yaml` to an example of v2.1. */
export function exampleItem(content: JsonObject, fallbackName: string): JsonObject {
  const response = asObject(content.response) ?? content
  const request = asObject(content.request) ?? asObject(content.originalRequest)
  const code = Number(response.statusCode ?? response.code ?? 200)
  const text = contentOf(response.body)
  return {
    name: String(content.name ?? fallbackName),
    ...(request && { originalRequest: requestOf(request) }),
    code,
    status: String(response.statusText ?? ''),
    header: pairsOf(response.headers),
    body: typeof text === 'string' ? text : text === undefined ? '' : JSON.stringify(text, null, 2),
  }
}

/** The content of a body: `content`, with the type beside it; nothing for `{}`. Other objects are JSON themselves. */
function contentOf(body: JsonValue | undefined): JsonValue | undefined {
  const parts = asObject(body)
  const isEmpty = parts !== undefined && Object.keys(parts).every((key) => key === 'type')
  return isEmpty ? undefined : (parts?.content ?? body)
}

/**
 * Converts a map or a list to the list of v2.1: `{ a: 1 }` gives `[{ key: "a", value: "1" }]`. Entries of a list keep
 * the members that v2.1 has, such as `disabled`.
 */
export function pairsOf(value: JsonValue | undefined): JsonObject[] {
  if (Array.isArray(value)) return objectsIn(value).map(pair)
  return Object.entries(asObject(value) ?? {}).map(([key, member]) => pair({ key, value: member }))
}

function pair({ key, value, disabled, description, type, src }: JsonObject): JsonObject {
  return {
    key: String(key),
    ...(src === undefined && {
      value: typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value),
    }),
    ...(src !== undefined && { src }),
    ...(disabled === true && { disabled }),
    ...(typeof description === 'string' && { description }),
    ...((type === 'text' || type === 'file') && { type }),
  }
}

/**
 * Converts the auth of a request or folder to v2.1. For example, `{ type: "bearer", credentials: { token: "x" } }`
 * becomes `{ type: "bearer", bearer: [...] }` with a list of entries. Undefined if there is no auth, or if it is
 * inherited.
 */
export function authOf(value: JsonValue | undefined): JsonObject | undefined {
  const auth = asObject(value)
  if (typeof auth?.type !== 'string' || auth.type === 'inherit') return undefined
  const { type } = auth
  const entries = pairsOf(auth.credentials ?? auth[type]).map(({ key, value: text }) => ({
    key: String(key),
    value: text ?? '',
    type: 'string',
  }))
  return type === 'noauth' ? { type } : { type, [type]: entries }
}

export function eventsOf(value: JsonValue | undefined): JsonObject[] {
  return objectsIn(value).flatMap(({ type, code }) => {
    const listen = EVENTS[String(type).replace(/^http:/, '')]
    if (!listen || typeof code !== 'string') return []
    return [{ listen, script: { type: 'text/javascript', exec: code.split('\n') } }]
  })
}

function bodyOf(body: JsonObject | undefined): JsonObject | undefined {
  if (!body || typeof body.type !== 'string') return undefined
  const { type, content } = body
  if (type === 'urlencoded') return { mode: 'urlencoded', urlencoded: pairsOf(content) }
  if (type === 'formdata')
    return { mode: 'formdata', formdata: pairsOf(content).map((field) => ({ type: 'text', ...field })) }
  if (type === 'graphql') return { mode: 'graphql', graphql: graphqlOf(content) }
  if (type === 'file' || type === 'binary')
    return { mode: 'file', file: { src: String(asObject(content)?.src ?? content ?? '') } }
  const raw = typeof content === 'string' ? content : JSON.stringify(content ?? '', null, 2)
  return { mode: 'raw', raw, ...(LANGUAGES.has(type) && { options: { raw: { language: type } } }) }
}

function graphqlOf(content: JsonValue | undefined): JsonObject {
  const parts = asObject(content)
  const { variables } = parts ?? {}
  const text = typeof variables === 'string' ? variables : JSON.stringify(variables ?? {})
  return { query: String(parts?.query ?? content ?? ''), variables: text }
}

/** The address of a request, with its `queryParams` and `pathVariables`. */
function urlOf(content: JsonObject): JsonObject {
  const written = String(asObject(content.url)?.raw ?? content.url ?? '')
  const params = pairsOf(content.queryParams)
  const variable = pairsOf(content.pathVariables)
  const [address = '', ...rest] = written.split('?')
  const own = rest.join('?')
  const query: JsonObject[] = params.length > 0 ? params : own ? own.split('&').map(splitPair) : []
  const [, protocol, host = '', path = ''] = /^(?:([a-z]+):\/\/)?([^/]*)\/?([\s\S]*)$/i.exec(address) ?? []
  return {
    raw: address + searchOf(query),
    ...(protocol && { protocol }),
    host: /\{\{/.test(host) ? [host] : host.split('.'),
    path: path === '' ? [] : path.split('/'),
    ...(query.length > 0 && { query }),
    ...(variable.length > 0 && { variable }),
  }
}
