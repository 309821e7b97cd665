import { createHash } from 'node:crypto'
import { trimEndOf } from '../../text/trim.js'

/** Words a name loses first: they carry grammar, not meaning. */
const FILLERS = new Set(
  'a an the of for to by with in on at from and or as is are be your my our its this that all via using per'.split(
    ' ',
  ),
)

/** Words that say little, lost next. */
const WEAK = new Set(
  'api rest endpoint request response v1 v2 v3 information details detail data specific given existing based single'.split(
    ' ',
  ),
)

/**
 * The words joined by `_` within the length: fillers go first, then weak and repeated words, then long words are cut; where even that
 * does not fit, the beginning stays and a hash of the whole stands for the rest.
 */
export function shorten(words: string[], maxLength: number): string {
  const steps: ((words: string[]) => string[])[] = [
    (all) => all,
    (all) => keepFirst(all, (word) => !FILLERS.has(word)),
    (all) => keepFirst(all, isNewAndTelling()),
    (all) => all.map((word) => (word.length > 8 ? word.slice(0, 7) : word)),
  ]
  let left = words
  for (const step of steps) {
    left = step(left)
    const name = left.join('_')
    if (name.length <= maxLength) return name
  }
  const hash = createHash('sha256').update(words.join('_')).digest('hex').slice(0, 6)
  const start = left.join('_').slice(0, maxLength - hash.length - 1)
  return `${trimEndOf(start, '_')}_${hash}`
}

/** Whether a word says something that none before it has said. */
function isNewAndTelling(): (word: string) => boolean {
  const said = new Set<string>()
  return (word) => !WEAK.has(word) && said.size < said.add(word).size
}

/** Drops words but never all of them. */
function keepFirst(words: string[], keep: (word: string) => boolean): string[] {
  const kept = words.filter(keep)
  return kept.length > 0 ? kept : words
}
