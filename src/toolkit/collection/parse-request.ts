import type { JsonObject, JsonValue } from '../model/json.js'
import type { BodyTemplate, RequestTemplate, UrlTemplate } from '../model/request-template.js'
import { type Inherited, inherit } from './parse-auth.js'
import { parseEntries, parseFormEntries, parseHeaders } from './parse-entries.js'
import { parseUrl } from './parse-url.js'
import { asObject, asText } from './read-shape.js'

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

/**
 * Parses the `body` member of a request. Undefined if the body is disabled, has no mode, or has no text, fields or
 * GraphQL object for its mode. A `file` body without a file is kept.
 */
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
