/**
 * All keys and channels of `voice` in Redis. Servers of different versions can share a store, so the names must not
 * change.
 */

/** A lease key is this prefix and the id of a server. A server is alive while its lease key exists. */
export const LEASE_PREFIX = 'voice:node:'

/** The key of a server's lease. The channel for requests to that server has the same name. */
export const leaseKey = (server: string) => LEASE_PREFIX + server

/** The key of a count. `mark` is the hash of the name of the count. */
export const countKey = (kind: 'sums' | 'ticks' | 'places', mark: string) => `voice:${kind}:${mark}`

/** The keys of a session. The hash tag in braces keeps them on the same cluster node. */
export function sessionKeys(id: string): [hash: string, stream: string] {
  return [`voice:{${id}}:state`, `voice:{${id}}:events`]
}
