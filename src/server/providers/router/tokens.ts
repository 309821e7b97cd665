import { cutWords } from '../../../languages/cut-words.js'
import { numberOf } from '../../../languages/digits.js'
import type { Language } from '../../../languages/language.js'
import { findSpokenNumbers } from '../../../languages/spoken-numbers.js'
import { withoutAccents } from '../../../languages/word-lists.js'
import { trimEndOf } from '../../../text/trim.js'
import { knownStem, stemsOf as wordStems } from '../../../toolkit/search/known-stem.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'

/** A piece of an utterance: a word, a number, or a value that is recognized by its form. */
export interface Token {
  kind: 'word' | 'number' | 'code' | 'quoted' | 'email' | 'url' | 'date' | 'time'
  /** The text of the token, without quotes and punctuation around it. Spelled digits are written as digits. */
  text: string
  /** The text in lower case, without accents. */
  lower: string
  /** Stems of the words in the token. If the tools have only a translation of a word, its stem is used instead. */
  stems: string[]
  /** Stems of other forms of the word, and of its translations, that occur in the tools. */
  otherStems?: readonly string[]
  /** The value of a number. Undefined for other tokens, and if a JavaScript number would lose digits. */
  number?: number
  /** Whether a comma, a full stop or another sign of a pause follows. A colon does not count. */
  pause: boolean
  /** Whether the token may be a name: it is a code, or has a capital letter and does not begin the sentence. */
  name: boolean
  /** Whether the token is a number in words, such as "one". Such a word may be a pronoun instead: "the first one". */
  inWords: boolean
  /** The position of the token in the utterance. */
  start: number
  end: number
  /** Whether the token was already assigned to a parameter. */
  used: boolean
}

/** Makes a token for a value that is not a part of the utterance. */
export function valueToken(text: string): Token {
  const place = { start: 0, end: text.length, used: false, pause: true }
  return { kind: 'code', text, lower: plainOf(text), stems: [], name: true, inWords: false, ...place }
}

/**
 * Matches quoted texts, URLs, and runs of characters between two gaps. `readToken` decides later whether a run is a
 * mail address. If this pattern decided that, each position of a long run would start a new search through the rest of
 * the run. The time would be quadratic.
 */
const patterns =
  /(?<quoted>"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}]))|(?<url>https?:\/\/[^\s,"”»]+)|(?<run>(?:[^\s,;!?()[\]"“”„«»]|(?<=\d),(?=[-+\d]))+)/gu
const dateForm =
  /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})$/
const numberForm = /^[-+]?\d+(?:[.,]\d{3})*(?:[.,]\d+)?$/
const codeForm = /\d|[\p{L}\p{N}][_/@:=+][\p{L}\p{N}]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|\p{Ll}-\p{Lu}/u

/**
 * Splits an utterance into tokens. Numbers in words and spelled ids become digits and letters: "twenty one" gives `21`.
 */
export function tokenize(
  text: string,
  {
    language,
    lexicon,
    isKnown,
  }: { language: Language; lexicon: Lexicon; isKnown: (stem: string) => boolean },
): Token[] {
  const stemsOf = (words: string[]) =>
    words
      .filter((word) => !lexicon.isStopWord(word))
      .map((word) => knownStem(word, { lexicon, isKnown }) ?? lexicon.stem(word))
  const otherStemsOf = ([word = '', ...more]: string[]) =>
    more.length > 0 || lexicon.isStopWord(word) ? [] : wordStems(word, lexicon).filter(isKnown)
  const tokens: Token[] = []
  for (const { 0: raw, index, groups } of text.matchAll(patterns)) {
    const token = readToken(raw, {
      language,
      index,
      isRun: groups?.run !== undefined,
      isUrl: groups?.url !== undefined,
    })
    if (!token) continue
    const startsSentence =
      tokens.length === 0 || /[.!?]\s*$/.test(text.slice(tokens.at(-1)!.end, token.start))
    const behind = text.slice(token.end, token.end + 2)
    const pause = /^[.,;!?)]/.test(behind) || token.end >= text.trimEnd().length
    const stems = token.kind === 'quoted' ? [] : stemsOf(cutWords(token.text))
    const otherStems = token.kind === 'word' ? otherStemsOf(cutWords(token.text)) : []
    tokens.push({
      ...token,
      pause,
      stems,
      otherStems,
      name: token.name && !(startsSentence && token.kind === 'word'),
    })
  }
  return joinNumbers(tokens, { language, lexicon })
}

type Read = Omit<Token, 'pause' | 'stems' | 'otherStems'>

