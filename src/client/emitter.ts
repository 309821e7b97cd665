/** Receives the value of an event. */
export type Listener<T> = (value: T) => void

/** Typed events. A listener that throws does not prevent the other listeners from running. */
export class Emitter<Events extends object> {
  readonly #listeners = new Map<keyof Events, Set<Listener<never>>>()

  /** Adds a listener; returns the function that removes it. */
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

  /** Removes all listeners. */
  clear(): void {
    this.#listeners.clear()
  }
}
