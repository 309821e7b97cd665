import { wordsOf } from '../toolkit/semantics/words.js'

/** Matches a run of characters in scripts that are written without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u
/** Splits a text: matches each run of characters in scripts without spaces, and each run of other characters. */
const parts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
/** Matches the position between a character of a script without spaces and an ASCII letter or digit. */
const boundary =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/gu

/** The words that search compares. Without spaces, each pair of characters is one: `订单`, `单号` for `订单号`. */
export function cutWords(text: string): string[] {
  const words = wordsOf(text)
  return unspaced.test(text) ? words.flatMap((word) => word.match(parts) ?? []).flatMap(inPairs) : [...words]
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
