import { walkItems } from '../../toolkit/collection/walk.js'
import type { Collection, Example, Item } from '../../toolkit/model/collection.js'
import type { RequestTemplate } from '../../toolkit/model/request-template.js'
import { createScope, type Scope } from '../../toolkit/template/scope.js'
import { type PathMatch, type PathPattern, patternOf } from './path-pattern.js'

/** One request of a collection with its saved examples, ready to be matched. */
export interface Route {
  item: Item
  method: string
  pattern: PathPattern
  examples: Example[]
  scope: Scope
}

/** A route that fits the method and path of a request. */
export interface RouteMatch {
  route: Route
  path: PathMatch
}

/** A saved example together with the request that led to it: its own, else that of its item. */
export interface Candidate {
  example: Example
  saved: RequestTemplate
  route: Route
  path: PathMatch
}

/** Every request of the collections, in the order of the files. */
export function routesOf(collections: Collection[]): Route[] {
  return collections.flatMap((collection) => {
    const scope = createScope([collection.variables])
    return Array.from(walkItems(collection), ({ item }) => ({
      item,
      method: item.request.method,
      pattern: patternOf(item.request.url, scope),
      examples: item.examples,
      scope,
    }))
  })
}

/** The examples behind the routes that matched. */
export function candidatesOf(matches: RouteMatch[]): Candidate[] {
  return matches.flatMap(({ route, path }) =>
    route.examples.map((example) => ({ example, saved: example.request ?? route.item.request, route, path })),
  )
}

/** How much there is to serve. */
export function examplesIn(routes: Route[]): { requests: number; examples: number } {
  return { requests: routes.length, examples: routes.reduce((sum, { examples }) => sum + examples.length, 0) }
}
