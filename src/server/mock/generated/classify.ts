import { isObject } from '../../../protocol/is-object.js'
import { multipartFields } from '../../../text/multipart.js'
import type { Script } from '../../../toolkit/model/collection.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { mapMembers } from '../../../toolkit/model/map-members.js'
import { assertedStatuses } from '../../../toolkit/semantics/asserted-statuses.js'
import { readCaptures } from '../../../toolkit/semantics/captures.js'
import { isPlural, nounWords, singularOf } from '../../../toolkit/semantics/id-names.js'
import { saysDeed } from '../../../toolkit/semantics/intent.js'
import { BARE, parseLooseJson } from '../../../toolkit/semantics/loose-json.js'
import { ScriptTree } from '../../../toolkit/semantics/script-tree.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { fill } from '../../../toolkit/template/fill.js'
import type { Scope } from '../../../toolkit/template/scope.js'
import { hasVariable } from '../../../toolkit/template/variables.js'
import { MOST_FIELDS, type MockRequest } from '../compare-request.js'
import type { Route } from '../routes.js'

type Role = 'list' | 'one' | 'create' | 'change' | 'remove' | 'login' | 'document'

export interface Classified {
  route: Route
  role: Role
  kind: string
  noun: string
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

/** The paths of lists, such as `/products`: two of a GET, a POST, and a path of single records exist. */
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

/** The segment that names the records. `qualifier` is a later word that selects some: `active` in `/products/active`. */
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

/** A segment before `last` that names the records, with no parameter between: `products` in `/products/status/open`. */
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

/** The name of the folder, or of the request if that has no noun. */
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

/** What the test scripts of a request tell about its answer. The scripts are read, but not run. */
export interface ScriptFacts {
  /** JSON pointers of members that the scripts read or require. */
  members: string[]
  /** JSON pointers of members that must be lists. `''` is the whole answer. */
  lists: string[]
  /** JSON pointers of members that the scripts store as credentials. */
  secrets: string[]
  /** Names of headers that the scripts store as credentials. */
  secretHeaders: string[]
  statuses: number[]
}

/** Reads captures and assertions in scripts: `pm.expect(json.data).to.have.property('id')`, `to.be.an('array')`, `to.have.status(201)`. */
function scriptFactsOf(scripts: Script[]): ScriptFacts {
  const { captures } = readCaptures(scripts)
  const bodies = captures.flatMap(({ from, secret }) =>
    from.in === 'body' ? [{ pointer: from.pointer, secret }] : [],
  )
  const asserted = assertionsIn(
    scripts.flatMap(({ when, lines }) => (when === 'test' ? lines : [])).join('\n'),
  )
  return {
    members: [...new Set([...bodies.map(({ pointer }) => pointer), ...asserted.members])],
    lists: [...new Set(asserted.lists)],
    secrets: bodies.filter(({ secret }) => secret).map(({ pointer }) => pointer),
    secretHeaders: captures.flatMap(({ from, secret }) =>
      from.in === 'header' && secret ? [from.name] : [],
    ),
    statuses: assertedStatuses(scripts),
  }
}

const CHAIN_CHARS = 300

function assertionsIn(code: string): Pick<ScriptFacts, 'members' | 'lists'> {
  const members: string[] = []
  const lists: string[] = []
  const script = code.includes('expect') ? new ScriptTree(code) : undefined
  for (const { value, chain: rest } of script?.expectations() ?? []) {
    const [place] = script!.placesOf(value)
    if (place?.in !== 'body') continue
    const chain = rest.slice(0, CHAIN_CHARS).split(/[;\n]/)[0]!
    const { pointer } = place
    if (/\.an?\(\s?["'`]array["'`]/.test(chain)) lists.push(pointer)
    else if (pointer !== '' && !/\.not\b/.test(chain)) members.push(pointer)
    if (/\.not\b/.test(chain)) continue
    for (const name of namesIn(chain)) members.push(`${pointer}/${name}`)
  }
  return { members: members.map(withoutLength), lists: [...lists, ...lengthsIn(members)] }
}

/** The names in an assertion such as `.property('a')` or `.keys('a', 'b')`. */
function namesIn(chain: string): string[] {
  const [, list] = /\.(?:property|keys)\(\s?\[?([^()[\]]*)/.exec(chain) ?? []
  if (list === undefined) return []
  const names = [...list.matchAll(/["'`]([\w$.-]{1,60})["'`]/g)].map(([, name]) => name!.replaceAll('.', '/'))
  return /\.property\(/.test(chain) ? names.slice(0, 1) : names
}

/** The members that must be lists, because a script reads their length: `json.length`. */
const lengthsIn = (members: string[]) =>
  members.filter((pointer) => pointer.endsWith('/length')).map(withoutLength)
const withoutLength = (pointer: string) => pointer.replace(/\/length$/, '')

export function sentObject({ item, scope }: Route): JsonObject | undefined {
  const { body } = item.request
  if (body?.mode === 'raw') {
    const value = objectIn(body.text, scope)
    const first = Array.isArray(value) ? value[0] : value
    return isObject(first) ? first : undefined
  }
  if (body?.mode !== 'urlencoded' && body?.mode !== 'formdata') return undefined
  return Object.fromEntries(
    body.entries.flatMap((entry): [string, JsonValue][] => {
      if (entry.key === null || entry.key === '') return []
      const isFile = 'type' in entry && entry.type === 'file'
      return [[entry.key, isFile ? null : fixed(String(entry.value ?? ''), scope)]]
    }),
  )
}

/** The JSON value in a text of the collection, with its variables filled; `undefined` if the text is not JSON. */
export function objectIn(text: string, scope: Scope): JsonValue | undefined {
  const value = parseLooseJson(text)
  return value === undefined ? undefined : filledIn(value, scope)
}

function filledIn(value: JsonValue, scope: Scope): JsonValue {
  if (typeof value === 'string') return fixed(value.replaceAll(BARE, ''), scope)
  if (Array.isArray(value)) return value.map((one) => filledIn(one, scope))
  if (!isObject(value)) return value
  return mapMembers(value, (one) => filledIn(one, scope))
}

/** A text with its variables filled. `null` if a variable has no value, or a new value each time, such as `{{$guid}}`. */
function fixed(text: string, scope: Scope): JsonValue {
  if (!hasVariable(text)) return text
  if (text.includes('{{$')) return null
  const filled = fill(text, scope)
  return filled.unresolved.length > 0 ? null : filled.text
}

export function bodyOf({ body, contentType }: Pick<MockRequest, 'body' | 'contentType'>): JsonObject {
  if (/multipart/i.test(contentType))
    return Object.fromEntries(
      (multipartFields(body, contentType, MOST_FIELDS) ?? []).map(({ name, value, file }) => [
        name,
        file ?? value,
      ]),
    )
  const value = parseLooseJson(body)
  const first = Array.isArray(value) ? value[0] : value
  if (isObject(first)) return first
  if (value !== undefined || !/^[^=&\s<{]{1,200}=/.test(body)) return {}
  return Object.fromEntries([...new URLSearchParams(body)].slice(0, 200))
}

export interface GeneratedAnswer {
  status: number
  headers: [name: string, value: string][]
  /** The body. A text with a content type is sent unchanged; anything else is sent as JSON. */
  body: JsonValue
  /** The content type of a body that is not JSON. */
  type?: string
}
