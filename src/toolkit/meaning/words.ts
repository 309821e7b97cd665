import { cutAtWord } from '../../text/cut.js'
import { normalizeText } from '../../text/normalize.js'

/** Where words begin and end. Most names are ASCII, for which the shorter patterns say the same several times faster. */
const ASCII = { hump: /([a-z\d])([A-Z])/g, capitals: /(?<=[A-Z][A-Z])[A-Z][a-z][a-z]/g, gap: /[^a-z\d]+/ }
const UNICODE = {
  hump: /(\p{Ll}|\d)(\p{Lu})/gu,
  capitals: /(?<=\p{Lu}\p{Lu})\p{Lu}\p{Ll}\p{Ll}/gu,
  gap: /[^\p{L}\p{N}]+/u,
}

/** The words of a name in lower case: cut at case changes, digits kept, accents dropped, signs left out. */
export function wordsOf(text: string): string[] {
  const isAscii = /^[ -~\s]*$/.test(text)
  const plain = isAscii ? text : normalizeText(text, 'NFKD').replace(/\p{M}+/gu, '')
  const { hump, capitals, gap } = isAscii ? ASCII : UNICODE
  return plain.replace(hump, '$1 $2').replace(capitals, ' $&').toLowerCase().split(gap).filter(Boolean)
}

/** Nobody says more than this in one turn, about two minutes. */
const SAID_CHARS = 2_000

/** The beginning of what was said, up to a whole word: reading takes longer than in proportion, and a pasted text would keep all others waiting. */
export function beginningOf(text: string): string {
  return cutAtWord(text, SAID_CHARS)
}
