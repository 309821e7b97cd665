/** The words of a name in lower case: cut at case changes, digits kept, accents dropped, signs left out. */
export function wordsOf(text: string): string[] {
  const plain = /^[ -~\s]*$/.test(text) ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')
  return plain
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}{2,})(\p{Lu}\p{Ll}{2,})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

/** Nobody says more than this in one turn, about two minutes. */
const SAID_CHARS = 2_000

/** The beginning of what was said, up to a whole word: reading takes longer than in proportion, and a pasted text would keep all others waiting. */
export function beginningOf(text: string): string {
  return text.length <= SAID_CHARS ? text : text.slice(0, SAID_CHARS).replace(/\S+$/, '')
}
