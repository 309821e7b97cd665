/** A queue between a producer and a reader. The producer ends it, normally or with an error. */
export class Channel<T> {
  #items: T[] = []
  #wake: (() => void) | undefined
  #end: { error?: unknown } | undefined

  push(item: T): void {
    this.#items.push(item)
    this.#wake?.()
  }

  close(): void {
    this.#end ??= {}
    this.#wake?.()
  }

  fail(error: unknown): void {
    this.#end ??= { error }
    this.#wake?.()
  }

  /** All items until the end. Throws the error with which the queue has ended. */
  async *read(): AsyncGenerator<T> {
    while (true) {
      const items = this.#items
      this.#items = []
      yield* items
      if (this.#items.length > 0) continue
      if (this.#end) {
        if ('error' in this.#end) throw this.#end.error
        return
      }
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }
}
