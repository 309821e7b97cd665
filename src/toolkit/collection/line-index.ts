/** A position in a text; both count from 1. Columns are UTF-16 units, as in editors. */
export interface LineColumn {
  line: number
  column: number
}

/** Converts offsets to lines and back, for one text. */
export interface LineIndex {
  /** Number of lines. */
  count: number
  at(offset: number): LineColumn
  /** The text of a line without its line break; `''` if there is no such line. */
  lineText(line: number): string
}

/** Indexes the line breaks of a text: `\n`, `\r\n` and a lone `\r`. */
export function lineIndex(text: string): LineIndex {
  const starts = startsOf(text)
  return {
    count: starts.length,
    at(offset) {
      const line = lastNotAfter(starts, offset)
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
    },
    lineText(line) {
      const start = starts[line - 1]
      if (start === undefined) return ''
      let end = starts[line] ?? text.length
      while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
      return text.slice(start, end)
    },
  }
}

/**
 * The offsets at which lines start. Most texts have only line feeds. For such a text, `indexOf` is many times faster
 * than a pattern.
 */
function startsOf(text: string): number[] {
  const starts = [0]
  if (text.includes('\r'))
    for (const { index, 0: found } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + found.length)
  else for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lastNotAfter(starts: number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
