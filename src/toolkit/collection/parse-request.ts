import type { JsonObject, JsonValue } from '../model/json.js'
import type { RequestTemplate, UrlTemplate } from '../model/request-template.js'
import { type Inherited, inherit } from './parse-auth.js'
import { parseBody } from './parse-body.js'
import { parseHeaders } from './parse-entries.js'
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
