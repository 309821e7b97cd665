/** Previous inputs, and the current position. `at` is `entries.length` on the new line. */
export interface InputHistory {
  readonly entries: readonly string[]
  readonly at: number
  /** The new line that was being written when the user went back. */
  readonly unsent: string
}

/** An empty history. */
export const emptyHistory: InputHistory = { entries: [], at: 0, unsent: '' }

const MAX_ENTRIES = 500

/** The history after a line was sent; consecutive duplicates are stored once. */
export function remember({ entries }: InputHistory, line: string): InputHistory {
  const all = entries.at(-1) === line ? entries : [...entries, line].slice(-MAX_ENTRIES)
  return { entries: all, at: all.length, unsent: '' }
}

/** Moves one line back (-1) or forward (1) from the current text; `undefined` at either end. */
export function recall(
  { entries, at, unsent }: InputHistory,
  { by, current }: { by: -1 | 1; current: string },
): { history: InputHistory; text: string } | undefined {
  const next = at + by
  if (next < 0 || next > entries.length) return undefined
  const kept = at === entries.length ? current : unsent
  return { history: { entries, at: next, unsent: kept }, text: entries[next] ?? kept }
}
