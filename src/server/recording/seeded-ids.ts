import { createHash } from 'node:crypto'

/**
 * Returns a function that creates ids from a seed. A replay with the same seed creates the same ids. Without the seed,
 * ids cannot be guessed.
 */
export function seededIds(seed: string): (prefix: string) => string {
  let count = 0
  return (prefix) => {
    count += 1
    const digest = createHash('sha256').update(`${seed} ${count}`).digest('hex')
    return `${prefix}_${digest.slice(0, 24)}`
  }
}
