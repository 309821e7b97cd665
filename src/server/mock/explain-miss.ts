import type { ExampleRequirements } from './choose-example.js'
import type { MockRequest } from './compare-request.js'
import { fits, withoutEmpty } from './path-pattern.js'
import type { Route, RouteMatch } from './routes.js'

/** The body of a 404. It says why no example matches. */
export interface ExampleMiss {
  error: 'no-matching-example'
  message: string
  closest: { method: string; path: string; name: string; why: string }[]
}

const SHOWN = 3

/** Says why no saved example answers a request, and lists the most similar requests. */
export function explainMiss(
  routes: Route[],
  request: MockRequest,
  { matches, requirements }: { matches: RouteMatch[]; requirements: ExampleRequirements },
): ExampleMiss {
  const asked = `${request.method} /${request.segments.join('/')}`
  const closest = (matches.length > 0 ? matches.map(({ route }) => route) : nearest(routes, request))
    .slice(0, SHOWN)
    .map((route) => ({
      method: route.method,
      path: route.pattern.text,
      name: route.item.name,
      why: matches.length > 0 ? whyNoExample(route, requirements) : whyNoMatch(route, request),
    }))
  const [first] = closest
  const hint = first
    ? ` Closest: ${first.method} ${first.path} (${first.name}), but ${first.why}.`
    : ' The collection has no requests.'
  return { error: 'no-matching-example', message: `The mock has no example for ${asked}.${hint}`, closest }
}

function whyNoExample({ examples }: Route, { status, name }: ExampleRequirements): string {
  if (examples.length === 0) return 'it has no saved example'
  const saved = examples.map((example) => `"${example.name}" (${example.status ?? 200})`).join(', ')
  const requirements = [
    name === undefined ? '' : `named "${name}"`,
    status === undefined ? '' : `with status ${status}`,
  ]
  return `none of its examples is ${requirements.filter(Boolean).join(' and ')}; it has ${saved}`
}

function whyNoMatch({ method, pattern }: Route, request: MockRequest): string {
  const sent = withoutEmpty(request.segments)
  const differing = differences(pattern.segments, sent)
  if (differing.length === 0) return `its method is ${method}`
  const [index] = differing as [number]
  const [want, got] = [pattern.segments[index]?.text, sent[index]]
  const place =
    want === undefined
      ? `the request has "${got}" after its end`
      : got === undefined
        ? `the request ends before "${want}"`
        : `it has "${want}" where the request has "${got}"`
  return method === request.method ? place : `its method is ${method} and ${place}`
}

/** The routes whose paths differ in the fewest segments. Those with the same method come first. */
function nearest(routes: Route[], request: MockRequest): Route[] {
  return routes
    .map((route) => {
      const distance = differences(route.pattern.segments, withoutEmpty(request.segments)).length * 2
      return { route, distance: distance + (route.method === request.method ? 0 : 1) }
    })
    .sort((left, right) => left.distance - right.distance)
    .map(({ route }) => route)
}

function differences(pattern: Route['pattern']['segments'], sent: string[]): number[] {
  const length = Math.max(pattern.length, sent.length)
  return Array.from({ length }, (_, index) => index).filter((index) => !fits(pattern[index], sent[index]))
}
