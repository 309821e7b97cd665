import { createHash } from 'node:crypto'

/** Ids that follow from a seed: the same ones when a session is replayed, unguessable for whoever does not have the seed. */
export function seededIds(seed: string): (prefix: string) => string {
  let count = 0
  return (prefix) => {
    count += 1
    const digest = createHash('sha256').update(`${seed} ${count}`).digest('hex')
    return `${prefix}_${digest.slice(0, 24)}`
  }
}
