import { walkItems } from '../../toolkit/collection/walk.js'
import type { Collection, Example, Item } from '../../toolkit/model/collection.js'
import type { RequestTemplate } from '../../toolkit/model/request-template.js'
import { nounWords, singularOf } from '../../toolkit/semantics/id-names.js'
import { recordPaths } from '../../toolkit/semantics/record-names.js'
import { createScope, type Scope } from '../../toolkit/template/scope.js'
import { fillPlaceholders } from './generated/fill-placeholders.js'
import { type PathMatch, type PathPattern, patternOf } from './path-pattern.js'

/** One request of a collection with its saved examples, ready to be matched. */
export interface Route {
  item: Item
  /** Names of the folders around the item, outermost first. */
  folders: string[]
  method: string
  pattern: PathPattern
  examples: ServedExample[]
  scope: Scope
}

/** A saved example. `isMade`: it has only a shape, and the mock has generated the values. */
export interface ServedExample extends Example {
  isMade?: true
}

/** A route that fits the method and path of a request. */
export interface RouteMatch {
  route: Route
  path: PathMatch
}

/** A saved example together with the request that led to it: its own, else that of its item. */
export interface ExampleCandidate {
  example: ServedExample
  saved: RequestTemplate
  route: Route
  path: PathMatch
}

/**
 * All requests of a collection, in the order of the file. `literalIds`: an id in a path matches any id, and a saved success
 * without a body does not count as an answer to a read.
 */
export function routesOf(collection: Collection, { literalIds }: { literalIds: boolean }): Route[] {
  const scope = createScope([collection.variables])
  const walked = [...walkItems(collection)]
  const records = recordPaths(walked.map(({ item }) => ({ request: item.request, title: item.name })))
  return walked.map(({ item, folders }) => {
    const { method, url } = item.request
    return {
      item,
      folders: folders.map(({ name }) => name),
      method,
      pattern: patternOf(url, { scope, method, ...(literalIds && { title: item.name, records }) }),
      examples: item.examples
        .filter((example) => !literalIds || !isEmptyRead(example, method))
        .map((example) => served(example, item)),
      scope,
    }
  })
}

/** Converters save a success without a body for each response that their document has no schema for. */
function isEmptyRead({ status = 200, body = '' }: Example, method: string): boolean {
  return method === 'GET' && status >= 200 && status < 300 && status !== 204 && body.trim() === ''
}

function served(example: Example, { request }: Item): ServedExample {
  const segment = request.url.path.findLast((one) => !/[:{]/.test(one)) ?? ''
  const body = fillPlaceholders(example.body, singularOf(nounWords(segment).at(-1) ?? 'record'))
  return body === undefined ? example : { ...example, body, isMade: true }
}

/** The examples behind the routes that matched. */
export function candidatesOf(matches: RouteMatch[]): ExampleCandidate[] {
  return matches.flatMap(({ route, path }) =>
    route.examples.map((example) => ({ example, saved: example.request ?? route.item.request, route, path })),
  )
}

/** Numbers of requests and examples. */
export interface MockCounts {
  requests: number
  examples: number
  /** Requests with a saved example of a success. */
  withExample: number
}

/** Counts requests and saved examples. */
export function countExamples(routes: Route[]): MockCounts {
  return {
    requests: routes.length,
    examples: routes.reduce((sum, { examples }) => sum + examples.length, 0),
    withExample: routes.filter(({ examples }) => examples.some((one) => isSuccess(one.status) && !one.isMade))
      .length,
  }
}

/** Whether a saved status is a success; an example without one is taken for a success. */
export function isSuccess(status = 200): boolean {
  return status >= 200 && status < 300
}
