import { compareRequest, type MockRequest, type RequestFit } from './compare-request.js'
import { NOTHING } from './fit.js'
import { matchPath, valuesAt } from './path-pattern.js'
import { type Candidate, candidatesOf, isSuccess, type Route, type RouteMatch } from './routes.js'

/** What the client asked for by header. */
export interface Wish {
  /** `x-mock-response-code` */
  status?: number
  /** `x-mock-response-name` */
  name?: string
}

/**
 * The example to answer with; or the route to make an answer for; or the routes that fit although none of their examples does.
 */
export type Choice = { candidate: Candidate } | { route: RouteMatch } | { matches: RouteMatch[] }

interface Judged extends RequestFit {
  candidate: Candidate
  total: number
}

/** What is asked of a mock, and whether it may answer without a saved example. */
export interface Asked {
  request: MockRequest
  wish: Wish
  strict: boolean
}

/** Finds the saved example that answers a request best, successes before redirects before failures. */
export function chooseExample(routes: Route[], { request, wish, strict }: Asked): Choice {
  const all = matchRoutes(routes, request)
  const matches = mostLiteral(all, { strict })
  const wished = candidatesOf(matches).filter(({ example }) => grants(wish, example))
  const judged = wished.map((candidate) => judge(request, candidate))
  const hasWish = wish.status !== undefined || wish.name !== undefined
  const best = hasWish ? highest(judged) : (unknownValue(judged) ?? highest(eligible(judged, strict)))
  if (best) return { candidate: best.candidate }
  const [route] = hasWish || strict ? [] : closestFirst(matches, request)
  return route ? { route } : { matches }
}

/** The routes whose own request is most like the one that came first. */
function closestFirst(matches: RouteMatch[], request: MockRequest): RouteMatch[] {
  return matches
    .map((match) => {
      const { route, path } = match
      const { query, body } = compareRequest(request, { saved: route.item.request, route, path })
      return { match, total: 2 * query.score + body.score }
    })
    .sort((left, right) => right.total - left.total)
    .map(({ match }) => match)
}

/** The routes whose method and path fit. */
export function matchRoutes(routes: Route[], { method, segments }: MockRequest): RouteMatch[] {
  return routes.flatMap((route) => {
    const sameMethod = route.method === method || (method === 'HEAD' && route.method === 'GET')
    const path = sameMethod ? matchPath(route.pattern, segments) : undefined
    return path ? [{ route, path }] : []
  })
}

/** `/users/search` is not the user named "search": more equal segments win; where only examples count, if they have one. */
function mostLiteral(matches: RouteMatch[], { strict }: { strict: boolean }): RouteMatch[] {
  const withExamples = strict ? matches.filter(({ route }) => route.examples.length > 0) : matches
  const most = Math.max(...withExamples.map(({ path }) => path.literals))
  return withExamples.length > 0 ? withExamples.filter(({ path }) => path.literals === most) : matches
}

function grants(wish: Wish, example: Candidate['example']): boolean {
  const rightStatus = wish.status === undefined || example.status === wish.status
  const rightName =
    wish.name === undefined || example.name.trim().toLowerCase() === wish.name.trim().toLowerCase()
  return rightStatus && rightName
}

/** Path values weigh most, then the query, then the body. */
function judge(request: MockRequest, candidate: Candidate): Judged {
  const fit = compareRequest(request, candidate)
  return { ...fit, candidate, total: 4 * fit.path.score + 2 * fit.query.score + fit.body.score }
}

/**
 * A saved failure answers only the very request that led to it, and that says more than its address; where nothing else was saved and
 * nothing may be made up, it answers any.
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

/**
 * Where the examples show that the value in the path decides (several good answers for several values) and this value is none of
 * them, the saved 404 is the best answer.
 */
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

/** Successes before redirects before failures. */
function rankOf({ example: { status } }: Candidate): number {
  if (isSuccess(status)) return 0
  return status! >= 300 && status! < 400 && status !== 304 ? 1 : FAILURE
}

/** The best one; of equals a success before a redirect before a failure, then the first in the file. */
function highest(judged: Judged[]): Judged | undefined {
  return judged.reduce<Judged | undefined>((best, next) => {
    if (!best || next.total > best.total) return next
    const breaksTie = next.total === best.total && rankOf(next.candidate) < rankOf(best.candidate)
    return breaksTie ? next : best
  }, undefined)
}
