import { scryptSync } from 'node:crypto'

/**
 * The secret of servers that share a store, from the key they have in common. Made slow on purpose: who holds a short-lived key must not find
 * out a weak service key by trying.
 */
export function sharedSecret(serviceKey: string): string {
  return scryptSync(serviceKey, 'voice shared sessions', 32, {
    N: 2 ** 15,
    maxmem: 64 * 1024 * 1024,
  }).toString('base64')
}
