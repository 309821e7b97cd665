/** How deep objects and lists of a message may stand in each other: far beyond any real tool schema, far below what breaks a stack. */
export const MAX_NESTING = 100

/** Whether a decoded JSON value is nested deeper than is taken. Looks level by level, so that depth itself can do no harm. */
export function isTooDeep(value: unknown): boolean {
  let level = [value]
  for (let depth = 0; depth <= MAX_NESTING; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
    if (level.length === 0) return false
  }
  return true
}
