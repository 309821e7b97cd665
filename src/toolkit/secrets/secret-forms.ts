/** Minimum characters of a secret that is searched. Ordinary text contains shorter secrets by chance. */
export const MIN_LENGTH = 4

const MIN_FREE_LENGTH = 8

/** Minimum characters of a piece of base64 that is searched. Shorter ones could be ordinary words. */
const MIN_BASE64_LENGTH = 8

const MAX_ENCODED_LENGTH = 16_384

const MAX_TWICE_LENGTH = 256

/** Minimum characters of a part of a secret that is searched. Shorter parts are often words. */
const MIN_PART_LENGTH = 12

const SEPARATORS = ['', ':', ' ', '-', '=']

/** The forms of a secret that are searched in a text. The escapes of the text must already be decoded. */
export interface SecretForms {
  exact: string[]
  /** Forms that are searched in any case: the secret, its parts, the secret reversed or in hexadecimal. */
  anyCase: string[]
  /** Pieces of base64 that contain the secret, in both alphabets (base64 and base64url). */
  base64: string[]
}

export function formsOf(secret: string): SecretForms {
  if (secret.length < MIN_LENGTH) return { exact: [], anyCase: [], base64: [] }
  const isFree = secret.length >= MIN_FREE_LENGTH
  const own = { exact: isFree ? [] : [secret], anyCase: isFree ? [secret] : [] }
  if (secret.length > MAX_ENCODED_LENGTH) return { ...own, base64: [] }
  const turned = isFree ? casesOf(secret).flatMap((text) => [text, reversed(text)]) : []
  const isTwice = isFree && secret.length <= MAX_TWICE_LENGTH
  const numbers = isTwice ? [secret, reversed(secret), base64(secret)] : [secret]
  const base64Forms = insidesOf(secret, isTwice).flatMap((text) => base64Of(Buffer.from(text)))
  const backwards = isTwice ? base64Of(Buffer.from(secret)).map(reversed) : []
  return {
    exact: own.exact,
    anyCase: [...turned, ...(isTwice ? partsOf(secret) : []), ...numbers.flatMap(hexOf)],
    base64: [...base64Forms, ...backwards],
  }
}

/** All parts of half the length of a secret. Every longer part contains one, so it is found too. */
function partsOf(secret: string): string[] {
  const length = Math.max(MIN_PART_LENGTH, Math.ceil(secret.length / 2))
  if (secret.length <= length) return []
  return Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length))
}

const reversed = (text: string) => [...text].reverse().join('')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

function hexOf(text: string): string[] {
  const bytes = hex(text).match(/../g) ?? []
  return SEPARATORS.map((separator) => bytes.join(separator))
}

/** The texts that base64 may encode: the secret, in JSON, percent-encoded; with `isTwice` also in cases, reversed, hex, base64. */
function insidesOf(secret: string, isTwice: boolean): string[] {
  // An address cannot contain half of a surrogate pair, so such a half becomes U+FFFD.
  const wellFormed = Buffer.from(secret).toString()
  const written = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed)]
  const others = isTwice
    ? [
        secret.toUpperCase(),
        secret.toLowerCase(),
        reversed(secret),
        hex(secret),
        hex(secret).toUpperCase(),
        base64(secret),
      ]
    : []
  return [...new Set([...written, ...others])]
}

/** If a secret is not ASCII, also in upper and lower case: letter by letter, `ß` would not match `SS`. */
function casesOf(secret: string): string[] {
  return /^[ -~]*$/.test(secret) ? [secret] : [secret, secret.toUpperCase(), secret.toLowerCase()]
}

/** Pieces of base64 (RFC 4648, 4 and 5) that find bytes at each of three positions in a group, and the base64 of them alone. */
function base64Of(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // The characters at both ends also depend on the bytes before and after the secret, so they are left out.
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(start, end)
  })
  const long = [...inside, bytes.toString('base64')].filter((text) => text.length >= MIN_BASE64_LENGTH)
  return long.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
}
