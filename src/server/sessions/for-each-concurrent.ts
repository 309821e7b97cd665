const AT_ONCE = 16

/**
 * Runs `work` for many items, 16 at a time, so that other commands to the store can run in between. `work` must not
 * reject.
 */
export async function forEachConcurrent<T>(items: Iterable<T>, work: (item: T) => unknown): Promise<void> {
  const all = [...items]
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}
