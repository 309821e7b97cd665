import { cutText, isLowSurrogate } from './cut.js'

/**
 * Characters that are invisible or move visible characters: controls, format characters (bidi, zero-width, tags,
 * interlinear), line and paragraph separators, private use, unassigned, lone surrogates, variation selectors, fillers
 * and the empty Braille pattern. In Unicode: General_Category C, Zl, Zp and Default_Ignorable_Code_Point.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]+/gu

const SPACES = /\p{Zs}/gu

/** A run of spaces that could push the following text out of sight. */
const MANY_SPACES = / {4,}/g

/** More than four combining marks in a row. So many marks on one letter could cover other lines of text. */
const MANY_MARKS = /(\p{M}{4})(\p{M}+)/gu

/** So many hidden characters in a row are shown one by one; of more, the number and the first code. */
const MAX_IN_ROW = 3

/**
 * The text on one line. Characters that are hidden or move other text are replaced by visible text:
 * - A line end becomes `⏎`, a tab `⇥`.
 * - A zero-width space becomes `<U+200B>`.
 * - Twelve zero-width spaces become `<12 hidden characters, U+200B>`.
 */
export function showHidden(text: string): string {
  return text
    .replace(/\r\n|\n|\r/g, '⏎')
    .replaceAll('\t', '⇥')
    .replace(HIDDEN, shownRow)
    .replace(SPACES, ' ')
    .replace(MANY_SPACES, (run) => `<${run.length} spaces>`)
    .replace(MANY_MARKS, (_, shown: string, more: string) => `${shown}<${[...more].length} marks>`)
}

function shownRow(row: string): string {
  const characters = [...row]
  if (characters.length > MAX_IN_ROW) return `<${characters.length} hidden characters, ${codeOf(row)}>`
  return characters.map((character) => `<${codeOf(character)}>`).join('')
}

const codeOf = (text: string) => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

export interface Cut {
  /** Maximum number of shown characters. A longer text loses its middle. */
  max: number
  /** Returns the words for the original length of the text, such as `1,234 characters`. */
  length: (count: number) => string
}

/** One line with hidden characters shown, cut to its beginning, end and length. */
export function shownText(text: string, { max, length }: Cut): string {
  // If the text is long, only `max` characters at each end are converted, because the middle of the text is not shown.
  const isLong = text.length > 2 * max
  const shown = isLong ? '' : showHidden(text)
  if (!isLong && shown.length <= max) return shown
  const half = Math.floor(max / 2)
  const start = cutText(isLong ? showHidden(cutText(text, max)) : shown, half)
  const end = wholeEnd(isLong ? showHidden(wholeEnd(text, max)) : shown, half)
  return `${start} … ${end} (${length(text.length)})`
}

function wholeEnd(text: string, length: number): string {
  const start = Math.max(text.length - length, 0)
  return text.slice(isLowSurrogate(text, start) ? start + 1 : start)
}
