/** What was typed before, and how far back the user has gone. `at` is `entries.length` when on the line being written. */
export interface InputHistory {
  readonly entries: readonly string[]
  readonly at: number
  /** The line that was being written when the user went back. */
  readonly unsent: string
}

/** Nothing was typed yet. */
export const emptyHistory: InputHistory = { entries: [], at: 0, unsent: '' }

const MAX_ENTRIES = 500

/** The history after a line was sent; the same line twice in a row stands once. */
export function remember({ entries }: InputHistory, line: string): InputHistory {
  const all = entries.at(-1) === line ? entries : [...entries, line].slice(-MAX_ENTRIES)
  return { entries: all, at: all.length, unsent: '' }
}

/** One line back (-1) or forth (1) from the text that stands there now; `undefined` at either end. */
export function recall(
  { entries, at, unsent }: InputHistory,
  { by, current }: { by: -1 | 1; current: string },
): { history: InputHistory; text: string } | undefined {
  const next = at + by
  if (next < 0 || next > entries.length) return undefined
  const kept = at === entries.length ? current : unsent
  return { history: { entries, at: next, unsent: kept }, text: entries[next] ?? kept }
}
