/** More combining marks than any script puts on one character: the bound of UAX #15, "Stream-Safe Text Format". */
const LONG_RUN = /\p{M}{30}/gu
/** COMBINING GRAPHEME JOINER: marks are not sorted across it. */
const JOINER = '\u034F'

/**
 * A Unicode normal form of text of any origin. Normalizing sorts a run of combining marks in time with the square of its length, so long
 * runs are split first, as UAX #15 tells to.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKD'): string {
  return text.replace(LONG_RUN, `$&${JOINER}`).normalize(form)
}
