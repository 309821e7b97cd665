import { cutAtWord } from '../../text/cut.js'
import { memoized } from '../../text/memoized.js'
import { normalizeText } from '../../text/normalize.js'

/** Patterns that split names. Those for ASCII are several times faster than those for Unicode. */
const ASCII = { hump: /([a-z\d])([A-Z])/g, capitals: /(?<=[A-Z][A-Z])[A-Z][a-z][a-z]/g, word: /[a-z\d]+/g }
const UNICODE = {
  hump: /(\p{Ll}|\d)(\p{Lu})/gu,
  capitals: /(?<=\p{Lu}\p{Lu})\p{Lu}\p{Ll}\p{Ll}/gu,
  word: /[\p{L}\p{N}]+/gu,
}

/** A quick test whether `hump` or `capitals` of `ASCII` may match. Most names have no change of case inside a word. */
const SEVERAL_CASES = /[a-z\d][A-Z]|[A-Z]{3}[a-z]{2}/

const PLAIN = /^[a-z\d]+$/

/** The words of a name in lower case without accents: `user`, `id`, `5` for `userID-5`. */
export const wordsOf: (text: string) => readonly string[] = memoized(cut)

function cut(text: string): string[] {
  if (PLAIN.test(text)) return [text]
  if (isAscii(text)) return cutAscii(text)
  const plain = withoutMarks(text)
  return isAscii(plain) ? cutAscii(plain) : cutAt(plain, UNICODE)
}

const cutAscii = (text: string) =>
  SEVERAL_CASES.test(text) ? cutAt(text, ASCII) : (text.toLowerCase().match(ASCII.word) ?? [])

function cutAt(text: string, { hump, capitals, word }: typeof ASCII): string[] {
  return text.replace(hump, '$1 $2').replace(capitals, ' $&').toLowerCase().match(word) ?? []
}

/** Longer texts go through `normalizeText`, which splits runs of accents that are slow to normalize. */
const MAX_LATIN = 200

const isAscii = (text: string) => /^[ -~\s]*$/.test(text)

/** The text without accents and invisible characters. Short Latin texts need only a fixed range, and not the class `\p{M}`. */
function withoutMarks(text: string): string {
  const latin = text.length > MAX_LATIN ? text : text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
  return isAscii(latin) ? latin : normalizeText(text, 'NFKD').replace(/[\p{M}\p{DI}]+/gu, '')
}

/** Maximum length of an utterance in characters, about two minutes of speech. */
const SAID_CHARS = 2_000

/** The beginning of an utterance, to a word's end: parsing takes more than linear time. */
export function beginningOf(text: string): string {
  return cutAtWord(text, SAID_CHARS)
}
