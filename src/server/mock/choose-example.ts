import { compareRequest, type MockRequest, type RequestFit } from './compare-request.js'
import { fits, matchPath, NOTHING, totalScore, valuesAt, withoutEmpty } from './path-pattern.js'
import { candidatesOf, type ExampleCandidate, isSuccess, type Route, type RouteMatch } from './routes.js'

export interface ExampleRequirements {
  status?: number
  name?: string
}

/** An example to answer with, a route to generate an answer for, or (if no example matches) the matching routes. */
export type ChosenExample =
  | { candidate: ExampleCandidate }
  | { route: RouteMatch }
  | { matches: RouteMatch[] }

interface Judged extends RequestFit {
  candidate: ExampleCandidate
  total: number
}

interface ExampleQuery {
  request: MockRequest
  requirements: ExampleRequirements
  strict: boolean
}

/** Chooses the saved example that fits a request best. Successes are preferred to redirects, and redirects to failures. */
export function chooseExample(
  routes: Route[],
  { request, requirements, strict }: ExampleQuery,
): ChosenExample {
  const all = matchRoutes(routes, request)
  const matches = mostLiteral(all, { strict })
  const suited = candidatesOf(matches).filter(({ example }) => grants(requirements, example))
  const judged = suited.map((candidate) => judge(request, candidate))
  const hasRequirements = requirements.status !== undefined || requirements.name !== undefined
  const best = hasRequirements ? highest(judged) : (unknownValue(judged) ?? highest(eligible(judged, strict)))
  if (best) return { candidate: best.candidate }
  const [route] = hasRequirements || strict ? [] : closestFirst(matches, request)
  return route ? { route } : { matches }
}

function closestFirst(matches: RouteMatch[], request: MockRequest): RouteMatch[] {
  return matches
    .map((match) => {
      const { route, path } = match
      const { query, body } = compareRequest(request, { saved: route.item.request, route, path })
      return { match, total: totalScore({ query, body }) }
    })
    .sort((left, right) => right.total - left.total)
    .map(({ match }) => match)
}

function matchRoutes(routes: Route[], { method, segments }: MockRequest): RouteMatch[] {
  return routes.flatMap((route) => {
    const sameMethod = route.method === method || (method === 'HEAD' && route.method === 'GET')
    const path = sameMethod ? matchPath(route.pattern, segments) : undefined
    return path ? [{ route, path }] : []
  })
}

/** The matches with the most literal segments: `/users/search` is no user "search". `strict`: only routes with examples. */
function mostLiteral(matches: RouteMatch[], { strict }: { strict: boolean }): RouteMatch[] {
  const withExamples = strict ? matches.filter(({ route }) => route.examples.length > 0) : matches
  const most = Math.max(...withExamples.map(({ path }) => path.literals))
  return withExamples.length > 0 ? withExamples.filter(({ path }) => path.literals === most) : matches
}

function grants(requirements: ExampleRequirements, example: ExampleCandidate['example']): boolean {
  const rightStatus = requirements.status === undefined || example.status === requirements.status
  const rightName =
    requirements.name === undefined ||
    example.name.trim().toLowerCase() === requirements.name.trim().toLowerCase()
  return rightStatus && rightName
}

function judge(request: MockRequest, candidate: ExampleCandidate): Judged {
  const fit = compareRequest(request, candidate)
  return { ...fit, candidate, total: totalScore(fit) }
}

/**
 * The examples that may answer the request. A saved failure may answer only a request that is equal to the one saved
 * with it. Without `strict`, this request must also have a path parameter, a query or a body. With `strict`, if no
 * example may answer by this rule, all of them may.
 */
function eligible(judged: Judged[], strict: boolean): Judged[] {
  const isThis = ({ path, query, body }: Judged) => path.exact && query.exact && body.exact
  const says = ({ path, query, body }: Judged) => [path, query, body].some((fit) => fit !== NOTHING)
  const fitting = judged.filter(
    (one) => rankOf(one.candidate) < FAILURE || (isThis(one) && (strict || says(one))),
  )
  const successes = fitting.filter((one) => rankOf(one.candidate) === 0 || isThis(one))
  const best = successes.length > 0 ? successes : fitting
  return best.length > 0 || !strict ? best : judged
}

/** The saved 404 for an unknown value in the path, if successes were saved with at least two others. */
function unknownValue(judged: Judged[]): Judged | undefined {
  const known = new Set(judged.filter(({ candidate }) => rankOf(candidate) < FAILURE).map(savedValues))
  known.delete('')
  const isKnown = judged.some(
    ({ candidate, path }) => path.exact || known.has(candidate.path.values.join('/')),
  )
  if (known.size < 2 || isKnown) return undefined
  return highest(judged.filter(({ candidate }) => candidate.example.status === 404))
}

function savedValues({ candidate: { route, saved } }: Judged): string {
  return valuesAt(route.pattern, saved.url, route.scope).join('/')
}

const FAILURE = 2

/** 0 for a success, 1 for a redirect, 2 for a failure. */
function rankOf({ example: { status } }: ExampleCandidate): number {
  if (isSuccess(status)) return 0
  return status! >= 300 && status! < 400 && status !== 304 ? 1 : FAILURE
}

/** The best score; of equal ones, the better status, then the first in the file. */
function highest(judged: Judged[]): Judged | undefined {
  return judged.reduce<Judged | undefined>((best, next) => {
    if (!best || next.total > best.total) return next
    const breaksTie = next.total === best.total && rankOf(next.candidate) < rankOf(best.candidate)
    return breaksTie ? next : best
  }, undefined)
}

interface ExampleMiss {
  error: 'no-matching-example'
  message: string
  closest: { method: string; path: string; name: string; why: string }[]
}

const SHOWN = 3

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
