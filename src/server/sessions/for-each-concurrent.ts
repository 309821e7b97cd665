const AT_ONCE = 16

/** Runs `work`, which must not reject, 16 at a time, so that other commands to the store run in between. */
export async function forEachConcurrent<T>(items: Iterable<T>, work: (item: T) => unknown): Promise<void> {
  const all = [...items]
  for (let at = 0; at < all.length; at += AT_ONCE) await Promise.all(all.slice(at, at + AT_ONCE).map(work))
}
