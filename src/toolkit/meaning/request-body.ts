import type { JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import { parseLooseJson } from './loose-json.js'

/** Methods whose body Postman leaves out. */
const BODILESS = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK'])

/** Whether a request is sent with its body. */
export function sendsBody({ body, method, profile }: RequestTemplate): boolean {
  return body !== undefined && (!BODILESS.has(method) || profile.disableBodyPruning === true)
}

/** The raw body as JSON; undefined when it is none, or when it is said to be something else. */
export function readJsonBody(request: RequestTemplate): JsonValue | undefined {
  const { body } = request
  if (body?.mode !== 'raw' || isOtherLanguage(request, body.language)) return undefined
  const value = parseLooseJson(body.text)
  return typeof value === 'object' || typeof value === 'string' ? value : undefined
}

/** XML and HTML are never JSON; plain text may be, people forget to set the language. */
function isOtherLanguage(request: RequestTemplate, language: string | undefined): boolean {
  if (language && /^(xml|html|javascript)$/.test(language)) return true
  const type = request.headers.find((header) => header.key?.toLowerCase() === 'content-type')?.value
  return typeof type === 'string' && /xml|html|urlencoded|multipart/i.test(type)
}
