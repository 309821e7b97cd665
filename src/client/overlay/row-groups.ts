import { element } from './dom.js'

/** So many rows make a group. */
const ROWS_A_GROUP = 50

/**
 * The rows of the history in groups. A group that is out of sight is not laid out or painted, and the browser asks of each whether it is in sight at
 * every frame: a thousand single rows would cost more than they save.
 */
export class RowGroups {
  #groups: HTMLElement[] = []

  /** `before` is what stands above the first group. */
  constructor(private readonly before: Element) {}

  /** Puts a row at its place; to be called for all rows in their order. One that stands there is not touched. */
  put(row: Element, index: number): void {
    const group = this.#groups[Math.floor(index / ROWS_A_GROUP)] ?? this.#addGroup()
    const there = group.children[index % ROWS_A_GROUP]
    if (there !== row) group.insertBefore(row, there ?? null)
  }

  /** Takes away groups that so many rows do not need. */
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
