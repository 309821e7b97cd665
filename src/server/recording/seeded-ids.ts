import { createHash } from 'node:crypto'

/** Creates ids from a seed: the same in a replay. Without the seed, they cannot be guessed. */
export function seededIds(seed: string): (prefix: string) => string {
  let count = 0
  return (prefix) => {
    count += 1
    const digest = createHash('sha256').update(`${seed} ${count}`).digest('hex')
    return `${prefix}_${digest.slice(0, 24)}`
  }
}
