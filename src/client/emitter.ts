/** Gets the value of an event. */
export type Listener<T> = (value: T) => void

/** Named events with typed values. A listener that throws does not keep the others from hearing. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** Listens; returns the function that stops listening. */
  on<K extends keyof Events>(name: K, listener: Listener<Events[K]>): () => void {
    const all = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, all.add(listener as Listener<never>))
    return () => all.delete(listener as Listener<never>)
  }

  emit<K extends keyof Events>(name: K, value: Events[K]): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) {
      try {
        ;(listener as Listener<Events[K]>)(value)
      } catch (error) {
        queueMicrotask(() => {
          throw error
        })
      }
    }
  }

  /** Nobody listens any more. */
  clear(): void {
    this.#listeners.clear()
  }
}
