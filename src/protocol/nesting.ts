/** Maximum nesting of objects and lists in a message: more than any real tool schema has, far below a stack overflow. */
export const MAX_NESTING = 100

/** Maximum nesting in a file, where folders contain folders. The deepest of a thousand real collections has 17 levels. */
export const MAX_FILE_NESTING = 200

/** Whether objects and lists are nested deeper than `maxNesting`. Copies nothing: a message may hold millions of numbers. */
export function isTooDeep(value: unknown, maxNesting = MAX_NESTING): boolean {
  return isNest(value) && isNestTooDeep(value, maxNesting)
}

/** Recurses only into objects and lists: most members are texts and numbers, and a function call for each is slow. */
function isNestTooDeep(nest: Record<string, unknown>, maxNesting: number): boolean {
  if (maxNesting === 0) return true
  if (Array.isArray(nest)) {
    for (const member of nest)
      if (typeof member === 'object' && member !== null && isNestTooDeep(member, maxNesting - 1)) return true
    return false
  }
  for (const key in nest) {
    const member = nest[key]
    if (
      typeof member === 'object' &&
      member !== null &&
      isNestTooDeep(member as Record<string, unknown>, maxNesting - 1)
    )
      return true
  }
  return false
}

export function cutNesting(value: unknown, maxNesting: number): unknown {
  return isTooDeep(value, maxNesting) ? copyLevels(value, maxNesting) : value
}

function copyLevels(value: unknown, left: number): unknown {
  if (!isNest(value)) return value
  if (left === 0) return null
  if (Array.isArray(value)) return value.map((member) => copyLevels(member, left - 1))
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copyLevels(member, left - 1)]))
}

const isNest = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
