/** Maximum number of concurrent operations. */
const AT_ONCE = 64

/**
 * Runs `work` for many items with limited concurrency, so that other commands do not wait behind all of them and
 * queues stay short. `work` must not fail.
 */
export async function forEachConcurrent<T>(items: Iterable<T>, work: (item: T) => unknown): Promise<void> {
  const all = [...items]
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}
