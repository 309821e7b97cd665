import type { Collection } from '../model/collection.js'
import { type Compiled, type CompileOptions, compileCollection } from './compile-collection.js'

/** Compiles a collection. `given`: the names of the variables that the program or the identity of a user fills. */
export type CompileFor = (given: ReadonlySet<string>) => Compiled

/**
 * Maximum number of compilations that are kept. A few suffice, because the identities of most users of a service fill
 * the same variables.
 */
const MAX_KEPT = 4

/**
 * Returns a function that compiles one collection. A compilation depends on the names of the given variables and not on
 * their values, so identities that fill the same variables share a compilation.
 */
export function shareCompilations(
  collection: Collection,
  options: Omit<CompileOptions, 'given'>,
): CompileFor {
  const kept = new Map<string, Compiled>()
  return (given) => {
    const key = JSON.stringify([...given].sort())
    const compiled = kept.get(key) ?? compileCollection(collection, { ...options, given })
    kept.delete(key)
    kept.set(key, compiled)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value!)
    return compiled
  }
}
