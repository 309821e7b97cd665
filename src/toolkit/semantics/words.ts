import { cutAtWord } from '../../text/cut.js'
import { normalizeText } from '../../text/normalize.js'

/**
 * Word boundaries. Most names are ASCII, for which the shorter patterns give the same result several times faster.
 */
const ASCII = { hump: /([a-z\d])([A-Z])/g, capitals: /(?<=[A-Z][A-Z])[A-Z][a-z][a-z]/g, gap: /[^a-z\d]+/ }
const UNICODE = {
  hump: /(\p{Ll}|\d)(\p{Lu})/gu,
  capitals: /(?<=\p{Lu}\p{Lu})\p{Lu}\p{Ll}\p{Ll}/gu,
  gap: /[^\p{L}\p{N}]+/u,
}

/** The words of a name in lower case: splits at case changes, keeps digits, removes accents and signs. */
export function wordsOf(text: string): string[] {
  if (text.length > MAX_CACHED || text.includes(' ')) return wordsOfSentence(text)
  const known = cache.get(text)
  if (known) return [...known]
  const words = cut(text)
  if (cache.size === MAX_ENTRIES) cache.clear()
  cache.set(text, words)
  return [...words]
}

/** The same sentence is often read several times in a row: the name of one request, by each function that judges it. */
function wordsOfSentence(text: string): string[] {
  if (text !== last.text) last = { text, words: cut(text) }
  return [...last.words]
}

let last: { text: string; words: readonly string[] } = { text: '', words: [] }

/** Names repeat often: keys, segments, verbs. Sentences do not. */
const cache = new Map<string, readonly string[]>()
const MAX_ENTRIES = 4_096
const MAX_CACHED = 40

function cut(text: string): string[] {
  const isAscii = /^[ -~\s]*$/.test(text)
  const plain = isAscii ? text : normalizeText(text, 'NFKD').replace(/\p{M}+/gu, '')
  const { hump, capitals, gap } = isAscii ? ASCII : UNICODE
  return plain.replace(hump, '$1 $2').replace(capitals, ' $&').toLowerCase().split(gap).filter(Boolean)
}

/** Maximum length of an utterance, about two minutes of speech. */
const SAID_CHARS = 2_000

/**
 * The beginning of an utterance, up to a whole word: parsing is slower than linear, and a long pasted text would
 * block other sessions.
 */
export function beginningOf(text: string): string {
  return cutAtWord(text, SAID_CHARS)
}
