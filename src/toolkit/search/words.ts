/** A word of a text: lower-case, without accents. */
export type Word = string

const pieces = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|\p{Lo}+|\p{N}+/gu

/**
 * Words of a text or an identifier: `apiCredentials`, `api_credentials` and "API credentials" are the same two. Digits stay with
 * the letters around them, so that `ipv4` and `oauth2` are one word.
 */
export function splitWords(text: string): Word[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’]s?\b/gu, ' ')
  return plain.split(/[^\p{L}\p{N}]+/u).flatMap(splitIdentifier)
}

function splitIdentifier(token: string): Word[] {
  if (token === '') return []
  if (/\p{N}/u.test(token) && /^\p{L}+\p{N}+\p{L}*$/u.test(token)) return splitBeforeDigits(token)
  return (token.match(pieces) ?? [token]).map((piece) => piece.toLowerCase())
}

/** `ipv4StaticRoute` is "ipv4", "static", "route". */
function splitBeforeDigits(token: string): Word[] {
  const match = /^(\p{L}+\p{N}+)(\p{L}*)$/u.exec(token)
  if (!match) return [token.toLowerCase()]
  const head = (match[1]!.match(/\p{Lu}?\p{Ll}+\p{N}+$|\p{Lu}+\p{N}+$/u)?.[0] ?? match[1]!) as string
  const before = match[1]!.slice(0, match[1]!.length - head.length)
  return [...splitIdentifier(before), head.toLowerCase(), ...splitIdentifier(match[2]!)]
}
