import { walkItems } from '../../toolkit/collection/walk.js'
import type { Collection, Example, Item } from '../../toolkit/model/collection.js'
import type { RequestTemplate } from '../../toolkit/model/request-template.js'
import { nounWords, singularOf } from '../../toolkit/semantics/id-names.js'
import { recordPaths } from '../../toolkit/semantics/record-names.js'
import { createScope, type Scope } from '../../toolkit/template/scope.js'
import { fillPlaceholders } from './generated/make-value.js'
import { type PathMatch, type PathPattern, patternOf } from './path-pattern.js'

export interface Route {
  item: Item
  folders: string[]
  method: string
  pattern: PathPattern
  examples: ServedExample[]
  scope: Scope
}

/** A saved example. `isMade`: the mock has filled placeholders in it, such as `<string>`. */
export interface ServedExample extends Example {
  isMade?: true
}

export interface RouteMatch {
  route: Route
  path: PathMatch
}

/** A saved example with its request, or that of its item. */
export interface ExampleCandidate {
  example: ServedExample
  saved: RequestTemplate
  route: Route
  path: PathMatch
}

/** All requests. With `literalIds`, written ids match all others, and empty successes of GET are left out. */
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

/** Whether a success of GET lacks its body, as converters save one for each response without a schema. */
function isEmptyRead({ status = 200, body = '' }: Example, method: string): boolean {
  return method === 'GET' && status >= 200 && status < 300 && status !== 204 && body.trim() === ''
}

function served(example: Example, { request }: Item): ServedExample {
  const segment = request.url.path.findLast((one) => !/[:{]/.test(one)) ?? ''
  const body = fillPlaceholders(example.body, singularOf(nounWords(segment).at(-1) ?? 'record'))
  return body === undefined ? example : { ...example, body, isMade: true }
}

export function candidatesOf(matches: RouteMatch[]): ExampleCandidate[] {
  return matches.flatMap(({ route, path }) =>
    route.examples.map((example) => ({ example, saved: example.request ?? route.item.request, route, path })),
  )
}

export interface MockCounts {
  requests: number
  examples: number
  withExample: number
}

export function countExamples(routes: Route[]): MockCounts {
  return {
    requests: routes.length,
    examples: routes.reduce((sum, { examples }) => sum + examples.length, 0),
    withExample: routes.filter(({ examples }) => examples.some((one) => isSuccess(one.status) && !one.isMade))
      .length,
  }
}

/** Whether a saved status is a success. An example without a status counts as one. */
export function isSuccess(status = 200): boolean {
  return status >= 200 && status < 300
}
