/**
 * Maximum number of combining marks in a row: the bound of UAX #15, "Stream-Safe Text Format". No script puts more
 * marks on one character.
 */
const LONGEST_RUN = 30
/** The character COMBINING GRAPHEME JOINER. Normalizing does not sort marks across it. */
const JOINER = '\u034F'

/**
 * Converts text of any origin to a Unicode normal form. Normalizing sorts a run of combining marks in quadratic time,
 * so long runs are first split, as UAX #15 recommends.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(/\p{M}+/gu, inShortRuns).normalize(form)
}

function inShortRuns(run: string): string {
  if (run.length <= LONGEST_RUN) return run
  const marks = [...run]
  return marks.map((mark, index) => (index % LONGEST_RUN === 0 ? JOINER + mark : mark)).join('')
}
