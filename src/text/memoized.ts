const MAX_CHARS = 80

/** Stands for the result `undefined`, which `Map.get` returns for an unknown text. */
const NOTHING = Symbol('nothing')

/** Maximum number of results in each of the two maps: enough for the names in a file with thousands of requests. */
const HALF = 8_192

/**
 * Returns a function that computes the same as `compute` and stores the latest results. This saves time for names and
 * path segments, which repeat often. Results for texts longer than `maxChars` are not stored. When the map `newer` is
 * full, it becomes `older`, and the previous `older` is dropped. Each use of a result in `older` copies it to `newer`.
 * Memory is thus bounded, and results that are in use stay.
 */
export function memoized<T>(compute: (text: string) => T, maxChars = MAX_CHARS): (text: string) => T {
  let newer = new Map<string, T | typeof NOTHING>()
  let older = new Map<string, T | typeof NOTHING>()
  return (text) => {
    const known = newer.get(text) ?? keep(text)
    return known === NOTHING ? (undefined as T) : known
  }

  function keep(text: string): T | typeof NOTHING {
    if (text.length > maxChars) return compute(text) ?? NOTHING
    const value = older.get(text) ?? compute(text) ?? NOTHING
    if (newer.size === HALF) {
      older = newer
      newer = new Map()
    }
    newer.set(text, value)
    return value
  }
}
