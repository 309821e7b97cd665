import { findVariables } from '../template/variables.js'
import { isIdName, type NameStyle, nounWords, styleOf } from './id-names.js'

/** How a collection writes names in its paths, derived from all of its requests. */
export interface PathConventions {
  style: NameStyle
  /** The name of the variable that other requests have after a segment: `userId` after `users`. */
  namesAfter: ReadonlyMap<string, string>
  /** For each variable name, the share of requests that have it in their path. */
  shares: ReadonlyMap<string, number>
}

/** A path, and the names that the rest of its request uses. */
export interface NamedPath {
  path: string[]
  names: string[]
}

/** Derives the conventions from all requests. */
export function pathConventions(requests: NamedPath[]): PathConventions {
  const namesAfter = new Map<string, string>()
  const counts = new Map<string, number>()
  const names: string[] = []
  for (const { path, names: others } of requests) {
    path.forEach((segment, index) => {
      const name = nameOf(segment)
      if (name === undefined) return
      names.push(name)
      const before = path[index - 1]?.toLowerCase() ?? ''
      const isTelling = isIdName(name) && !/\d/.test(name)
      if (isTelling && !namesAfter.has(before) && nounWords(before).length > 0) namesAfter.set(before, name)
    })
    for (const name of others) names.push(name)
    for (const name of findVariables(path.join(' '))) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const shares = new Map(
    [...counts].map(([name, count]) => [name, requests.length < 4 ? 0 : count / requests.length]),
  )
  return { style: styleOf(names), namesAfter, shares }
}

/** The name of a segment that is one variable; undefined for any other segment. */
function nameOf(segment: string): string | undefined {
  if (!/^[:{]/.test(segment)) return undefined
  return /^(?::([\w-]+)|\{\{([\w-]+)\}\}|\{([\w-]+)\})$/.exec(segment)?.slice(1).find(Boolean)
}
