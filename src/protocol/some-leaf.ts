/**
 * Whether a test holds for a string, number, boolean or null anywhere in a value read from JSON. Takes values of any
 * depth, which a recursion would not.
 */
export function someLeaf(value: unknown, test: (leaf: unknown) => boolean): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) {
      if (test(next)) return true
    } else for (const member of Object.values(next)) waiting.push(member)
  }
  return false
}
