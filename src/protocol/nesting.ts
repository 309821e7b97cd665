/** How deep objects and lists of a message may stand in each other: far beyond any real tool schema, far below what breaks a stack. */
export const MAX_NESTING = 100

/** Whether more than `MAX_NESTING` objects and lists stand in each other. Looks level by level, so that depth itself can do no harm. */
export function isTooDeep(value: unknown): boolean {
  let level = isNest(value) ? [value] : []
  for (let depth = 0; depth < MAX_NESTING; depth += 1) {
    level = nestsIn(level)
    if (level.length === 0) return false
  }
  return true
}

/** A plain loop: a message may hold millions of numbers, of which nothing has to be kept. */
function nestsIn(level: readonly object[]): object[] {
  const found: object[] = []
  for (const one of level)
    for (const value of Array.isArray(one) ? one : Object.values(one)) if (isNest(value)) found.push(value)
  return found
}

const isNest = (value: unknown): value is object => typeof value === 'object' && value !== null
