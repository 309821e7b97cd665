import type { Scope } from './scope.js'
import { findVariables, VARIABLE } from './variables.js'

/** A text with its variables filled, and the names that nothing fills. */
export interface Filled {
  text: string
  unresolved: string[]
}

/** Postman stops filling values into values after so many rounds, which ends a variable that names itself. */
const MAX_ROUNDS = 19

/** Beyond this a chain of values that multiply is cut off (Postman has no such limit). */
const MAX_LENGTH = 10_000_000

/**
 * Fills `{{name}}` innermost first, again and again until nothing changes, so that values may hold variables and names may be built
 * from values. What nothing fills stays as it is.
 */
export function fill(text: string, scope: Scope): Filled {
  if (!text.includes('{{')) return { text, unresolved: [] }
  let filled = text
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let replaced = false
    filled = filled.replace(VARIABLE, (variable, name: string) => {
      const value = scope.lookup(name)
      replaced ||= value !== undefined
      return value ?? variable
    })
    if (!replaced || filled.length > MAX_LENGTH) break
  }
  return { text: filled, unresolved: filled.includes('{{') ? findVariables(filled) : [] }
}
