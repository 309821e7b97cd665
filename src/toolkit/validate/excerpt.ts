import type { Diagnostic } from '../../diagnostics.js'
import { type LineIndex, lineIndex } from '../collection/line-index.js'
import { blot, cover } from './blot.js'
import type { FileReport } from './report.js'

/** A line of a file ready to be shown: cut around the place, secrets blotted out. */
export interface Excerpt {
  line: number
  text: string
  /** Where the marked part begins in `text`, from 0, and how long it is. */
  start: number
  length: number
}

const WIDTH = 100
const BEFORE = 40

/** Shows places of one file; indexes its lines once, when first asked. */
export function excerptsOf(file: FileReport): (place: Diagnostic) => Excerpt | undefined {
  let lines: LineIndex | undefined
  const secrets = file.diagnostics.filter((found) => found.code === 'secret-in-file')
  return (place) => {
    if (file.text === undefined || file.text === '') return undefined
    lines ??= lineIndex(file.text)
    const source = blotted(
      lines.lineText(place.line),
      secrets.filter((found) => found.line === place.line),
    )
    return cutAround(source, place)
  }
}

function cutAround(source: string, place: Diagnostic): Excerpt {
  const from = Math.max(0, place.column - 1 - BEFORE)
  const cutStart = from > 0 ? '…' : ''
  const shown = source.slice(from, from + WIDTH)
  const cutEnd = source.length > from + WIDTH ? '…' : ''
  const start = place.column - 1 - from + cutStart.length
  const end = place.endLine > place.line ? source.length + 1 : place.endColumn
  const length = Math.min(end - place.column, WIDTH - (place.column - 1 - from))
  return {
    line: place.line,
    // Tabs would move the mark; other control characters would move the cursor.
    text: (cutStart + shown + cutEnd).replace(/\p{Cc}/gu, ' '),
    start,
    length: Math.max(1, length),
  }
}

/** A finding about a secret must not show it. */
function blotted(source: string, secrets: Diagnostic[]): string {
  let text = source
  for (const { column, endColumn, endLine, line } of secrets) {
    const end = endLine > line ? text.length : endColumn - 1
    text = text.slice(0, column - 1) + cover(text.slice(column - 1, end)) + text.slice(end)
  }
  return blot(text)
}
