import { asObject } from '../collection/read-shape.js'
import type { JsonValue } from '../model/json.js'
import type { BodyTemplate, Entry, RequestTemplate } from '../model/request-template.js'
import { sharedLooseJson } from './loose-json.js'

export const BODILESS = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK'])

export function sendsBody({ body, method, profile }: RequestTemplate): boolean {
  return body !== undefined && (!BODILESS.has(method) || profile.disableBodyPruning === true)
}

let last: { request: RequestTemplate; value: JsonValue | undefined } | undefined

/** The raw body as JSON, shared: do not change it. Undefined if it is another language. */
export function readJsonBody(request: RequestTemplate): JsonValue | undefined {
  if (last?.request !== request) last = { request, value: parseBody(request) }
  return last.value
}

function parseBody(request: RequestTemplate): JsonValue | undefined {
  const { body } = request
  if (body?.mode !== 'raw' || isOtherLanguage(request, body.language)) return undefined
  const value = sharedLooseJson(body.text)
  return typeof value === 'object' || typeof value === 'string' ? value : undefined
}

/** Whether the body is said to be another language, such as XML. Plain text is the default and says nothing. */
function isOtherLanguage(request: RequestTemplate, language: string | undefined): boolean {
  if (language && /^(xml|html|javascript)$/.test(language)) return true
  return /xml|html|urlencoded|multipart/i.test(contentTypeOf(request.headers) ?? '')
}

export function contentTypeOf(headers: readonly Entry[]): string | undefined {
  const found = headers.find(({ key, disabled }) => !disabled && key?.trim().toLowerCase() === 'content-type')
  return found && String(found.value ?? '')
}

/** The fields of a form or the outermost members of JSON; undefined for other bodies. */
export function bodyMembers(
  request: RequestTemplate,
): [key: string, value: JsonValue | undefined][] | undefined {
  const { body } = request
  if (body && 'entries' in body)
    return body.entries.flatMap(({ key, value, disabled }) => (key && !disabled ? [[key, value]] : []))
  const object = asObject(readJsonBody(request))
  return object && Object.entries(object)
}

/** How many characters of a body are searched for names. */
const READ_CHARS = 4_000

export function namesInText(text: string): string[] {
  const names: string[] = []
  if (text === '') return names
  for (const [, key] of text.slice(0, READ_CHARS).matchAll(/"(\w{2,40})"\s*:/g)) names.push(key!)
  return names
}

export function bodyNames(body: BodyTemplate | undefined): string[] {
  if (body?.mode === 'raw') return namesInText(body.text)
  return body?.mode === 'urlencoded' || body?.mode === 'formdata'
    ? body.entries.flatMap(({ key }) => key ?? [])
    : []
}
