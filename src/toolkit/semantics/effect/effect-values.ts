import { isObject } from '../../../protocol/is-object.js'
import { decodeFormText } from '../../../text/decode-uri.js'
import { memoized } from '../../../text/memoized.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { Entry, RequestTemplate, UrlTemplate } from '../../model/request-template.js'
import { findVariables, hasVariable, VARIABLE } from '../../template/variables.js'
import { entryOf, lastIndexOf, pathVariableOf } from '../address.js'
import { BARE, parseLooseJson } from '../loose-json.js'
import { readJsonBody, sendsBody } from '../request-body.js'
import { wordsOf } from '../words.js'
import { type XmlDocument, xmlBody } from '../xml-leaves.js'
import { type EffectKind, isPipeline, isPlainText, kindByContent } from './executed-text.js'
import { isGraphqlText, readGraphql } from './graphql-document.js'
import {
  isOff,
  JSON_TEXT,
  kindAt,
  mayDecide,
  orderAt,
  type Site,
  type Surroundings,
  surroundingsOf,
} from './kind-at.js'
import {
  isGraphqlCall,
  isGraphqlChoice,
  isGraphqlForm,
  isGraphqlParameter,
  isMethodOverride,
  isNestedRequest,
  isOfRequest,
} from './nested-request.js'
import { isMemberOf } from './path-orders.js'
import { isSqlText, mayBeProgram } from './sql-text.js'
import { effectOfAction, isRemoteMethod, namesSwitch, ordersByName } from './words.js'
import { xmlValues } from './xml-values.js'

export type ValuePlace = { in: 'path' | 'query' | 'header'; key: string } | { in: 'body'; path: string[] }

/** A value that decides what a call does, such as a GraphQL document, the method of a remote call, or an `action`. */
export interface EffectValue {
  kind: EffectKind
  place: ValuePlace
  name: string
  text: string
  isOpen: boolean
  isSent: boolean
  /** Whether the value is a member of a JSON text. The text is one value for a model, which is judged when it is given. */
  isInside: boolean
}

/** Whether a value is an action, a switch that is on (its text is its name), or a word outside of a body: as clear as an action. */
export const isClearAction = ({ kind, name, text, place }: EffectValue): boolean =>
  kind === 'action' || (kind === 'word' && (place.in !== 'body' || name === text))

/** What is known about the variables of a request. */
export interface KnownValues {
  isFilled(name: string): boolean
  /** Whether a parameter of the tool fills a variable, so that a model may choose its value. */
  isParameter(name: string): boolean
  ownValue(name: string): string | undefined
}

/** Finds all values of a request that decide what the request does. */
export function effectValues(request: RequestTemplate, known: KnownValues): EffectValue[] {
  const { url, headers } = request
  const finder = new ValueFinder(known, request)
  finder.addPath(url)
  for (const entry of url.query) finder.addEntry(entry, 'query')
  for (const entry of headers) finder.addHeader(entry)
  if (sendsBody(request)) finder.addBody(request)
  finder.endValues()
  return finder.found
}

/** Whether the address or the parameters belong to a GraphQL service. */
function isGraphqlService({ url, body }: RequestTemplate): boolean {
  const last = url.path[lastIndexOf(url.path)]
  if (last !== undefined && /^(?:graphql|gql)$/i.test(last)) return true
  const isForm = (entries: Entry[]) => isGraphqlForm(entries.map(({ key, value }) => [key, value]))
  return isForm(url.query) || (body !== undefined && 'entries' in body && isForm(body.entries))
}

/** A named value that may decide what the call does. */
interface EffectCandidate {
  name: string
  value: JsonValue | undefined
  place: ValuePlace
  isSent?: boolean
  /** Whether the value is from a body in GraphQL mode, in which a model fills only variables that are parameters. */
  isDocument?: boolean
  isInside?: boolean
}

/** Maximum characters of a text whose variables are filled, before and after. Further values are left out. */
const MAX_FILLED_CHARS = 400_000
/** Maximum characters of all values that are filled in for one request. A request with more of them counts as a script. */
const MAX_ADDED_CHARS = 4_000_000
/** How deep a body is inspected. A deeper value counts as a script. */
const MAX_DEPTH = 64
/** A name that stands in a query as it is meant, and that has no parts. */
const SIMPLE = /^[\w-]+$/

