import { element } from './dom.js'

/** Rows per group. */
const ROWS_A_GROUP = 50

/**
 * The rows of the history in groups. Browsers skip layout and painting of groups out of view, but check each element
 * at every frame: a thousand single rows would cost more than they save.
 */
export class RowGroups {
  #groups: HTMLElement[] = []

  /** `before` is the element above the first group. */
  constructor(private readonly before: Element) {}

  /** Puts a row at its index; call it for all rows in order. A row already in place is not touched. */
  put(row: Element, index: number): void {
    const group = this.#groups[Math.floor(index / ROWS_A_GROUP)] ?? this.#addGroup()
    const there = group.children[index % ROWS_A_GROUP]
    if (there !== row) group.insertBefore(row, there ?? null)
  }

  /** Removes groups that `count` rows do not need. */
  trim(count: number): void {
    for (const group of this.#groups.splice(Math.ceil(count / ROWS_A_GROUP))) group.remove()
  }

  #addGroup(): HTMLElement {
    const group = element('div', { class: 'group' })
    const last = this.#groups.at(-1) ?? this.before
    last.after(group)
    this.#groups.push(group)
    return group
  }
}
