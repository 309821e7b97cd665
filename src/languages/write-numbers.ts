import type { NumberWords } from './spoken-numbers.js'
import { findSpokenNumbers } from './spoken-numbers.js'

/** Matches a word, or a quoted text, which stays as it is. */
const pieces = /"[^"]*"|“[^“”]*”|„[^„“”]*[“”]|«[^«»]*»|[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu

/** Writes number words in digits: "customer 4711". A lone "one" stays: it stands for a record, as in "the first one". */
export function writeNumbers(text: string, numbers: NumberWords): string {
  const found = [...text.matchAll(pieces)]
  const words = found.map(({ 0: piece, index }) => ({
    text: piece,
    pause: /^\s*[.,;:!?]/.test(text.slice(index + piece.length, index + piece.length + 2)),
    plain: /^[\p{L}\p{N}]/u.test(piece),
  }))
  let written = ''
  let from = 0
  for (const { start, end, text: number } of findSpokenNumbers(words, numbers)) {
    if (number === '1' && end - start === 1) continue
    written += text.slice(from, found[start]!.index) + number
    from = found[end - 1]!.index + found[end - 1]![0].length
  }
  return written + text.slice(from)
}
