/** So much is under way at the same time. */
const AT_ONCE = 64

/**
 * Does something for each of many, some at a time: what comes meanwhile does not wait behind ten thousand others, and no queue grows with
 * them. The work must not fail.
 */
export async function someAtATime<T>(items: Iterable<T>, work: (item: T) => unknown): Promise<void> {
  const all = [...items]
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}
