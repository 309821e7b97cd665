/** The elements of a list by their key; keys and elements keep the order of the list. */
export function groupBy<T, K>(list: Iterable<T>, keyOf: (element: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const element of list) {
    const key = keyOf(element)
    const group = groups.get(key)
    if (group) group.push(element)
    else groups.set(key, [element])
  }
  return groups
}

export function distinctBy<T>(list: Iterable<T>, keyOf: (element: T) => unknown): T[] {
  return [...groupBy(list, keyOf).values()].map(([first]) => first!)
}

/** Copies a short list that lives long, to release what `push` and `filter` reserve for 16 more elements. */
export function compact<T>(list: readonly T[]): T[] {
  return list.slice()
}
