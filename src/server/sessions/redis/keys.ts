/**
 * All keys and channels of `voice` in Redis. Servers of different versions can share a store, so the names must not
 * change.
 */

/** The key of a server's lease: a server is alive while it exists. The channel for requests to it has the same name. */
export const leaseKey = (server: string) => `voice:node:${server}`

/** The key of a count. `mark` is the hash of the name of the count. */
export const countKey = (kind: 'sums' | 'ticks' | 'places', mark: string) => `voice:${kind}:${mark}`

/** The keys of a session. The tag in braces keeps them on the same node of a cluster. */
export function sessionKeys(id: string): [hash: string, stream: string] {
  return [`voice:{${id}}:state`, `voice:{${id}}:events`]
}
