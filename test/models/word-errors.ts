/** Words of a sentence as they are compared: lower case, without marks. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)

/** Wrong, missing and added words, and how many there should be: the two halves of the word error rate. */
export function wordErrors(heard: string, said: string): { errors: number; words: number } {
  const [got, want] = [wordsOf(heard), wordsOf(said)]
  let row = want.map((_, at) => at + 1)
  for (const [at, word] of got.entries()) {
    let diagonal = at
    let left = at + 1
    row = row.map((above, column) => {
      const next = Math.min(above + 1, left + 1, diagonal + (want[column] === word ? 0 : 1))
      diagonal = above
      left = next
      return next
    })
  }
  return { errors: row.at(-1) ?? got.length, words: want.length }
}
