import { groupBy } from '../../model/group-by.js'

const bytesOf = new TextEncoder()

/** Escapes controls, spaces, all beyond ASCII and the characters in `extra`, but never `%`. */
function encoder(extra: string): (text: string) => string {
  const pass = new Uint8Array(256)
  for (let code = 0x21; code < 0x7f; code++) pass[code] = 1
  for (const char of extra) pass[char.charCodeAt(0)] = 0
  const isPlain = (text: string) => {
    for (let index = 0; index < text.length; index++) if (!pass[text.charCodeAt(index)]) return false
    return true
  }
  return (text) => {
    if (isPlain(text)) return text
    let encoded = ''
    for (const byte of bytesOf.encode(text))
      encoded += pass[byte] ? String.fromCharCode(byte) : escapeByte(byte)
    return encoded
  }
}

const escapeByte = (byte: number) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`

export const encodePath = encoder('"<>`#?{}')

export const encodeQuery = encoder('"#\'<>')

/** Escapes a user name or a password as Postman does. */
export const encodeUserInfo = encoder('"<>`#?{}/:;=@[\\]^|')

const UNRESERVED = /^[\w.~-]*$/

const LONE_SURROGATES = /\p{Surrogate}/u
const escapeRest = (char: string) => escapeByte(char.charCodeAt(0))

/** Escapes all but letters, digits and `-_.~` (RFC 3986, strictest). Half surrogate pairs become U+FFFD. */
export function encodeStrictly(text: string): string {
  if (UNRESERVED.test(text)) return text
  const sound = LONE_SURROGATES.test(text) ? Buffer.from(text).toString() : text
  return encodeURIComponent(sound).replace(/[!'()*]/g, escapeRest)
}

/** Escapes a value in a path, also the dots of `.` and `..`, which could lead out of the path of the API. */
export function encodeSegment(text: string): string {
  if (!/[./\\]/.test(text)) return encodeStrictly(text)
  return text
    .split(/([/\\])/)
    .map((part) => (/^\.{1,2}$/.test(part) ? part.replaceAll('.', '%2E') : encodeStrictly(part)))
    .join('')
}

/** Writes a form by Postman's rules: a space is `%20`, and fields of one name follow each other. */
export function encodeForm(fields: { key: string; value: string }[]): string {
  return [...groupBy(fields, ({ key }) => key).values()]
    .flat()
    .map(({ key, value }) => `${encodeStrictly(key)}=${encodeStrictly(value)}`)
    .join('&')
}
