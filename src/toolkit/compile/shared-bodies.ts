import { groupBy } from '../model/group-by.js'
import { keepGetters } from '../model/lazy.js'
import type { RequestTemplate } from '../model/request-template.js'
import { pathVariableOf } from '../semantics/address.js'
import { bodyMembers } from '../semantics/request-body.js'
import { hasVariable } from '../template/variables.js'

const NONE: ReadonlyMap<string, number> = new Map()

/** What the bodies of a collection's requests with the same method and path have in common. */
export class SharedBodies {
  static {
    keepGetters(SharedBodies)
  }

  readonly #shares = new Map<string, ReadonlyMap<string, number>>()

  constructor(private readonly requests: readonly RequestTemplate[]) {}

  private get byPlace(): ReadonlyMap<string, RequestTemplate[]> {
    return groupBy(
      this.requests.filter(({ body }) => body),
      placeOf,
    )
  }

  /** The share of the bodies for one address that have a member; empty if all have the same ones. */
  sharesOf(request: RequestTemplate): ReadonlyMap<string, number> {
    const place = placeOf(request)
    const known = this.#shares.get(place) ?? sharesAmong(this.byPlace.get(place) ?? [])
    this.#shares.set(place, known)
    return known
  }

  /** Members that most addresses take, which are no property of records, such as the account of each request. */
  get common(): ReadonlySet<string> {
    return commonMembers([...this.byPlace.values()].map((requests) => requests[0]!))
  }
}

/** The least number of addresses that can show what is common to them. */
const FEWEST_PLACES = 5

function commonMembers(requests: readonly RequestTemplate[]): ReadonlySet<string> {
  const bodies = requests.map((request) => membersOf(request) ?? [])
  if (requests.length < FEWEST_PLACES) return new Set()
  const counts = new Map<string, number>()
  for (const key of bodies.flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count > requests.length / 2 ? [key] : [])))
}

function sharesAmong(requests: readonly RequestTemplate[]): ReadonlyMap<string, number> {
  if (requests.length < 2) return NONE
  const bodies = requests.map(membersOf).filter((keys) => keys !== undefined)
  if (new Set(bodies.map((keys) => [...keys].sort().join('\n'))).size < 2) return NONE
  const all = new Set(bodies.flat())
  return new Map(
    [...all].map((key) => [key, bodies.filter((keys) => keys.includes(key)).length / bodies.length]),
  )
}

const membersOf = (request: RequestTemplate) => bodyMembers(request)?.map(([key]) => key)

const placeOf = ({ method, url }: RequestTemplate) =>
  `${method} ${url.path.map((segment) => (pathVariableOf(segment) !== undefined || hasVariable(segment) ? '*' : segment)).join('/')}`
