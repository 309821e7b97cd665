import { cutWords } from '../../../languages/cut-words.js'
import { numberOf } from '../../../languages/digits.js'
import type { Language } from '../../../languages/language.js'
import { findSpokenNumbers } from '../../../languages/spoken-numbers.js'
import { trimEndOf } from '../../../text/trim.js'
import { stemsOf as formsOf, knownStem } from '../../../toolkit/search/known-stem.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import type { Resolved } from './as-said.js'
import type { Catalog } from './catalog.js'
import { joinMoments } from './moments.js'
import { plainOf, type Token, valueToken } from './token.js'

/** What is needed to read an utterance. */
export interface Reading {
  text: string
  catalog: Catalog
  language: Language
  now: Date
  /** What the references of the user stood for. Absent if they are not resolved. */
  resolved?: Resolved
}

/** The quoted texts in an utterance, with their quotes. */
export const quotedIn = (text: string): string[] =>
  [...text.matchAll(pieces)].flatMap(({ groups }) => groups?.quoted ?? [])

/**
 * Matches quoted texts, URLs, and runs of characters between two gaps. `readToken` decides later whether a run is a
 * mail address. If this pattern decided that, the time would be quadratic in the length of a run.
 */
const pieces =
  /(?<quoted>"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}]))|(?<url>https?:\/\/[^\s,"”»]+)|(?<run>(?:[^\s,;!?()[\]"“”„«»]|(?<=\d),(?=[-+\d]))+)/gu
const dateForm =
  /^(?:\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})$/
const numberForm = /^[-+]?\d+(?:[.,]\d{3})*(?:[.,]\d+)?$/
const codeForm = /\d|[\p{L}\p{N}][_/@:=+][\p{L}\p{N}]|\p{L}\.\p{L}|\p{Ll}\p{Lu}|\p{Ll}-\p{Lu}/u
const mailForm = /^[^@\s]+@[^@\s.]+(?:\.[^@\s.]+)+$/

/**
 * Splits an utterance into tokens: numbers in words and spelled ids become digits and letters, dates and times become
 * one token. `readsSpans`: "in two weeks" is a date. `joinsBoth`: a date and a time beside it are one value.
 */
export function tokenize(reading: Reading, { readsSpans = false, joinsBoth = false } = {}): Token[] {
  const { text, catalog, now } = reading
  const known = readings.get(catalog) ?? new Map<string, Token[]>()
  readings.set(catalog, known)
  const key = `${readsSpans} ${joinsBoth} ${now.getTime()} ${text}`
  const tokens = known.get(key) ?? readTokens(reading, { readsSpans, joinsBoth })
  known.set(key, tokens)
  if (known.size > mostReadings) known.delete(known.keys().next().value!)
  return tokens
}

/** The last utterances that were read. Each is read once, and not again for every tool that it may mean. */
const readings = new WeakMap<Catalog, Map<string, Token[]>>()
const mostReadings = 8

function readTokens(reading: Reading, reads: { readsSpans: boolean; joinsBoth: boolean }): Token[] {
  const { text, catalog, language } = reading
  const tokens: Token[] = []
  for (const { 0: raw, index, groups } of text.matchAll(pieces)) {
    const form = groups?.run !== undefined ? 'run' : groups?.url !== undefined ? 'url' : 'quoted'
    const token = readToken(raw, { language, index, form })
    if (!token) continue
    const before = tokens.at(-1)
    const startsSentence = !before || (before.pause && /[.!?]\s*$/.test(text.slice(before.end, token.start)))
    const behind = text.slice(token.end, token.end + 2)
    const isShortened = behind.startsWith('. ') && /^\p{Lu}\p{Ll}$/u.test(token.text)
    const pause = (/^[.,;!?)]/.test(behind) && !isShortened) || token.end >= text.trimEnd().length
    const name = token.name && !(startsSentence && token.kind === 'word')
    tokens.push({ ...token, ...stemsOf(token, catalog), pause, name })
  }
  const timed = joinMoments(joinNumbers(tokens, reading), reading, reads)
  return joinSpelled(timed, reading)
}

function stemsOf({ kind, text }: Read, { lexicon, vocabulary }: Catalog): Pick<Token, 'stems' | 'forms'> {
  const words = kind === 'quoted' ? [] : cutWords(text).filter((word) => !lexicon.isStopWord(word))
  const stems = words.map(
    (word) => knownStem(word, { lexicon, isKnown: vocabulary.has }) ?? lexicon.stem(word),
  )
  const [word, ...more] = words
  const others = kind !== 'word' || word === undefined || more.length > 0 ? [] : formsOf(word, lexicon)
  return { stems, forms: [...new Set([...stems, ...others.filter(vocabulary.has)])] }
}

type Read = Omit<Token, 'pause' | 'stems' | 'forms'>

function readToken(
  raw: string,
  { language, index, form }: { language: Language; index: number; form: 'run' | 'url' | 'quoted' },
): Read | undefined {
  const at = (text: string, kind: Token['kind'], shift = 0): Read => ({
    ...{ kind, text, lower: plainOf(text), inWords: false, name: false },
    ...{ start: index + shift, end: index + shift + text.length },
  })
  if (form === 'url') return at(trimEndOf(raw, '.?!;:'), 'url')
  if (form === 'quoted')
    return { ...at(raw.slice(1, -1), 'quoted', 1), start: index, end: index + raw.length }
  const lead = /^[^\p{L}\p{N}+-]*/u.exec(raw)![0].length
  const bare = trimEndOf(raw.slice(lead).replace(/['’]s?$/u, ''), ".:,%/'’-").replace(/^[-+]+(?!\d)/, '')
  if (bare === '') return undefined
  const start = lead + raw.slice(lead).indexOf(bare)
  if (mailForm.test(bare)) return at(bare, 'email', start)
  if (dateForm.test(bare)) return at(bare, 'date', start)
  if (/^\d{1,2}:\d{2}(?::\d{2})?$/.test(bare)) return at(bare, 'time', start)
  if (numberForm.test(bare)) return withNumber(at(bare, 'number', start), language)
  if (codeForm.test(bare)) return { ...at(bare, 'code', start), name: true }
  return { ...at(bare, 'word', start), name: /^\p{Lu}/u.test(bare) && bare !== 'I' }
}

/** Adds the numeric value to a token, except if it is an integer that is too large for a JavaScript number. */
function withNumber<Some extends Read>(token: Some, { numbers }: Language): Some {
  const number = numberOf(token.text, numbers)
  return number === undefined ? token : { ...token, number }
}

/** Joins the words of each number into one token. "one" stays a word if it stands for a noun, as in "the first one". */
function joinNumbers(tokens: Token[], { language, catalog }: Reading): Token[] {
  const words = tokens.map(({ kind, text, pause }) => ({
    text,
    pause,
    plain: kind === 'word' || (kind === 'number' && /^\d+$/.test(text)),
  }))
  const joined: Token[] = []
  let from = 0
  for (const { start, end, text } of findSpokenNumbers(words, language.numbers)) {
    joined.push(...tokens.slice(from, start))
    const [first, last] = [tokens[start]!, tokens[end - 1]!]
    const isOne = text === '1' && end - start === 1
    const isPronoun = isOne && standsForThing(joined.at(-1), catalog.lexicon)
    // "room A" names a room, and no number of rooms.
    const isLetter = isOne && /^\p{Lu}$/u.test(first.text) && isBetweenWords(tokens, start)
    const written = { ...valueToken(text), pause: last.pause, start: first.start, end: last.end }
    if (isPronoun || isLetter) joined.push(first)
    else if (/^[\d.]+$/.test(text))
      joined.push({ ...written, kind: 'number', number: Number(text), name: false, inWords: true })
    else joined.push({ ...written, inWords: true })
    from = end
  }
  return [...joined, ...tokens.slice(from)]
}

/** Whether the token before and, if there is one, the token after are whole words, so that no letters are spelled. */
function isBetweenWords(tokens: readonly Token[], at: number): boolean {
  const isWhole = (token: Token | undefined) => token?.kind === 'word' && token.text.length > 1
  const [before, after] = [tokens[at - 1], tokens[at + 1]]
  return isWhole(before) && !before!.pause && (after === undefined || isWhole(after))
}

/** Whether "one" stands for a noun and is no number: "the first one", "show me one". The token before it decides. */
function standsForThing(before: Token | undefined, { isStopWord, isActionWord }: Lexicon): boolean {
  return (
    before === undefined ||
    (before.kind === 'word' && (isStopWord(before.lower) || isActionWord(before.lower)))
  )
}

/** Joins the tokens of each spelled value: "octo seven seven", "WEB underscore one two", "ann at example dot com". */
function joinSpelled(tokens: Token[], reading: Reading): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const symbols = symbolsAt(tokens, at, reading)
    const length = symbols || digitsAt(tokens, at, reading) || 1
    const parts = tokens.slice(at, at + length)
    const [first, last] = [parts[0]!, parts.at(-1)!]
    const isSymbol = (place: number) => symbols > 0 && place % 2 === 1
    const text = parts
      .map((part, place) => (isSymbol(place) ? reading.language.symbols[part.lower] : part.text))
      .join('')
    const kind = mailForm.test(text) ? 'email' : 'code'
    joined.push(
      length === 1
        ? first
        : { ...valueToken(text, kind), pause: last.pause, start: first.start, end: last.end },
    )
    at += length - 1
  }
  return joined
}

/**
 * The number of tokens of a value that contains spoken characters ("dash", "dot"). 0 if no such value begins at `at`.
 * The word "at" counts as a character only in a mail address.
 */
function symbolsAt(tokens: Token[], at: number, { language, catalog: { lexicon } }: Reading): number {
  const isPart = (token: Token | undefined) =>
    token !== undefined &&
    ['word', 'number', 'code'].includes(token.kind) &&
    !lexicon.isStopWord(token.lower) &&
    !language.linking.has(token.lower)
  let end = at
  let joints = ''
  while (
    isPart(tokens[end]) &&
    !tokens[end]!.pause &&
    Object.hasOwn(language.symbols, tokens[end + 1]?.lower ?? '') &&
    isPart(tokens[end + 2])
  ) {
    joints += language.symbols[tokens[end + 1]!.lower]
    end += 2
  }
  const isAddress = /^[._-]*@[_-]*\.[._-]*$/.test(joints)
  return joints !== '' && (isAddress || !joints.includes('@')) ? end - at + 1 : 0
}

/** Maximum length of a word before spelled digits. A longer word is probably a noun: "course" in "course one two". */
const longestPrefix = 5

/**
 * 2 if an unknown word and the number after it are one code, else 0. They are one code if the user said each digit by
 * itself, or if a noun is before the word and the number has two digits.
 */
function digitsAt(tokens: Token[], at: number, { text, language, catalog }: Reading): number {
  const { lexicon, vocabulary } = catalog
  const [{ lower, kind, pause, stems }, digits] = [tokens[at]!, tokens[at + 1]]
  const isName =
    kind === 'word' &&
    lower.length <= longestPrefix &&
    !pause &&
    lexicon.translate(lower).length === 0 &&
    !language.linking.has(lower) &&
    !lexicon.language.pointers.has(lower) &&
    !lexicon.language.beforeVerbs.has(lower) &&
    ![...language.bounds.lower, ...language.bounds.upper].includes(lower) &&
    !lexicon.isStopWord(lower) &&
    !lexicon.isActionWord(lower) &&
    !lexicon.isWord(lower) &&
    !stems.some(vocabulary.has)
  if (!isName || digits?.kind !== 'number' || !digits.inWords || digits.text.length < 2) return 0
  const said = text.slice(digits.start, digits.end).toLowerCase().split(/\s+/)
  const { numbers } = language
  const isDigit = (word: string) =>
    (numbers.valueOf(word) ?? 10) < 10 || numbers.zeros.has(word) || Object.hasOwn(numbers.repeats, word)
  const isBehindNoun = tokens[at - 1]?.stems.some(vocabulary.has) && digits.text.length === 2
  return said.every(isDigit) || isBehindNoun ? 2 : 0
}
