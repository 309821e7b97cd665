import { wordsOf } from '../toolkit/semantics/words.js'

/** Scripts without spaces between words. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/u
/** Runs of scripts that are written without spaces, and runs of everything else. */
const parts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu
/** The position between a script without spaces and letters or digits. */
const boundary =
  /(?<=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9])(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])/gu

/**
 * The words of a text as search reads them. In scripts without spaces, a word is each pair of neighboring characters:
 * `订单号` gives `订单` and `单号`.
 */
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

/**
 * Puts a space where a script without spaces meets Latin letters or digits, and writes its punctuation in ASCII:
 * "把7号。" becomes "把 7 号. ".
 */
export function withGaps(text: string): string {
  if (!unspaced.test(text)) return text
  return text.replace(boundary, ' ').replace(/[。，、；：！？]/g, (mark) => marks[mark]!)
}
