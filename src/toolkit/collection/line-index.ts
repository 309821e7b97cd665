/** A position in a text. Lines and columns count from 1. Columns are UTF-16 units, as in editors. */
export interface LineColumn {
  line: number
  column: number
}

export interface LineIndex {
  count: number
  at(offset: number): LineColumn
  lineText(line: number): string
}

/** Indexes the line breaks of a text: `\n`, `\r\n` and a lone `\r`. Reads the text only as far as needed. */
export function lineIndex(text: string): LineIndex {
  const starts = [0]
  // Most texts have only line feeds. For such a text, `indexOf` is many times faster than a pattern.
  const startAfter = text.includes('\r')
    ? afterAnyBreak(text)
    : (from: number) => text.indexOf('\n', from) + 1
  let next = startAfter(0)
  /** Extends `starts` until it has all lines that begin at or before `offset`, and the first `lines` lines. */
  const read = (offset: number, lines: number) => {
    for (; next > 0 && (next <= offset || starts.length < lines); next = startAfter(next)) starts.push(next)
  }
  return {
    get count() {
      read(text.length, 0)
      return starts.length
    },
    at(offset) {
      read(offset, 0)
      const line = lastNotAfter(starts, offset)
      return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
    },
    lineText(line) {
      read(0, line + 1)
      const start = starts[line - 1]
      if (start === undefined) return ''
      let end = starts[line] ?? text.length
      while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--
      return text.slice(start, end)
    },
  }
}

/** Returns a function that finds the offset after the next line break; 0 if there is none. */
function afterAnyBreak(text: string): (from: number) => number {
  const pattern = /\r\n|\n|\r/g
  return (from) => {
    pattern.lastIndex = from
    return pattern.test(text) ? pattern.lastIndex : 0
  }
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
