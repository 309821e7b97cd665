import { lazy, oncePer } from '../toolkit/model/lazy.js'
import { wordsOf } from '../toolkit/semantics/words.js'
import { languageData } from './data.js'
import { phrases } from './word-lists.js'

/** Matches a run of characters in scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u
/** Splits a text: matches each run of characters in scripts without spaces, and each run of other characters. */
const parts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
/** Matches the position between a character of a script without spaces and an ASCII letter or digit. */
const boundary =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/gu

/**
 * The words that search compares. Without spaces, each pair of characters is one: `订单`, `单号` for `订单号`. A noun of
 * several words is one: `khachsan` for "khách sạn".
 */
export function cutWords(text: string): string[] {
  const words = wordsOf(text)
  return unspaced.test(text)
    ? words.flatMap((word) => word.match(parts) ?? []).flatMap(inPairs)
    : [...joined(words)]
}

/** The nouns of several words in the vocabularies of all languages, by their first word, the longest first. */
const longNouns = lazy(() => {
  const found = new Map<string, (readonly string[])[]>()
  for (const { vocabulary } of languageData) {
    const { nouns, words, heard, declensions = [] } = vocabulary
    const lists = [nouns, words, heard, ...declensions.map((one) => one.nouns)]
    const all = phrases(lists.flatMap((list = {}) => Object.values(list).flatMap((line) => line.split('/'))))
    for (const noun of all.map(wordsOf).filter(({ length }) => length > 1))
      found.set(
        noun[0]!,
        [...(found.get(noun[0]!) ?? []), noun].sort((a, b) => b.length - a.length),
      )
  }
  return found
})

const joined = oncePer((words: readonly string[]) =>
  words.some((word) => longNouns().has(word)) ? joinNouns(words) : words,
)

/** The parts of a text, with the parts of a noun of several words as one. `wordOf`: the word of a part. */
export function joinNouns(parts: readonly string[], wordOf = (part: string) => part): string[] {
  const whole: string[] = []
  for (let at = 0; at < parts.length; ) {
    const noun = longNouns()
      .get(wordOf(parts[at]!))
      ?.find((one) => one.every((word, index) => word === wordOf(parts[at + index] ?? '')))
    const length = noun?.length ?? 1
    whole.push(parts.slice(at, at + length).join(''))
    at += length
  }
  return whole
}

function inPairs(part: string): string[] {
  const chars = [...part]
  if (!unspaced.test(part) || chars.length < 3) return [part]
  return chars.slice(1).map((char, at) => chars[at]! + char)
}

const marks: Record<string, string> = {
  '。': '. ',
  '，': ', ',
  '、': ', ',
  '；': '; ',
  '：': ': ',
  '！': '! ',
  '？': '? ',
}

/** Puts spaces between a script without them and Latin letters or digits, with ASCII punctuation: "把 7 号. ". */
export function withGaps(text: string): string {
  if (!unspaced.test(text)) return text
  return text.replace(boundary, ' ').replace(/[。，、；：！？]/g, (mark) => marks[mark]!)
}
