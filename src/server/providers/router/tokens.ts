import { wordsOf } from '../../../toolkit/meaning/words.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import type { RouterPack } from './language/pack.js'

/** A piece of a sentence: a word, a number, or a value that stands out by its form. */
export interface Token {
  kind: 'word' | 'number' | 'code' | 'quoted' | 'email' | 'url' | 'date' | 'time'
  /** As spoken, without quotes and the punctuation around it. */
  text: string
  /** Lower-case. */
  lower: string
  /** Stem of a word that is one word; '' else. */
  stem: string
  /** Value of a number. */
  number?: number
  /** Whether a comma, full stop or other pause follows. */
  pause: boolean
  /** Whether it is written like a name: a capital letter that does not just start the sentence. */
  name: boolean
  /** Set when a parameter took it. */
  used: boolean
}

/**
 * Values that stand out by their form, and runs of what words and mail addresses are made of. A run is read to its end at once, whether a
 * mail address comes of it or not, so that no character is read again from each place of the run.
 */
const patterns =
  /(?<quoted>"[^"]+"|“[^“”]+”|„[^„“”]+[“”]|«[^«»]+»|(?<![\p{L}\p{N}])'[^']+'(?![\p{L}\p{N}]))|(?<url>https?:\/\/[^\s,]+[^\s,.?!])|(?<date>\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}\.\d{1,2}\.\d{4}|\d{1,2}\/\d{1,2}\/\d{4})|(?<time>\d{1,2}:\d{2}(?::\d{2})?)|(?<run>[#$€£]?[-+]?[\p{L}\p{N}_][\p{L}\p{N}._%+-]*(?:@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?:['’][\p{L}\p{N}._%+-]+)+)?)/gu
const word = /[#$€£]?[-+]?[\p{L}\p{N}]+(?:[-_'’.][\p{L}\p{N}]+)*%?/gu

/** A token as it is written, and where. */
interface Written {
  kind: Token['kind']
  raw: string
  index: number
}

/** Cuts a sentence into tokens; number words become numbers. */
export function tokenize(text: string, { pack, lexicon }: { pack: RouterPack; lexicon: Lexicon }): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const { kind, raw, index } of writtenIn(text)) {
    const startsSentence = tokens.length === 0 || /[.!?]\s*$/.test(text.slice(end, index))
    end = index + raw.length
    const pause = /^\s*[,.;:!?)]/.test(text.slice(end)) || end === text.length
    tokens.push(readToken(raw, { kind, pause, startsSentence, lexicon }))
  }
  return joinNumbers(tokens, { pack, lexicon })
}

function* writtenIn(text: string): Generator<Written> {
  for (const { 0: raw, index, groups } of text.matchAll(patterns)) {
    const kind = Object.entries(groups ?? {}).find(([, value]) => value !== undefined)![0]
    if (kind !== 'run') yield { kind: kind as Token['kind'], raw, index }
    else if (raw.includes('@')) yield { kind: 'email', raw, index }
    else yield* wordsIn(raw, index)
  }
}

function* wordsIn(run: string, start: number): Generator<Written> {
  for (const { 0: raw, index } of run.matchAll(word)) yield { kind: 'word', raw, index: start + index }
}

function readToken(
  raw: string,
  {
    kind,
    pause,
    startsSentence,
    lexicon,
  }: { kind: Token['kind']; pause: boolean; startsSentence: boolean; lexicon: Lexicon },
): Token {
  const bare =
    kind === 'quoted' ? raw.slice(1, -1) : kind === 'word' ? raw.replace(/^[#$€£]|%$|['’]s?$/gu, '') : raw
  const token: Token = {
    kind,
    text: bare,
    lower: bare.toLowerCase(),
    stem: '',
    pause,
    name: false,
    used: false,
  }
  if (kind !== 'word') return token
  const digits = /^[-+]?\d+(?:[.,]\d{3})*(?:[.,]\d+)?$/.test(bare)
  if (digits)
    return { ...token, kind: 'number', number: Number(bare.replace(/,(?=\d{3}\b)/g, '').replace(',', '.')) }
  if (/\d/.test(bare)) return { ...token, kind: 'code', name: true }
  const words = wordsOf(bare)
  return {
    ...token,
    stem: words.length === 1 ? lexicon.stem(words[0]!) : '',
    name: /^\p{Lu}/u.test(bare) && !startsSentence && bare !== 'I',
  }
}

/** "twenty three" is 23, "three hundred" is 300. "one" alone stays a word where it only stands for a thing: "the first one". */
function joinNumbers(tokens: Token[], { pack, lexicon }: { pack: RouterPack; lexicon: Lexicon }): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const value = token.kind === 'word' ? pack.numbers[token.lower] : undefined
    const last = joined.at(-1)
    const before =
      last?.kind === 'number' &&
      !last.pause &&
      pack.numbers[last.lower.slice(last.lower.lastIndexOf(' ') + 1)] !== undefined
        ? last
        : undefined
    if (value === undefined || (value === 1 && standsForThing(last, lexicon))) joined.push(token)
    else if (before?.number !== undefined && value === 100) before.number *= 100
    else if (before?.number !== undefined && before.number % 10 === 0 && before.number >= 20 && value < 10)
      before.number += value
    else joined.push({ ...token, kind: 'number', number: value })
    if (value !== undefined && before !== undefined && before === joined.at(-1)) {
      before.lower += ` ${token.lower}`
      before.pause = token.pause
    }
  }
  return joined
}

/** "one" is no number in "the first one" and "show me one". */
function standsForThing(before: Token | undefined, lexicon: Lexicon): boolean {
  return (
    before !== undefined &&
    before.kind === 'word' &&
    (lexicon.isStopWord(before.lower) || lexicon.isActionWord(before.lower))
  )
}
