import { decodeUri } from '../../text/decode-uri.js'
import { memoized } from '../../text/memoized.js'
import { findVariables } from '../template/variables.js'
import { isIdName, type NameStyle, nounWords, styleOf } from './id-names.js'
import { literalKind } from './literal-id.js'

export interface PathNaming {
  style: NameStyle
  /** The name of the variable that other requests have after a segment: `userId` after `users`. */
  namesAfter: ReadonlyMap<string, string>
  /** The words that follow a record in some path, as a part of it: `access` in `/albums/:id/access`. */
  parts?: ReadonlySet<string> | undefined
}

/** What other requests show about values in paths, computed when it is needed. */
export interface LiteralConventions extends PathNaming {
  /** The paths that end with the name of a record, as `recordKey` writes them. */
  records?: ReadonlySet<string> | undefined
}

export interface NamedPath {
  path: string[]
  names: string[]
}

/** Whether a segment of a path is a variable, or an id by its form. */
export const isValue = (segment: string): boolean =>
  /^[:{]/.test(segment) || literalKind(decodeUri(segment)) !== undefined

/** How the collection names ids in paths: their style, and the name after each segment. */
export function pathNaming(requests: NamedPath[]): PathNaming {
  const namesAfter = new Map<string, string>()
  const names: string[] = []
  const parts = new Set<string>()
  for (const { path, names: others } of requests) {
    path.forEach((segment, index) => {
      if (index > 0 && isValue(path[index - 1]!)) parts.add(segment.toLowerCase())
      const name = nameOf(segment)
      if (name === undefined) return
      names.push(name)
      const before = path[index - 1]?.toLowerCase() ?? ''
      const isTelling = isIdName(name) && !/\d/.test(name)
      if (isTelling && !namesAfter.has(before) && nounWords(before).length > 0) namesAfter.set(before, name)
    })
    for (const name of others) names.push(name)
  }
  return { style: styleOf(names), namesAfter, parts }
}

/** For each variable name, the share of paths that have it. All shares are 0 if there are fewer than four paths. */
export function variableShares(paths: readonly string[][]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const path of paths)
    for (const name of findVariables(path.join(' '))) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].map(([name, count]) => [name, paths.length < 4 ? 0 : count / paths.length]))
}

function nameOf(segment: string): string | undefined {
  return /^[:{]/.test(segment) ? nameInSigns(segment) : undefined
}

/** The name in `:name`, `{{name}}` or `{name}`, remembered. */
const nameInSigns = memoized((segment) =>
  /^(?::([\w-]+)|\{\{([\w-]+)\}\}|\{([\w-]+)\})$/.exec(segment)?.slice(1).find(Boolean),
)
