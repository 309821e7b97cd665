import type { Diagnostic } from '../../diagnostics.js'
import { type LineIndex, lineIndex } from '../collection/line-index.js'
import { groupBy } from '../model/group-by.js'
import { cover, maskInPlace } from '../secrets/credential-spans.js'
import type { FileReport } from './report.js'

/** A line of a file for display. It is cut around the position of a diagnostic, and its secrets are masked. */
export interface Excerpt {
  line: number
  text: string
  start: number
  length: number
}

const WIDTH = 100
const BEFORE = 40
/** How many characters around the shown part are searched, because it may begin inside a credential. */
const MARGIN = 300
/** How many lines around are searched for the names of values. */
const NEIGHBOURS = 3

/** Makes the excerpts of one file, whose lines are indexed for the first one. */
export function excerptsOf(file: FileReport): (place: Diagnostic) => Excerpt | undefined {
  let lines: LineIndex | undefined
  const secrets = groupBy(
    file.diagnostics.filter(({ code }) => code === 'secret-in-file'),
    ({ line }) => line,
  )
  return (place) => {
    if (file.text === undefined || file.text === '') return undefined
    lines ??= lineIndex(file.text)
    return cutAround(lines, { place, secrets: secrets.get(place.line) ?? [] })
  }
}

/** The excerpt around a position. Only text near it is copied: one line may have the whole file. */
function cutAround(
  lines: LineIndex,
  { place, secrets }: { place: Diagnostic; secrets: Diagnostic[] },
): Excerpt {
  const line = lines.lineText(place.line)
  const from = Math.max(0, place.column - 1 - BEFORE)
  const outer = Math.max(0, from - MARGIN)
  const part = covered(line.slice(outer, from + WIDTH + MARGIN), { offset: outer, secrets })
  const { above, below } = neighbours(lines, place.line)
  const source = maskInPlace(above + part + below).slice(above.length, above.length + part.length)
  const cutStart = from > 0 ? '…' : ''
  const shown = source.slice(from - outer, from - outer + WIDTH)
  const cutEnd = line.length > from + WIDTH ? '…' : ''
  const start = place.column - 1 - from + cutStart.length
  const end = place.endLine > place.line ? line.length + 1 : place.endColumn
  const length = Math.min(end - place.column, WIDTH - (place.column - 1 - from))
  return {
    line: place.line,
    // A tab would shift the mark; other control characters would move the cursor.
    text: (cutStart + shown + cutEnd).replace(/\p{Cc}/gu, ' '),
    start,
    length: Math.max(1, length),
  }
}

function neighbours(lines: LineIndex, line: number): { above: string; below: string } {
  const distances = Array.from({ length: NEIGHBOURS }, (_, index) => index + 1)
  const above = distances.map((distance) => `${lines.lineText(line - distance).slice(-MARGIN)}\n`).reverse()
  const below = distances.map((distance) => `\n${lines.lineText(line + distance).slice(0, MARGIN)}`)
  return { above: above.join(''), below: below.join('') }
}

/** Masks all reported secrets of a line, which any excerpt of the line may show. */
function covered(part: string, { offset, secrets }: { offset: number; secrets: Diagnostic[] }): string {
  let text = part
  for (const { column, endColumn, endLine, line } of secrets) {
    const start = Math.max(0, column - 1 - offset)
    const end = endLine > line ? text.length : Math.min(text.length, endColumn - 1 - offset)
    if (end > start) text = text.slice(0, start) + cover(text.slice(start, end)) + text.slice(end)
  }
  return text
}
