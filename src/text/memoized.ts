/** Longer texts are computed each time: they seldom repeat. */
const MAX_CHARS = 80

/** How many results each half keeps. */
const HALF = 4_096

/**
 * The same function of a text, with its latest results kept: names and segments of paths repeat often. A full half
 * becomes the older one and replaces it, so that memory is bounded and what is still in use stays.
 */
export function memoized<T>(compute: (text: string) => T): (text: string) => T {
  let newer = new Map<string, T>()
  let older = new Map<string, T>()
  return (text) => {
    if (text.length > MAX_CHARS) return compute(text)
    const known = newer.get(text)
    if (known !== undefined || newer.has(text)) return known as T
    const value = older.has(text) ? (older.get(text) as T) : compute(text)
    if (newer.size === HALF) {
      older = newer
      newer = new Map()
    }
    newer.set(text, value)
    return value
  }
}
