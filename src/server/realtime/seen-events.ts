const REMEMBERED = 256

/** The ids of the last client events: our own clients send again what they are not sure has arrived. */
export class SeenEvents {
  readonly #ids = new Set<string>()

  /** The ids, oldest first. */
  get ids(): string[] {
    return [...this.#ids]
  }

  /** True when an id was there before; it is remembered from now on. */
  isRepeated(id: string): boolean {
    if (this.#ids.has(id)) return true
    this.#ids.add(id)
    if (this.#ids.size > REMEMBERED) this.#ids.delete(this.#ids.values().next().value!)
    return false
  }
}
