/** Shorter secrets are too common in ordinary text. */
export const MIN_LENGTH = 4

/** Shorter secrets are only searched literally: reversed or in other case they are common words. */
const MIN_FREE_LENGTH = 8

/** Shorter pieces of base64 are common words. */
const MIN_BASE64_LENGTH = 8

/** Longer secrets are files; their encodings would fill the memory. */
const MAX_ENCODED_LENGTH = 16_384

/** Longer secrets are searched in one encoding at a time, because pairs of encodings would need much more memory. */
const MAX_TWICE_LENGTH = 256

/** Shorter parts of a secret are often words. */
const MIN_PART_LENGTH = 12

/** Separators between the bytes of a fingerprint, a hex dump or quoted-printable text. */
const SEPARATORS = ['', ':', ' ', '-', '=']

/** The searched forms of a secret, after the escapes of the text are decoded. */
export interface SecretForms {
  /** Case-sensitive. */
  exact: string[]
  /** Case-insensitive: literal, in part, reversed, as hexadecimal digits. */
  anyCase: string[]
  /** Inside base64, of either alphabet. */
  base64: string[]
}

/** The forms of one secret; empty for one that is too short. */
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

/** Every half: together they match any part that is at least as long, such as a cut secret. */
function partsOf(secret: string): string[] {
  const length = Math.max(MIN_PART_LENGTH, Math.ceil(secret.length / 2))
  if (secret.length <= length) return []
  return Array.from({ length: secret.length - length + 1 }, (_, at) => secret.slice(at, at + length))
}

const reversed = (text: string) => [...text].reverse().join('')
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')

/** The bytes of a text in hexadecimal, with and without separators. */
function hexOf(text: string): string[] {
  const bytes = hex(text).match(/../g) ?? []
  return SEPARATORS.map((separator) => bytes.join(separator))
}

/**
 * The texts that may be base64-encoded: the secret, JSON or an address that contains it, or the secret in another
 * notation.
 */
function insidesOf(secret: string, isTwice: boolean): string[] {
  // Half of a surrogate pair cannot be encoded in an address.
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

/** The secret, and its upper and lower case if that differs from converting each letter separately. */
function casesOf(secret: string): string[] {
  return /^[ -~]*$/.test(secret) ? [secret] : [secret, secret.toUpperCase(), secret.toLowerCase()]
}

/**
 * The base64 of any text that contains the bytes, for each of the three alignments; and of the bytes alone, if they
 * reach the minimum length only with padding. In both alphabets (RFC 4648, 4 and 5).
 */
function base64Of(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Characters that also contain bits of the neighbouring bytes.
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(start, end)
  })
  const long = [...inside, bytes.toString('base64')].filter((text) => text.length >= MIN_BASE64_LENGTH)
  return long.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
}
