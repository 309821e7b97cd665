import { freeName } from '../../text/free-name.js'
import type { Item } from '../model/collection.js'
import { groupBy } from '../model/group-by.js'
import { keepGetters } from '../model/lazy.js'
import type { PathVariable, RequestTemplate } from '../model/request-template.js'
import { entryOf, pathVariableOf } from '../semantics/address.js'
import type { NameStyle } from '../semantics/id-names.js'
import {
  type LiteralConventions,
  type NamedPath,
  type PathNaming,
  pathNaming,
  variableShares,
} from '../semantics/path-conventions.js'
import { literalsInPath, type PathLiteral } from '../semantics/path-literals.js'
import { recordPaths } from '../semantics/record-names.js'
import { bodyMembers, bodyNames } from '../semantics/request-body.js'
import { hasVariable } from '../template/variables.js'
import type { ToolInputModes } from './input-modes.js'
import { isFilled, type KnownVariables } from './known-variables.js'

/** Facts about a collection that follow from all of its requests. Each fact is derived when it is first needed. */
export class Conventions implements LiteralConventions {
  static {
    keepGetters(Conventions)
  }

  constructor(private readonly items: readonly Item[]) {}

  get style(): NameStyle {
    return this.naming.style
  }

  get namesAfter(): ReadonlyMap<string, string> {
    return this.naming.namesAfter
  }

  get parts(): ReadonlySet<string> | undefined {
    return this.naming.parts
  }

  private get naming(): PathNaming {
    return pathNaming(this.items.map(({ request }) => namedPath(request)))
  }

  /** The paths that end with the name of a record, as another request shows: `/users/anna` if a POST to `/users` makes `anna`. */
  get records(): ReadonlySet<string> {
    return recordPaths(this.items.map(({ request, name }) => ({ request, title: name })))
  }

  get shares(): ReadonlyMap<string, number> {
    return variableShares(this.items.map(({ request }) => request.url.path))
  }

  get bodies(): SharedBodies {
    return new SharedBodies(this.items.map(({ request }) => request))
  }

  /** Whether a converter wrote the collection. Then bodies have all possible members, and descriptions say what is required. */
  get isConverted(): boolean {
    return this.items.some(({ request }) => isConverted(request))
  }
}

/** A name of several words, which shows whether the author writes `userId` or `user_id`. */
const SEVERAL_WORDS = /[a-z][A-Z_]/

function namedPath({ url, body }: RequestTemplate): NamedPath {
  const names: string[] = []
  for (const { key } of url.query) if (key) names.push(key)
  if (body && (body.mode !== 'raw' || SEVERAL_WORDS.test(body.text))) names.push(...bodyNames(body))
  return { path: url.path, names }
}

/** What is known before an item is read: facts about the collection, and the modes of the tool's parameters. */
export interface Knowledge {
  filled: KnownVariables
  settled: (variable: string) => boolean
  conventions: Conventions
  modes: ToolInputModes
}

/** Whether a request was converted from OpenAPI: descriptions begin with `(Required)`, or the body has `"<string>"`. */
function isConverted({ url, headers, body }: RequestTemplate): boolean {
  const entries = [...url.query, ...url.variables, ...headers]
  if (entries.some(({ description }) => /^\((?:Required|This can only be)\b/.test(description ?? '')))
    return true
  return body?.mode === 'raw' && /"<(?:string|integer|long|number|boolean|dateTime|uuid)>"/.test(body.text)
}

export interface TemplatedPath {
  request: RequestTemplate
  /** The literal ids that variables replace, with the names of these variables. */
  literals: readonly Pick<PathLiteral, 'name' | 'text'>[]
  /** For each variable that replaces a part of a segment, the replaced text: `5` for the segment `Users(5)`. */
  inline: ReadonlyMap<string, string | undefined>
}

const NONE: ReadonlyMap<string, string | undefined> = new Map()

/** Replaces ids in a path by variables with their values: `/users/:user_id` for `/users/50`. `voice replay` does not. */
export function templatePath(
  { request, title }: { request: RequestTemplate; title: string },
  known: Knowledge,
): TemplatedPath {
  const { url, method } = request
  const { conventions } = known
  const found = literalsInPath(url.path, { method, title, conventions })
  if (found.length === 0) return { request, literals: [], inline: NONE }
  const literals: Pick<PathLiteral, 'name' | 'text'>[] = []
  const inline = new Map<string, string | undefined>()
  const path = [...url.path]
  const variables = [...url.variables]
  const used = new Set(path.map(pathVariableOf))
  for (const literal of found) {
    const segment = path[literal.index]!
    const isWhole = segment === literal.text || segment.startsWith(`${literal.text}.`)
    const hasValue = (key: string) =>
      isWhole ? entryOf(variables, key) !== undefined : isFilled(key, known.filled)
    const isFree = (key: string) => !used.has(key) && (literal.value === undefined || !hasValue(key))
    const name = freeName(literal.name, isFree, conventions.style === 'camel' ? '' : '_')
    used.add(name)
    literals.push({ name, text: literal.text })
    path[literal.index] = segment.replace(literal.text, () => (isWhole ? `:${name}` : `{{${name}}}`))
    if (!isWhole) inline.set(name, literal.value === undefined ? undefined : literal.text)
    else if (!entryOf(variables, name)) variables.push(variableOf(name, literal))
  }
  return {
    request: { ...request, url: { ...url, path, variables } },
    literals,
    inline: inline.size > 0 ? inline : NONE,
  }
}

function variableOf(key: string, { text, value }: PathLiteral): PathVariable {
  return { key, value: value === undefined ? undefined : text }
}

const NO_SHARES: ReadonlyMap<string, number> = new Map()

/** What the bodies of a collection's requests with the same method and path have in common. */
class SharedBodies {
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

const FEWEST_PLACES = 5

function commonMembers(requests: readonly RequestTemplate[]): ReadonlySet<string> {
  const bodies = requests.map((request) => membersOf(request) ?? [])
  if (requests.length < FEWEST_PLACES) return new Set()
  const counts = new Map<string, number>()
  for (const key of bodies.flat()) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count > requests.length / 2 ? [key] : [])))
}

function sharesAmong(requests: readonly RequestTemplate[]): ReadonlyMap<string, number> {
  if (requests.length < 2) return NO_SHARES
  const bodies = requests.map(membersOf).filter((keys) => keys !== undefined)
  if (new Set(bodies.map((keys) => [...keys].sort().join('\n'))).size < 2) return NO_SHARES
  const all = new Set(bodies.flat())
  return new Map(
    [...all].map((key) => [key, bodies.filter((keys) => keys.includes(key)).length / bodies.length]),
  )
}

const membersOf = (request: RequestTemplate) => bodyMembers(request)?.map(([key]) => key)

const placeOf = ({ method, url }: RequestTemplate) =>
  `${method} ${url.path.map((segment) => (pathVariableOf(segment) !== undefined || hasVariable(segment) ? '*' : segment)).join('/')}`
