import type { Item } from '../model/collection.js'
import { lazy } from '../model/lazy.js'
import { assertedStatuses } from './asserted-statuses.js'
import { literalKind } from './literal-id.js'

/**
 * Finds the requests that test a failure: their own script demands an error of the client (4xx), or their saved examples
 * have only such errors, and another request with the same method and path succeeds. A script that accepts a success too
 * tests no failure. Words in names count for nothing: "List failed payments" is an ordinary request. The result has the
 * reason for each item, as a clause: "its script demands the status 422"; it is undefined for an ordinary request.
 */
export function findScenarios(items: readonly Item[]): (string | undefined)[] {
  const failures = items.map(failureOf)
  const working = lazy(
    () => new Set(items.filter((_, index) => failures[index] === undefined).map(addressOf)),
  )
  return items.map((item, index) => {
    const why = failures[index]
    return why !== undefined && working().has(addressOf(item)) ? why : undefined
  })
}

function failureOf({ scripts, examples }: Item): string | undefined {
  const demanded = scripts.length > 0 ? assertedStatuses(scripts) : []
  if (isFailure(demanded)) return `its script demands the status ${demanded.join(' or ')}`
  if (demanded.length > 0 || examples.length === 0) return undefined
  const statuses = examples.flatMap(({ status }) => status ?? [])
  if (!isFailure(statuses)) return undefined
  return `its saved example has the status ${[...new Set(statuses)].join(' or ')}`
}

/** Whether statuses are errors, at least one of them of the client: a server error may be recorded by accident. */
const isFailure = (statuses: readonly number[]) =>
  statuses.every((status) => status >= 400) && statuses.some((status) => status < 500)

/** Method and path as one text, in which `{}` replaces each id, so that all records have the same text. */
function addressOf({ request: { method, url } }: Item): string {
  const segments = url.path.filter((segment) => segment !== '')
  const shape = segments.map((segment) =>
    /^[:{]|\{\{/.test(segment) || literalKind(segment) !== undefined ? '{}' : segment.toLowerCase(),
  )
  return `${method} ${shape.join('/')}`
}
