import { withoutAccents } from '../../../languages/word-lists.js'

/** A piece of an utterance: a word, a number, or a value that is recognized by its form. */
export interface Token {
  kind: 'word' | 'number' | 'code' | 'quoted' | 'email' | 'url' | 'date' | 'time'
  /** The text of the token, without quotes and punctuation around it. Spelled digits are written as digits. */
  text: string
  /** The text in lower case, without accents. */
  lower: string
  /** Stems of the words in the token. If the tools have only a translation of a word, its stem is used instead. */
  stems: string[]
  /** The stems, and those of other forms and translations of the word that occur in the tools. */
  forms: readonly string[]
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
}

/** Makes a token for a value that is not a part of the utterance. */
export function valueToken(text: string, kind: Token['kind'] = 'code'): Token {
  const place = { start: 0, end: text.length, pause: true }
  return { kind, text, lower: plainOf(text), stems: [], forms: [], name: true, inWords: false, ...place }
}

/** A text in lower case, without accents. */
export const plainOf = (text: string) => withoutAccents(text.toLowerCase())

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

/** Whether the tokens from the index `start` on have these stems, one token for each stem. */
export function standsAt(tokens: readonly Token[], stems: readonly string[], start: number): boolean {
  return stems.length > 0 && stems.every((stem, index) => tokens[start + index]?.forms.includes(stem))
}
