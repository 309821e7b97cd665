import { isPlural, nounWords, singularOf } from '../../../toolkit/semantics/id-names.js'
import { saysDeed } from '../../../toolkit/semantics/intent.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { Route } from '../routes.js'
import { type ScriptFacts, scriptFactsOf } from './script-facts.js'

/** What a request does with records of its kind. */
export type Role = 'list' | 'one' | 'create' | 'change' | 'remove' | 'login' | 'document'

export interface Classified {
  route: Route
  role: Role
  /** The kind of the records, such as `product`. */
  kind: string
  /** The word in the path that names the records, such as `products`. */
  noun: string
  /** Index of the path parameter that has the id of the record. */
  idIndex?: number
  facts: ScriptFacts
}

/** Classifies each request of a collection by its method, path, name and scripts, and by the paths of the other requests. */
export function classify(routes: Route[]): Classified[] {
  const bases = basesOf(routes)
  return routes.map((route) => classifyOne(route, bases))
}

const keyOf = (route: Route, end = route.pattern.segments.length) =>
  route.pattern.segments
    .slice(0, end)
    .map((segment) => ('matches' in segment ? '{}' : segment.text.toLowerCase()))
    .join('/')

/**
 * The paths of lists of records, such as `/products`. A path counts as one if at least two of these exist: a GET
 * request, a POST request, and a path of single records (`/products/{}`).
 */
function basesOf(routes: Route[]): ReadonlySet<string> {
  const methods = new Map<string, Set<string>>()
  for (const route of routes) {
    const key = keyOf(route)
    methods.set(key, (methods.get(key) ?? new Set()).add(route.method))
  }
  const bases = [...methods.keys()].filter((key) => {
    const own = methods.get(key)!
    return own.has('GET') && (own.has('POST') || methods.has(`${key}/{}`))
  })
  const posts = [...methods.keys()].filter((key) => methods.get(key)!.has('POST') && methods.has(`${key}/{}`))
  return new Set([...bases, ...posts].filter((key) => !key.endsWith('{}')))
}

function classifyOne(route: Route, bases: ReadonlySet<string>): Classified {
  const facts = scriptFactsOf(route.item.scripts)
  const { segments } = route.pattern
  const subject = subjectOf(route, bases)
  const noun = subject ? textOf(route, subject.at) : (nounOutside(route) ?? '')
  const parameters = segments.flatMap((segment, index) => ('matches' in segment ? [index] : []))
  const after = subject ? parameters.findIndex((index) => index > subject.at) : parameters.length - 1
  const isOwn = after >= 0 && subject?.qualifier === undefined
  const idIndex = isOwn ? { idIndex: after } : {}
  const kind = nounWords(noun).map((word, at, all) => (at === all.length - 1 ? singularOf(word) : word))
  const place = {
    route,
    facts,
    noun,
    hasId: isOwn,
    qualifier: subject?.qualifier,
    isBase: bases.has(keyOf(route)),
  }
  return { route, facts, noun, kind: kind.join(' ') || noun.toLowerCase(), role: roleOf(place), ...idIndex }
}

/**
 * Index of the path segment that names the records. `qualifier` is a later word that selects some of these records:
 * `active` in `/products/active`.
 */
function subjectOf(route: Route, bases: ReadonlySet<string>): { at: number; qualifier?: string } | undefined {
  const { segments } = route.pattern
  const nouns = segments.flatMap((segment, index) =>
    !('matches' in segment) && nounWords(textOf(route, index)).length > 0 ? [index] : [],
  )
  const last = nouns.at(-1)
  if (last === undefined) return undefined
  const before = nouns.at(-2)
  if (before === undefined || bases.has(keyOf(route, last + 1))) return { at: last }
  const base = baseBefore(route, { last, bases })
  if (base !== undefined) return { at: base, qualifier: textOf(route, last) }
  const isAction = before < last - 1 && last === segments.length - 1 && route.method !== 'GET'
  return isAction && !isPlural(nounWords(textOf(route, last)).at(-1)!) ? { at: before } : { at: last }
}

/**
 * Index of a segment before `last` that names the records: `products` in `/products/status/open`. No parameter is
 * between this segment and `last`. The segment ends the path of a list, or the title of the request contains its noun
 * and the word at `last` is not a plural.
 */
