/** Counts what an import leaves out, and reports each kind in one sentence. */
export class Remarks {
  readonly #counts = new Map<string, { count: number; write: (count: number) => string }>()
  readonly #names = new Map<string, Set<string>>()

  /** Counts one more occurrence of a kind of content. `write` returns the sentence about the final count. */
  count(kind: string, write: (count: number) => string): void {
    const known = this.#counts.get(kind)
    this.#counts.set(kind, { count: (known?.count ?? 0) + 1, write })
  }

  /** Adds a name to the list at the end of a sentence; `sentence` is the text before the list. */
  name(sentence: string, name: string): void {
    this.#names.set(sentence, (this.#names.get(sentence) ?? new Set()).add(name))
  }

  /**
   * Returns the sentences of all `count` calls, then the sentences of all `name` calls. Each group is in the order in
   * which its sentences were first added.
   */
  sentences(): string[] {
    const counted = [...this.#counts.values()].map(({ count, write }) => write(count))
    const named = [...this.#names].map(([sentence, names]) => `${sentence}: ${listOf([...names])}.`)
    return [...counted, ...named]
  }
}

const MAX_NAMES = 8

function listOf(names: string[]): string {
  const more = names.length - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}

/** A number with its noun in the singular or plural, such as `1 webhook` and `2 webhooks`. */
export function amount(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`
}
