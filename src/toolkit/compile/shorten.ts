import { trimEndOf } from '../../text/trim.js'

const FILLERS = new Set(
  'a an the of for to by with in on at from and or as is are be your my our its this that all via using per'.split(
    ' ',
  ),
)

/** Words that say little. They are removed from a name after the grammatical words. */
const WEAK = new Set(
  'api rest endpoint request response v1 v2 v3 information details detail data specific given existing based single'.split(
    ' ',
  ),
)

/**
 * Words that a shortened name must not end with: `delete_all_except` would say the opposite of
 * `delete_all_except_admins`.
 */
const OPENING = new Set('not no non without except unless upon'.split(' '))

/**
 * Joins words with `_`, at most `maxLength` characters. If the result is too long, removes grammatical words first,
 * then weak and repeated words, then the last words. A single word that is too long is cut.
 */
export function shorten(words: readonly string[], maxLength: number): string {
  const whole = words.join('_')
  if (whole.length <= maxLength) return whole
  let left = words
  for (const keep of [isNoFiller, isNewAndTelling()]) {
    left = keepFirst(left, keep)
    const name = left.join('_')
    if (name.length <= maxLength) return name
  }
  const isTooMuch = (all: readonly string[]) => all.join('_').length > maxLength || OPENING.has(all.at(-1)!)
  while (left.length > 1 && isTooMuch(left)) left = left.slice(0, -1)
  return trimEndOf(left.join('_').slice(0, Math.max(maxLength, 0)), '_')
}

const isNoFiller = (word: string) => !FILLERS.has(word)

/**
 * Returns a filter for the words of a name. The filter removes the words in `WEAK`. It keeps only the first occurrence
 * of a repeated word.
 */
function isNewAndTelling(): (word: string) => boolean {
  const said = new Set<string>()
  return (word) => !WEAK.has(word) && said.size < said.add(word).size
}

function keepFirst(words: readonly string[], keep: (word: string) => boolean): readonly string[] {
  const kept = words.filter(keep)
  return kept.length > 0 ? kept : words
}
