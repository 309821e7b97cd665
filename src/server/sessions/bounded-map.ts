/** A map with a maximum number of entries. When it is full, it removes the entry that was set longest ago. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #maxEntries: number
  /** Kept between removals, because a new iterator would first skip all deleted entries. */
  #oldest: MapIterator<K> = this.#entries.keys()

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  get size(): number {
    return this.#entries.size
  }

  get(key: K): V | undefined {
    return this.#entries.get(key)
  }

  has(key: K): boolean {
    return this.#entries.has(key)
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#maxEntries) this.#forgetOldest()
  }

  #forgetOldest(): void {
    let { value, done } = this.#oldest.next()
    if (done) {
      this.#oldest = this.#entries.keys()
      value = this.#oldest.next().value
    }
    this.#entries.delete(value as K)
  }
}