function readToken(
  raw: string,
  { language, index, isRun, isUrl }: { language: Language; index: number; isRun: boolean; isUrl: boolean },
): Read | undefined {
  const plain = { used: false, inWords: false, name: false }
  const at = (text: string, kind: Token['kind'], shift = 0): Read => ({
    ...plain,
    kind,
    text,
    lower: plainOf(text),
    start: index + shift,
    end: index + shift + text.length,
  })
  if (isUrl) return at(trimEndOf(raw, '.?!;:'), 'url')
  if (!isRun) return { ...at(raw.slice(1, -1), 'quoted', 1), start: index, end: index + raw.length }
  const lead = /^[^\p{L}\p{N}+-]*/u.exec(raw)![0].length
  const bare = trimEndOf(raw.slice(lead).replace(/['’]s?$/u, ''), ".:,%/'’-").replace(/^[-+]+(?!\d)/, '')
  if (bare === '') return undefined
  const start = lead + raw.slice(lead).indexOf(bare)
  if (/^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/.test(bare)) return at(bare, 'email', start)
  if (dateForm.test(bare)) return at(bare, 'date', start)
  if (/^\d{1,2}:\d{2}(?::\d{2})?$/.test(bare)) return at(bare, 'time', start)
  if (numberForm.test(bare)) return withNumber(at(bare, 'number', start), language)
  if (codeForm.test(bare)) return { ...at(bare, 'code', start), name: true }
  return { ...at(bare, 'word', start), name: /^\p{Lu}/u.test(bare) && bare !== 'I' }
}

const plainOf = (text: string) => withoutAccents(text.toLowerCase())

/** Adds the numeric value to a token, except if it is an integer that is too large for a JavaScript number. */
function withNumber(token: Read, { numbers }: Language): Read {
  const number = numberOf(token.text, numbers)
  return number === undefined ? token : { ...token, number }
}

/** Joins the words of each number into one token. "one" stays a word if it stands for a noun, as in "the first one". */
function joinNumbers(
  tokens: Token[],
  { language, lexicon }: { language: Language; lexicon: Lexicon },
): Token[] {
  const words = tokens.map(({ kind, text, pause }) => ({
    text,
    pause,
    plain: kind === 'word' || (kind === 'number' && /^\d+$/.test(text)),
  }))
  const joined: Token[] = []
  let from = 0
  for (const { start, end, text } of findSpokenNumbers(words, language.numbers)) {
    joined.push(...tokens.slice(from, start))
    from = end
    const [first, last] = [tokens[start]!, tokens[end - 1]!]
    if (end - start === 1 && text === '1' && standsForThing(joined.at(-1), lexicon)) joined.push(first)
    else {
      const kind = /^[\d.]+$/.test(text) ? 'number' : 'code'
      const token: Read = { ...first, kind, text, lower: plainOf(text), end: last.end, inWords: true }
      const read = kind === 'number' ? { ...token, number: Number(text) } : { ...token, name: true }
      joined.push({ ...read, stems: lexicon.stems(cutWords(text)), pause: last.pause })
    }
  }
  return [...joined, ...tokens.slice(from)]
}

/** Whether "one" stands for a noun and is no number: "the first one", "show me one". The token before it decides. */
function standsForThing(before: Token | undefined, lexicon: Lexicon): boolean {
  return (
    before === undefined ||
    (before.kind === 'word' && (lexicon.isStopWord(before.lower) || lexicon.isActionWord(before.lower)))
  )
}

/** Whether a word or a code is written in capitals. */
export const isCapitals = ({ kind, text }: Token) =>
  (kind === 'word' || kind === 'code') && /^\p{Lu}[\p{Lu}\d_-]+$/u.test(text)

/** The shape of a text: each run of capitals becomes A, of small letters a, of digits 9. "AB-123x" gives "A-9a". */
export function shapeOf(code: string): string {
  return code
    .replace(/\p{Lu}+/gu, 'A')
    .replace(/\p{Ll}+/gu, 'a')
    .replace(/\d+/g, '9')
}

/** Whether a number in words may be an article: "una" in "una canción". */
export const isArticle = ({ inWords, text }: Token) => inWords && text === '1'

/** All stems of a token: those of the word itself, of its plural and of its translations. */
export const allStems = ({ stems, otherStems = [] }: Token) =>
  otherStems.length > 0 ? [...stems, ...otherStems] : stems

/** Whether the tokens from the index `start` on have these stems, one token for each stem. */
export function standsAt(tokens: readonly Token[], stems: readonly string[], start: number): boolean {
  return (
    stems.length > 0 &&
    stems.every((stem, index) => tokens[start + index] && allStems(tokens[start + index]!).includes(stem))
  )
}
