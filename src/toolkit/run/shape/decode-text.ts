import { memoized } from '../../../text/memoized.js'

export interface MediaType {
  type: string
  charset?: string
}

export function parseMediaType(value = ''): MediaType {
  return mediaTypeOf(value)
}

const mediaTypeOf = memoized((value): MediaType => {
  const [type = '', ...parameters] = value.split(';')
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)/i.exec(parameter)?.[1])
    .find(Boolean)
  return { type: type.trim().toLowerCase(), charset }
})

const TEXT_TYPE =
  /^text\/|[/+](json|xml|yaml|x-yaml|javascript|ndjson|x-ndjson|graphql|csv)$|^application\/(x-www-form-urlencoded|problem\+json|jsonl?)/

export function isTextType(type: string): boolean {
  return TEXT_TYPE.test(type)
}

/** Whether bytes without a useful media type look like text: no NUL and few control characters at the start. */
export function looksLikeText(body: Buffer): boolean {
  const start = body.subarray(0, 1024)
  let controls = 0
  for (const byte of start) {
    if (byte === 0) return false
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) controls++
  }
  return controls * 20 <= start.byteLength
}

/** Decodes a body by its byte order mark, else by the charset in the header or in the body, else as UTF-8. */
export function decodeText(body: Buffer, { type, charset }: MediaType): string {
  const label =
    markedCharset(body) ?? charset ?? (/html|xml/.test(type) ? writtenCharset(body) : undefined) ?? 'utf-8'
  if (/^(utf-?8|us-ascii)$/i.test(label) && body[0] !== 0xef) return body.toString('utf8')
  try {
    return new TextDecoder(label).decode(body)
  } catch {
    return new TextDecoder().decode(body)
  }
}

function markedCharset(body: Buffer): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return body[0] === 0xff && body[1] === 0xfe ? 'utf-16le' : undefined
}

function writtenCharset(body: Buffer): string | undefined {
  const start = body.subarray(0, 1024).toString('latin1')
  for (const [tag] of start.matchAll(/<meta[^<>]*|<\?xml[^<>]*/gi)) {
    const charset = /\s(?:charset|encoding)\s*=\s*["']?([\w-]+)|;\s*charset=([\w-]+)/i.exec(tag)
    if (charset) return charset[1] ?? charset[2]
  }
  return undefined
}