interface MemberPlace {
  path: string[]
  isInList: boolean
  depth: number
  /** The remote method whose parameters these are. Absent outside of remote calls. */
  called?: string | undefined
  /** The place of the text that has these members. Absent in a body that is JSON. */
  inText?: ValuePlace
  /** Whether these are variables of GraphQL. A query reads unless one of them orders something. */
  isVariable?: boolean
}

/** The place of the whole body. */
const WHOLE: MemberPlace = { path: [], isInList: false, depth: 0 }

const candidateAt = ({ path, inText, isVariable }: MemberPlace) => ({
  name: path.at(-1) ?? 'body',
  place: inText ?? { in: 'body' as const, path },
  isInside: inText !== undefined || isVariable === true,
})

class ValueFinder {
  readonly found: EffectValue[] = []
  #room = MAX_ADDED_CHARS
  /** Whether the address or parameters belong to a GraphQL service. */
  readonly #isGraphql: boolean
  readonly #around: Surroundings

  constructor(
    private readonly known: KnownValues,
    request: RequestTemplate,
  ) {
    this.#isGraphql = isGraphqlService(request)
    this.#around = surroundingsOf(request)
  }

  /** Adds a script if there were more values than are read: what they say is unknown. */
  endValues(): void {
    if (this.#room < 0) this.#add('script', { name: 'request', value: null, place: { in: 'body', path: [] } })
  }

  /** Adds the values of a path that decide the effect: `:name` segments, and variables in segments. */
  addPath({ path, variables }: UrlTemplate): void {
    let owner = ''
    for (const segment of path) {
      const key = pathVariableOf(segment)
      const names = findVariables(segment).map((name) => ({ key: name, value: `{{${name}}}` }))
      const own = key === undefined ? [] : [{ key, value: entryOf(variables, key)?.value ?? '' }]
      for (const { key: name, value } of [...own, ...names])
        if (!isMemberOf(owner, name)) this.#judge('path', { name, value, place: { in: 'path', key: name } })
      owner = segment
    }
  }

  /**
   * Adds a query parameter or the field of a form. Of a name such as `bulk[0][action]`, each part counts. A query
   * parameter without a value, as in `?delete`, is a switch that is on. Some servers also take a semicolon or a second
   * question mark for a separator.
   */
  addEntry({ key, value, disabled }: Entry, site: 'query' | 'form'): void {
    const isInQuery = site === 'query'
    const sent = isInQuery && typeof value === 'string' ? decodeFormText(value) : value
    if (!key || (!this.#isGraphql && SIMPLE.test(key) && !mayDecide(key, sent))) return
    const place: ValuePlace = isInQuery ? { in: 'query', key } : { in: 'body', path: [key] }
    const isAlone = isInQuery && (value === undefined || value === null)
    const isSent = disabled !== true
    let isFound = false
    for (const name of namesIn(isInQuery ? decodeFormText(decodeFormText(key)) : key)) {
      const candidate = {
        name,
        value: isAlone && namesSwitch(name, this.#around) ? 'on' : sent,
        place,
        isSent,
      }
      // GraphQL multipart requests: the documents are members of a JSON text.
      const documents = !isInQuery && name === 'operations' ? queriesIn(textOf(sent)) : []
      for (const value of documents) this.#add('graphql', { ...candidate, value })
      const kind = this.#isGraphql ? kindInside('graphql', name) : undefined
      if (kind === 'graphql' || (kind === 'graphql-choice' && isGraphqlChoice(name)))
        this.#add(kind, candidate)
      else if (documents.length === 0 && !this.#judge(site, candidate)) continue
      isFound = true
    }
    if (isFound) return
    const [, ...others] = isInQuery ? textOf(value).split(/[;?]/) : []
    this.#addPairs({ name: key, value: others.join(';'), place, isSent }, ';')
  }

  addHeader({ key, value, disabled }: Entry): void {
    const name = key?.trim() ?? ''
    const place = { in: 'header' as const, key: key ?? '' }
    const candidate = { name, value, place, isSent: disabled !== true }
    // SOAP 1.2 names the operation in the type of the body.
    const operation =
      /^content-type$/i.test(name) && /;\s*action\s*=\s*"?([^";]+)/i.exec(this.#filled(textOf(value)))?.[1]
    if (operation) this.#add('method', { ...candidate, name: 'action', value: operation })
    else if (/^cookie$/i.test(name)) this.#addPairs(candidate, ';')
    else if (!this.#judge('header', candidate) && textOf(value).includes('='))
      this.#addPairs(candidate, /[;,&]/)
  }

  /** Adds what decides the effect among cookies and in `a=1; b=2`, which some servers read like parameters. */
  #addPairs({ value, ...rest }: EffectCandidate, separator: string | RegExp): void {
    for (const pair of textOf(value).split(separator)) {
      const [name = '', own = ''] = pair.trim().split('=').map(decodeFormText)
      this.#judge('header', { ...rest, name, value: own })
    }
  }

  addBody(request: RequestTemplate): void {
    const { body } = request
    if (body?.mode === 'graphql') {
      const add = (kind: EffectKind, name: string, value: JsonValue) =>
        this.#add(kind, { name, value, place: { in: 'body', path: [name] }, isDocument: true })
      add('graphql', 'query', body.query)
      if (body.operationName) add('graphql-choice', 'operationName', body.operationName)
      const { variables } = body
      const values = typeof variables === 'string' ? parseLooseJson(variables) : variables
      if (values) this.#addMembers(values, { ...WHOLE, path: ['variables'], isVariable: true })
    } else if (body?.mode === 'urlencoded' || body?.mode === 'formdata') {
      for (const entry of body.entries) this.addEntry(entry, 'form')
    } else if (body?.mode === 'raw') {
      const document = readJsonBody(request)
      const xml = document === undefined ? xmlBody(request) : undefined
      if (xml) this.#addXml(xml)
      else if (document === undefined) this.#addText(body.text, body.language)
      else this.#addMembers(document, WHOLE)
    }
  }

  #addXml(xml: XmlDocument): void {
    for (const { kind, ...named } of xmlValues(xml)) {
      const candidate: EffectCandidate = { ...named, place: { in: 'body', path: [named.name] } }
      if (kind) this.#add(kind, candidate)
      else this.#judge('body', candidate)
    }
  }

  #addText(text: string, language: string | undefined): void {
    const kind = this.#kindOfText(this.#filled(text), language)
    if (kind) this.#add(kind, { name: 'body', value: text, place: { in: 'body', path: [] } })
  }

  #kindOfText(text: string, language: string | undefined): EffectKind | undefined {
    if (language === 'graphql' || this.#isGraphql || isGraphqlText(text, false)) return 'graphql'
    // Text that is declared JSON and is none is broken, such as `{stuff}`, also where a document could be meant.
    if (language !== 'json' && /^\s*\{/.test(text) && readGraphql(text)) return 'graphql'
    if (language === 'javascript' && parseLooseJson(text) === undefined) return 'script'
    return isSqlText(text, true) || mayBeProgram(text) ? 'sql' : undefined
  }

  #addMembers(value: JsonValue, at: MemberPlace): void {
    if (at.depth > MAX_DEPTH) this.#add('script', { ...candidateAt(at), value: null })
    else if (Array.isArray(value)) this.#addList(value, at)
    else if (typeof value === 'object' && value !== null) this.#addObject(value, at)
  }

  #addList(list: JsonValue[], at: MemberPlace): void {
    const add = (kind: EffectKind, value: JsonValue) => this.#add(kind, { ...candidateAt(at), value })
    const [first] = list
    if (isPipeline(list)) add('script', list)
    // A command of Redis over HTTP, or a list of them: `["DEL", "key"]`.
    else if (at.path.length === 0 && typeof first === 'string' && effectOfAction(first) === 'write')
      add('action', first)
    const inner = { ...at, isInList: true, depth: at.depth + 1 }
    for (const member of list)
      if (typeof member !== 'string') this.#addMembers(member, inner)
      else if (at.called && runsWhatIsNamed(at.called) && ordersByName(member))
        add('action', `${at.called}.${member}`)
      else if (!isPlainText(member)) this.#judge('list', { ...candidateAt(at), value: member }, at)
  }

  #addObject(object: JsonObject, at: MemberPlace): void {
    const { path, isInList, depth, called, isVariable } = at
    const names = Object.keys(object)
    const isOwner = !isVariable && (this.#isGraphql || names.some(makesOwner))
    const owner = isOwner ? this.#kindOfOwner(object, at) : undefined
    for (const name of names) {
      const value = object[name]!
      const mayCount = mayDecide(name, value)
      if (!owner && !called && typeof value !== 'object' && !mayCount) continue
      const inner: MemberPlace = {
        ...at,
        path: isInList ? path : [...path, name],
        depth: depth + 1,
        called: calledBy(owner, name, object) ?? (Array.isArray(value) ? called : undefined),
      }
      const kind = kindInside(owner, name) ?? (called && kindOfCalled(called, name, value))
      if (kind === 'data') this.#addMembers(value, { ...inner, isVariable: true })
      else if (kind) this.#add(kind, { ...candidateAt(inner), name, value })
      else if (!mayCount || !this.#judge('body', { ...candidateAt(inner), name, value }, at))
        this.#addMembers(value, inner)
    }
  }

  /** Adds what decides the effect among the members of a text that is JSON: `payload={"action":"delete"}`. */
  #addJsonText({ name, value, place, isSent = true }: EffectCandidate, depth: number): void {
    const text = typeof value === 'string' && JSON_TEXT.test(value) ? this.#filled(value) : ''
    const document = text === '' ? undefined : parseLooseJson(text)
    if (isSent && typeof document === 'object')
      this.#addMembers(document, { ...WHOLE, path: [name], depth: depth + 1, inText: place })
  }

  #kindOfOwner(owner: JsonObject, { path, isInList }: MemberPlace): OwnerKind | undefined {
    if (this.#isGraphqlRequest(owner, path)) return 'graphql'
    const isCall = 'method' in owner && ('jsonrpc' in owner || 'params' in owner)
    const isNested = isNestedRequest(owner, isInList ? path.at(-1) : undefined)
    if (isNested) return isCall ? 'nested-call' : 'nested'
    return isCall ? 'call' : undefined
  }

  /** Some servers read the names of members in upper case too. */
  #isGraphqlRequest(owner: JsonObject, path: string[]): boolean {
    if ((this.#isGraphql && path.length === 0) || isGraphqlCall(owner)) return true
    return Object.entries(owner).some(
      ([name, value]) =>
        name.toLowerCase() === 'query' &&
        typeof value === 'string' &&
        kindByContent('query', this.#filled(value)) === 'graphql',
    )
  }

  /**
   * Adds a value that decides the effect at its site. Returns false for any other value. A text that is JSON is then
   * searched for such values.
   */
  #judge(site: Site, candidate: EffectCandidate, { depth, isVariable }: MemberPlace = WHOLE): boolean {
    const { name, value } = candidate
    if (site !== 'header' && !mayDecide(name, value)) return false
    const sited = { site, name, value, text: this.#filled(textOf(value)).trim() }
    const kind = isVariable ? orderAt(sited, this.#around) : kindAt(sited, this.#around)
    if (kind === 'switch')
      this.#add(isOff(sited) ? 'action' : 'word', { ...candidate, value: isOff(sited) ? '' : name })
    else if (kind) this.#add(kind, candidate)
    else this.#addJsonText(candidate, depth)
    return kind !== undefined
  }

  #add(
    kind: EffectKind,
    { name, value, place, isSent = true, isDocument = false, isInside = false }: EffectCandidate,
  ): void {
    const written = textOf(value)
    const isOptional = kind === 'action' || kind === 'callback'
    const isEmpty = written.trim() === '' && (!isOptional || place.in === 'path')
    const isOpen = isSent && (isEmpty || /^<[^<>]*>$/.test(written) || this.#hasHole(written, isDocument))
    const isStructure = kind === 'action' && typeof value === 'object'
    const text = isStructure ? orderIn(value) : this.#filled(written)
    this.found.push({ kind, place, name, text, isOpen, isSent, isInside })
  }

  /** Whether a model may fill a variable of the text. In a GraphQL body, only variables that are parameters count. */
  #hasHole(text: string, isDocument: boolean): boolean {
    const names = findVariables(text).filter((name) => !name.startsWith('$'))
    return names.some((name) =>
      isDocument ? this.known.isParameter(name) : !this.known.isFilled(name) || this.known.isParameter(name),
    )
  }

  /** Replaces variables by their values in the collection, also inside these values. Other variables become `x`. */
  #filled(text: string, depth = 0): string {
    if (!hasVariable(text) || depth > 5 || text.length > MAX_FILLED_CHARS) return text
    let length = text.length
    const filled = text.replace(VARIABLE, (_, name: string) => {
      const value = this.known.ownValue(name) ?? 'x'
      length += value.length
      if (length > MAX_FILLED_CHARS || this.#room < 0) return 'x'
      this.#room -= value.length
      return value
    })
    return this.#filled(filled, depth + 1)
  }
}

/** Names that may make their object a request of GraphQL, a remote call or a nested request. */
const makesOwner: (name: string) => boolean = memoized(
  (name) => /^query$/i.test(name) || isGraphqlParameter(name) || isOfRequest(name),
)

/** The first name or text in an action with members that orders something: `delete` in `["list", "delete 5"]`. */
function orderIn(value: JsonValue): string {
  return namesAndTexts(value).find((text) => !/\s/.test(text.trim()) && ordersByName(text)) ?? ''
}

/** How deep an action with members is searched. A text deeper inside belongs to something else, such as a form. */
const MAX_ACTION_DEPTH = 3

function namesAndTexts(value: JsonValue, depth = 0): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth >= MAX_ACTION_DEPTH) return []
  const firstWord = (one: JsonValue) => (typeof one === 'string' ? one.trim().split(/\s/, 1)[0]! : one)
  const names = Array.isArray(value) ? [] : Object.keys(value)
  const members = Array.isArray(value) ? value.map(firstWord) : Object.values(value)
  return [...names, ...members.flatMap((member) => namesAndTexts(member, depth + 1))]
}

/** The GraphQL documents in a JSON text of one request or a batch. */
function queriesIn(text: string): string[] {
  const requests = text.includes('query') ? [parseLooseJson(text) ?? []].flat() : []
  return requests.flatMap((one) => (isObject(one) && typeof one.query === 'string' ? one.query : []))
}

/** The parts of a name, from the outside to the inside: `bulk` and `action` for `bulk[0][action]`, `amp;` left out. */
function namesIn(key: string): string[] {
  const parts = key.split(/[[\].:?!]+|amp;/).map((part) => part.trim())
  return parts.filter((part) => part !== '' && !/^\d+$/.test(part))
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.includes(BARE) ? value.replaceAll(BARE, '') : value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/**
 * The kind of an object in a body. It is a remote call, a GraphQL request, a nested request that the server sends (as
 * in a batch), or a nested request that is also a remote call.
 */
type OwnerKind = 'call' | 'graphql' | 'nested' | 'nested-call'

/**
 * The kind of a member, judged by its name and by the kind of the object (`owner`) that contains it. `data` is the kind
 * of GraphQL variables, which cannot decide the effect.
 */
function kindInside(owner: OwnerKind | undefined, name: string): EffectKind | 'data' | undefined {
  if (isMethodOverride(name)) return 'override'
  if (name === 'methodName') return 'method'
  if (owner === 'graphql') {
    const lower = name.toLowerCase()
    return lower === 'query' ? 'graphql' : lower === 'variables' ? 'data' : 'graphql-choice'
  }
  if ((owner === 'nested' || owner === 'nested-call') && isOfRequest(name)) return 'action'
  return (owner === 'call' || owner === 'nested-call') && name === 'method' ? 'method' : undefined
}

/** The remote method whose parameters a member is. */
function calledBy(owner: OwnerKind | undefined, name: string, call: JsonObject): string | undefined {
  const isCall = owner === 'call' || owner === 'nested-call'
  return isCall && name === 'params' ? textOf(call.method) : undefined
}

/** The kind of a parameter that names what a remote method runs: the tool of `tools/call`, the method of `execute_kw`. */
function kindOfCalled(called: string, name: string, value: JsonValue): EffectKind | undefined {
  if (typeof value !== 'string' || runsWhatIsNamed(value)) return undefined
  if (runsWhatIsNamed(called)) return /^(?:name|method|tool)$/.test(name) ? 'method' : undefined
  return name === 'method' && isRemoteMethod(value) ? 'method' : undefined
}

/** Whether a remote method runs what its parameters name: `tools/call` of MCP, `execute_kw` of Odoo. */
const runsWhatIsNamed = (method: string) => wordsOf(method).some((word) => RUNS.has(word))

const RUNS: ReadonlySet<string> = new Set(['call', 'execute', 'invoke'])
