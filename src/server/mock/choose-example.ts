import { compareRequest, type MockRequest, type RequestFit } from './compare-request.js'
import { matchPath, valuesAt } from './path-pattern.js'
import { type Candidate, candidatesOf, type Route, type RouteMatch } from './routes.js'

/** What the client asked for by header. */
export interface Wish {
  /** `x-mock-response-code` */
  status?: number
  /** `x-mock-response-name` */
  name?: string
}

/** The example to answer with, or the routes that fit although none of their examples does. */
export type Choice = { candidate: Candidate } | { matches: RouteMatch[] }

interface Judged extends RequestFit {
  candidate: Candidate
  total: number
}

/** Finds the saved example that answers a request best. */
export function chooseExample(routes: Route[], request: MockRequest, wish: Wish): Choice {
  const matches = mostLiteral(matchRoutes(routes, request))
  const wished = candidatesOf(matches).filter(({ example }) => grants(wish, example))
  const judged = wished.map((candidate) => judge(request, candidate))
  const hasWish = wish.status !== undefined || wish.name !== undefined
  const best = hasWish ? highest(judged) : (unknownValue(judged) ?? highest(eligible(judged)))
  return best ? { candidate: best.candidate } : { matches }
}

/** The routes whose method and path fit. */
export function matchRoutes(routes: Route[], { method, segments }: MockRequest): RouteMatch[] {
  return routes.flatMap((route) => {
    const sameMethod = route.method === method || (method === 'HEAD' && route.method === 'GET')
    const path = sameMethod ? matchPath(route.pattern, segments) : undefined
    return path ? [{ route, path }] : []
  })
}

/** `/users/search` is not the user named "search": more equal segments win, if they have an example. */
function mostLiteral(matches: RouteMatch[]): RouteMatch[] {
  const withExamples = matches.filter(({ route }) => route.examples.length > 0)
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

/** A saved failure answers only the very request that led to it; where nothing else was saved it answers any. */
function eligible(judged: Judged[]): Judged[] {
  const fitting = judged.filter(
    ({ candidate, path, query, body }) => succeeds(candidate) || (path.exact && query.exact && body.exact),
  )
  return fitting.length > 0 ? fitting : judged
}

/**
 * Where the examples show that the value in the path decides (several good answers for several values) and this value is none of
 * them, the saved 404 is the best answer.
 */
function unknownValue(judged: Judged[]): Judged | undefined {
  const known = new Set(judged.filter(({ candidate }) => succeeds(candidate)).map(savedValues))
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

function succeeds({ example }: Candidate): boolean {
  return (example.status ?? 200) < 400
}

/** The best one; of equals one that succeeds, then the first in the file. */
function highest(judged: Judged[]): Judged | undefined {
  return judged.reduce<Judged | undefined>((best, next) => {
    if (!best || next.total > best.total) return next
    const breaksTie = next.total === best.total && succeeds(next.candidate) && !succeeds(best.candidate)
    return breaksTie ? next : best
  }, undefined)
}
