/** Maximum combining marks in a row (UAX #15, "Stream-Safe Text Format"). No script has more on one character. */
const LONGEST_RUN = 30
/** The character COMBINING GRAPHEME JOINER. Normalizing does not sort marks across it. */
const JOINER = '\u034F'

/** A Unicode normal form. Long runs of marks are split first (UAX #15): sorting them takes quadratic time. */
export function normalizeText(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(/\p{M}+/gu, inShortRuns).normalize(form)
}

function inShortRuns(run: string): string {
  if (run.length <= LONGEST_RUN) return run
  const marks = [...run]
  return marks.map((mark, index) => (index % LONGEST_RUN === 0 ? JOINER + mark : mark)).join('')
}
