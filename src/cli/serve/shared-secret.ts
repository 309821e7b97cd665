import { scryptSync } from 'node:crypto'

/**
 * The secret of servers that share a store, derived from their common key. Deliberately slow, so that a holder of a
 * short-lived key cannot guess a weak service key.
 */
export function sharedSecret(serviceKey: string): string {
  return scryptSync(serviceKey, 'voice shared sessions', 32, {
    N: 2 ** 15,
    maxmem: 64 * 1024 * 1024,
  }).toString('base64')
}
