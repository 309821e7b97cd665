/** Shorter secrets are too common in ordinary text to be looked for. */
export const MIN_LENGTH = 4

/** Shorter secrets are looked for as they are written only: turned round or in other case they are common words. */
const MIN_FREE_LENGTH = 8

/** Shorter pieces of base64 are common words, too. */
const MIN_BASE64_LENGTH = 8

/** Longer secrets are files; their encodings would fill the memory. */
const MAX_ENCODED_LENGTH = 16_384

/** What a secret may be found as, after the escapes of the text around it are decoded. */
export interface SecretForms {
  /** As it is, letter by letter. */
  exact: string[]
  /** In upper, lower or mixed case: as it is, turned round, as hexadecimal digits. */
  anyCase: string[]
  /** Inside of base64, of either alphabet. */
  base64: string[]
}

/** The forms of one secret; none for one that is too short. */
export function formsOf(secret: string): SecretForms {
  if (secret.length < MIN_LENGTH) return { exact: [], anyCase: [], base64: [] }
  const isFree = secret.length >= MIN_FREE_LENGTH
  const own = { exact: isFree ? [] : [secret], anyCase: isFree ? [secret] : [] }
  if (secret.length > MAX_ENCODED_LENGTH) return { ...own, base64: [] }
  const turned = isFree ? casesOf(secret).flatMap((text) => [text, [...text].reverse().join('')]) : []
  return {
    exact: own.exact,
    anyCase: [...turned, Buffer.from(secret).toString('hex')],
    base64: insidesOf(secret).flatMap((text) => base64Of(Buffer.from(text))),
  }
}

/** What base64 may be made of: of the secret, or of JSON or an address with the secret in it. */
function insidesOf(secret: string): string[] {
  // Half of a surrogate pair is no text that an address can carry.
  const wellFormed = Buffer.from(secret).toString()
  return [...new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(wellFormed)])]
}

/** The secret, and its upper and lower case where that may be another text than each letter by itself makes. */
function casesOf(secret: string): string[] {
  return /^[ -~]*$/.test(secret) ? [secret] : [secret, secret.toUpperCase(), secret.toLowerCase()]
}

/**
 * What base64 of any text around the bytes has in it, for each of the three places where they can begin in a group of three; and the bytes
 * alone, when only the padding makes that long enough. In both alphabets (RFC 4648, 4 and 5).
 */
function base64Of(bytes: Buffer): string[] {
  const inside = [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64')
    // Characters that also hold bits of what stands before or behind.
    const start = Math.ceil((before * 8) / 6)
    const end = Math.floor(((before + bytes.length) * 8) / 6)
    return text.slice(start, end)
  })
  const long = [...inside, bytes.toString('base64')].filter((text) => text.length >= MIN_BASE64_LENGTH)
  return long.flatMap((text) => [text, text.replaceAll('+', '-').replaceAll('/', '_')])
}