function baseBefore(
  route: Route,
  { last, bases }: { last: number; bases: ReadonlySet<string> },
): number | undefined {
  const title = wordsOf(route.item.name)
  for (let at = last - 1; at >= 0; at--) {
    const segment = route.pattern.segments[at]!
    if ('matches' in segment) return undefined
    const noun = nounWords(segment.text).at(-1)
    if (noun === undefined) continue
    const isSaid = title.includes(noun) || title.includes(singularOf(noun))
    const isOwner = !isPlural(nounWords(textOf(route, last)).at(-1)!) && isSaid
    if (bases.has(keyOf(route, at + 1)) || isOwner) return at
  }
  return undefined
}

/** The word of a path segment, without the extension of a file: `books` for `books.json`. */
function textOf(route: Route, index: number): string {
  return route.pattern.segments[index]!.text.replace(/\.(?:json|xml|html?|php|aspx?|jsp|do)$/i, '')
}

/**
 * The name of a request's folder; if it has no noun, the name of the request itself. Used when the path does not name
 * the records.
 */
function nounOutside({ folders, item }: Route): string | undefined {
  return [folders.at(-1) ?? '', item.name].find((text) => nounWords(text).length > 0)
}

interface PathPosition {
  route: Route
  facts: ScriptFacts
  noun: string
  hasId: boolean
  qualifier: string | undefined
  isBase: boolean
}

function roleOf(place: PathPosition): Role {
  const { route, facts, hasId, qualifier } = place
  const { method, item } = route
  const lastText = route.pattern.segments.findLast((segment) => !('matches' in segment))?.text ?? ''
  const said = `${item.name} ${lastText}`
  // If a word follows the id, as in `DELETE /orders/17/hold`, the request changes the record and does not remove it.
  if (method === 'DELETE')
    return hasId && !('matches' in route.pattern.segments.at(-1)!) ? 'change' : 'remove'
  if (facts.secrets.length + facts.secretHeaders.length > 0) return 'login'
  if (method === 'PUT' || method === 'PATCH') return 'change'
  if (method === 'POST') {
    if (saysLogin(lastText) || (saysLogin(item.name) && !saysCreate(said))) return 'login'
    if (saysDeed(said, 'remove')) return 'remove'
    if (saysDeed(lastText, 'search')) return 'list'
    return hasId || saysDeed(said, 'change') || (qualifier !== undefined && !saysCreate(said))
      ? 'change'
      : 'create'
  }
  if (saysDeed(said, 'remove')) return 'remove'
  if (hasId) return 'one'
  return isList(place) ? 'list' : 'document'
}

function isList({ route, facts, noun, qualifier, isBase }: PathPosition): boolean {
  if (facts.lists.some((pointer) => pointer.split('/').length <= 3)) return true
  const words = wordsOf(route.item.name)
  if (qualifier !== undefined) {
    if (words.includes(noun.toLowerCase())) return true
    if (words.includes(singularOf(noun.toLowerCase())) || isAlone(qualifier)) return false
    return !isUnique(qualifier)
  }
  if (isBase) return true
  if (isAlone(noun)) return false
  if (saysDeed(route.item.name, 'all')) return true
  if (facts.members.some((pointer) => /^\/(_?id|name|email|username)$/.test(pointer))) return false
  return true
}

const set = (words: string) => new Set(words.split(/\s+/))

const ALONE = set(
  `me self profile profil perfil current whoami account stats statistics stat summary dashboard count health healthcheck ping version status
  info config settings report total overview index root home test hello welcome docs weather revenue balance chart analytics metrics`,
)
const UNIQUE = set(
  `id ids uuid code codigo slug email mail sku isbn username number numero nummer dni cedula cpf nik key ref reference`,
)

const has = (words: ReadonlySet<string>) => (text: string) => wordsOf(text).some((word) => words.has(word))

const saysCreate = (text: string) => saysDeed(text, 'create')
const saysLogin = (text: string) =>
  saysDeed(text, 'logIn', 'authenticate') || /log ?in|sign ?in|iniciar? (de )?sesi/i.test(text)
const isAlone = has(ALONE)
const isUnique = has(UNIQUE)
