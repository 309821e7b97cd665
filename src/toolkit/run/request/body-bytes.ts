import { stripJsonComments } from '../../semantics/loose-json.js'
import type { DraftBody, FormPart } from '../wire-request.js'
import { encodeForm } from './encode.js'

const CRLF = '\r\n'

const LANGUAGES: Record<string, string> = {
  json: 'application/json',
  xml: 'application/xml',
  html: 'text/html',
  javascript: 'application/javascript',
  text: 'text/plain',
}

/** The media type that a raw or GraphQL body gets if the request has no `Content-Type` header. */
export function defaultType(body: DraftBody): string | undefined {
  if (body.mode === 'graphql') return 'application/json'
  return body.mode === 'raw' ? (LANGUAGES[body.language ?? 'text'] ?? 'text/plain') : undefined
}

/** Whether a raw body is JSON, by its language, else by its media type. Comments of JSON are not sent. */
export function isJsonText(body: DraftBody & { mode: 'raw' }, contentType: string | undefined): boolean {
  if (body.language) return body.language === 'json'
  return contentType !== undefined && /^application\/(\S+\+)?json/.test(contentType)
}

export function rawText(body: DraftBody & { mode: 'raw' }, contentType: string | undefined): string {
  return isJsonText(body, contentType) ? stripJsonComments(body.text) : body.text
}

export function createBoundary(digits: () => number): string {
  return '-'.repeat(26) + Array.from({ length: 24 }, () => Math.floor(digits() * 10)).join('')
}

export function bodyBytes(
  body: Exclude<DraftBody, { mode: 'formdata' }>,
  contentType: string | undefined,
): Uint8Array {
  switch (body.mode) {
    case 'raw':
      return Buffer.from(rawText(body, contentType))
    case 'urlencoded':
      return Buffer.from(encodeForm(body.fields))
    case 'graphql':
      return Buffer.from(graphqlText(body))
    case 'file':
      return body.bytes
  }
}

/** A GraphQL operation as JSON, with its members in Postman's order. */
function graphqlText({ query, operationName, variables }: DraftBody & { mode: 'graphql' }): string {
  const members = [
    query === undefined ? undefined : `"query":${JSON.stringify(query)}`,
    operationName === undefined ? undefined : `"operationName":${operationName}`,
    variables === undefined ? undefined : `"variables":${variables}`,
  ]
  return `{${members.filter((member) => member !== undefined).join(',')}}`
}

export function multipartBytes(parts: FormPart[], boundary: string): Uint8Array {
  const pieces = parts.flatMap((part) => [
    Buffer.from(`--${boundary}${CRLF}${partHead(part)}${CRLF}`),
    part.bytes ?? Buffer.from(part.value),
    Buffer.from(CRLF),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--${CRLF}`)])
}

/** The head of one part. Names are not escaped, as in Postman, but line breaks would start another header. */
function partHead(part: FormPart): string {
  const name = oneLine(part.key)
  const fileName = part.fileName === undefined ? '' : `; ${fileNames(oneLine(part.fileName))}`
  const type = part.contentType ?? (part.bytes ? 'application/octet-stream' : undefined)
  return `Content-Disposition: form-data; name="${name}"${fileName}${CRLF}${type ? `Content-Type: ${oneLine(type)}${CRLF}` : ''}`
}

const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

/** The file name of a part. A name with characters beyond Latin-1 is written a second time, encoded (RFC 5987). */
function fileNames(name: string): string {
  const plain = `filename="${name}"`
  if (!/[^\t\x20-\x7e\x80-\xff]/.test(name)) return plain
  return `${plain}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`
}
