import { isObject } from '../../../protocol/is-object.js'
import { decodeFormText } from '../../../text/decode-uri.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { Entry, RequestTemplate, UrlTemplate } from '../../model/request-template.js'
import { findVariables, hasVariable, VARIABLE } from '../../template/variables.js'
import { entryOf, lastIndexOf, pathVariableOf } from '../address.js'
import { BARE, parseLooseJson } from '../loose-json.js'
import { readJsonBody, sendsBody } from '../request-body.js'
import { wordsOf } from '../words.js'
import { type XmlDocument, xmlBody } from '../xml-leaves.js'
import {
  dispatchesCommand,
  type EffectKind,
  isAction,
  isCallback,
  isPipeline,
  isTellingName,
  kindByContent,
  kindByName,
} from './executed-text.js'
import { isGraphqlText, readGraphql } from './graphql-document.js'
import { kindOfHeader } from './header-kinds.js'
import { isPlainMember, JSON_TEXT, MAX_DEPTH, mayHoldOrder, SIMPLE } from './may-decide.js'
import {
  HTTP_METHOD,
  isGraphqlCall,
  isGraphqlChoice,
  isGraphqlForm,
  isMethodOverride,
  isNestedRequest,
  isOfRequest,
} from './nested-request.js'
import { isMemberOf } from './path-orders.js'
import { isSqlText, mayBeProgram } from './sql-text.js'
import { isRemoteMethod, isWritingSwitch, namesSwitch, ordersByName } from './words.js'
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
  const finder = new ValueFinder(known, isGraphqlService(request))
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
/** Maximum characters of all values that are filled in for one request. A request with more of them runs what nobody knows. */
const MAX_ADDED_CHARS = 4_000_000

interface MemberPlace {
  path: string[]
  isInList: boolean
  depth?: number
  /** The remote method whose parameters these are. Absent outside of remote calls. */
  called?: string | undefined
  /** The place of the text that has these members. Absent in a body that is JSON. */
  inText?: ValuePlace
}

class ValueFinder {
  readonly found: EffectValue[] = []
  #room = MAX_ADDED_CHARS

  constructor(
    private readonly known: KnownValues,
    /** Whether the address or parameters belong to a GraphQL service. */
    private readonly isGraphql: boolean,
  ) {}

  /** Adds a script if there were more values than are read: what they say is unknown. */
  endValues(): void {
    if (this.#room < 0) this.#add('script', { name: 'request', value: null, place: { in: 'body', path: [] } })
  }

  /** Adds the values of a path that decide the effect: `:name` segments, and variables in segments. */
  addPath({ path, variables }: UrlTemplate): void {
    let owner = ''
    for (const segment of path) {
      const key = pathVariableOf(segment)
      if (key !== undefined) {
        const value = entryOf(variables, key)?.value ?? ''
        if (!isPlainMember(key, value))
          this.#addSegment({ name: key, value, place: { in: 'path', key } }, owner)
      }
      for (const name of findVariables(segment))
        this.#addSegment({ name, value: `{{${name}}}`, place: { in: 'path', key: name } }, owner)
      owner = segment
    }
  }

  #addSegment(candidate: EffectCandidate, owner: string): void {
    if (isMemberOf(owner, candidate.name)) return
    if (candidate.name === 'method') this.#add('action', candidate)
    else this.#addNamed(candidate)
  }

  /**
   * Adds a query parameter or the field of a form. Of a name such as `bulk[0][action]`, each part counts. A query
   * parameter without a value, as in `?delete`, is a switch that is on. Some servers also take a semicolon or a second
   * question mark for a separator.
   */
  addEntry({ key, value, disabled }: Entry, where: 'query' | 'body'): void {
    if (!key || (!this.isGraphql && SIMPLE.test(key) && isPlainMember(key, value))) return
    const isInQuery = where === 'query'
    const place: ValuePlace = isInQuery ? { in: 'query', key } : { in: 'body', path: [key] }
    const isAlone = isInQuery && (value === undefined || value === null)
    const sent = isInQuery && typeof value === 'string' ? decodeFormText(value) : value
    let isFound = false
    for (const name of namesIn(isInQuery ? decodeFormText(decodeFormText(key)) : key)) {
      if (!this.isGraphql && isPlainMember(name, sent)) continue
      const candidate = {
        name,
        value: isAlone && namesSwitch(name) ? 'on' : sent,
        place,
        isSent: disabled !== true,
      }
      const kind = this.#kindOfEntry(name, textOf(sent), where)
      const documents = kind === 'graphql' && name === 'operations' ? queriesIn(textOf(sent)) : []
      for (const value of documents) this.#add('graphql', { ...candidate, value })
      if (kind && documents.length === 0) this.#add(kind, candidate)
      if (kind || this.#addNamed(candidate)) isFound = true
    }
    if (isFound) return
    const [, ...others] = isInQuery ? textOf(value).split(/[;?]/) : []
    for (const pair of others) {
      const [name = '', text] = pair.split('=')
      this.#addSetting({ name, value: text ?? '', place, isSent: disabled !== true })
    }
  }

  #kindOfEntry(key: string, text: string, where: 'query' | 'body'): EffectKind | undefined {
    if (isMethodOverride(key)) return 'override'
    if (key === 'method') {
      if (HTTP_METHOD.test(text)) return 'override'
      return where === 'query' || isRemoteMethod(text) ? 'method' : undefined
    }
    if (this.isGraphql && key === 'query') return 'graphql'
    // GraphQL multipart requests: the document is a member of a JSON text.
    if (where === 'body' && key === 'operations' && queriesIn(text).length > 0) return 'graphql'
    return this.isGraphql && isGraphqlChoice(key) ? 'graphql-choice' : undefined
  }

  addHeader({ key, value, disabled }: Entry): void {
    const name = key?.trim() ?? ''
    const candidate = {
      name,
      value,
      place: { in: 'header' as const, key: key ?? '' },
      isSent: disabled !== true,
    }
    // SOAP 1.2 names the operation in the type of the body.
    const operation =
      /^content-type$/i.test(name) && /;\s*action\s*=\s*"?([^";]+)/i.exec(this.#filled(textOf(value)))?.[1]
    if (operation) this.#add('method', { ...candidate, name: 'action', value: operation })
    else if (/^cookie$/i.test(name)) this.#addPairs(candidate, ';')
    else if (!this.#addSetting(candidate) && !this.#addContent(candidate) && textOf(value).includes('='))
      this.#addPairs(candidate, /[;,&]/)
  }

  /** Adds the method overrides, actions and switches among cookies and in `a=1; b=2`, which some servers read like parameters. */
  #addPairs({ value, ...rest }: EffectCandidate, separator: string | RegExp): void {
    for (const pair of textOf(value).split(separator)) {
      const [name = '', own = ''] = pair.trim().split('=').map(decodeFormText)
      const candidate = { ...rest, name, value: own }
      if (!this.#addSetting(candidate)) this.#addContent(candidate)
    }
  }

  /** Adds a header or a cookie that is a method override, an action or a switch. Returns false for any other. */
  #addSetting(candidate: EffectCandidate): boolean {
    const { name, value } = candidate
    const text = this.#filled(textOf(value)).trim()
    const kind = kindOfHeader(name, text)
    if (kind) this.#add(kind, candidate)
    const isSwitch = !kind && isWritingSwitch(name.replace(/^x-/i, ''), text)
    if (isSwitch) this.#addSwitch(candidate)
    return kind !== undefined || isSwitch
  }

  addBody(request: RequestTemplate): void {
    const { body } = request
    if (body?.mode === 'graphql') {
      const add = (kind: EffectKind, name: string, value: JsonValue) =>
        this.#add(kind, { name, value, place: { in: 'body', path: [name] }, isDocument: true })
      add('graphql', 'query', body.query)
      if (body.operationName) add('graphql-choice', 'operationName', body.operationName)
    } else if (body?.mode === 'urlencoded' || body?.mode === 'formdata') {
      for (const entry of body.entries) this.addEntry(entry, 'body')
    } else if (body?.mode === 'raw') {
      const document = readJsonBody(request)
      const xml = document === undefined ? xmlBody(request) : undefined
      if (xml) this.#addXml(xml)
      else if (document === undefined) this.#addText(body.text, body.language)
      else if (this.isGraphql || mayHoldOrder(document))
        this.#addMembers(document, { path: [], isInList: false })
    }
  }

  #addXml(xml: XmlDocument): void {
    for (const { kind, ...named } of xmlValues(xml)) {
      const candidate: EffectCandidate = { ...named, place: { in: 'body', path: [named.name] } }
      if (kind) this.#add(kind, candidate)
      else this.#addNamed(candidate)
    }
  }

  #addText(text: string, language: string | undefined): void {
    const kind = this.#kindOfText(this.#filled(text), language)
    if (kind) this.#add(kind, { name: 'body', value: text, place: { in: 'body', path: [] } })
  }

  #kindOfText(text: string, language: string | undefined): EffectKind | undefined {
    if (language === 'graphql' || this.isGraphql || isGraphqlText(text, false)) return 'graphql'
    // Text that is declared JSON and is none is broken, such as `{stuff}`, also where a document could be meant.
    if (language !== 'json' && /^\s*\{/.test(text) && readGraphql(text)) return 'graphql'
    if (language === 'javascript' && parseLooseJson(text) === undefined) return 'script'
    return isSqlText(text, true) || mayBeProgram(text) ? 'sql' : undefined
  }

  #addMembers(value: JsonValue, { path, isInList, depth = 0, called, inText }: MemberPlace): void {
    const place: ValuePlace = inText ?? { in: 'body', path }
    const isInside = inText !== undefined
    const inner = { isInList, depth: depth + 1, ...(inText && { inText }) }
    if (depth > MAX_DEPTH) {
      this.#add('script', { name: path.at(-1) ?? 'body', value: null, place, isInside })
    } else if (Array.isArray(value)) {
      const own = { name: path.at(-1) ?? 'body', place, isInside }
      if (isPipeline(value)) this.#add('script', { ...own, value })
      for (const member of value)
        if (typeof member !== 'string') this.#addMembers(member, { ...inner, path, isInList: true, called })
        else if (called && runsWhatIsNamed(called) && ordersByName(member))
          this.#add('action', { ...own, value: `${called}.${member}` })
        else this.#addContent({ ...own, value: member }, depth)
    } else if (typeof value === 'object' && value !== null) {
      const owner = this.#kindOfOwner(value, { path, isInList })
      for (const name of Object.keys(value)) {
        const member = value[name]!
        if (!owner && !called && depth < MAX_DEPTH && isPlainMember(name, member)) continue
        const kind = kindInside(owner, name) ?? (called && kindOfCalled(called, name, member))
        if (kind === 'data') continue
        const innerPath = isInList ? path : [...path, name]
        const candidate: EffectCandidate = {
          name,
          value: member,
          place: inText ?? { in: 'body', path: innerPath },
          isInside,
        }
        if (kind) this.#add(kind, candidate)
        else if (!this.#addNamed(candidate, depth))
          this.#addMembers(member, {
            ...inner,
            path: innerPath,
            called: calledBy(owner, name, value) ?? (Array.isArray(member) ? called : undefined),
          })
      }
    }
  }

  /** Adds what decides the effect among the members of a text that is JSON: `payload={"action":"delete"}`. */
  #addJsonText({ name, value, place, isSent = true }: EffectCandidate, depth: number): void {
    const text = typeof value === 'string' && JSON_TEXT.test(value) ? this.#filled(value) : ''
    const document = text === '' ? undefined : parseLooseJson(text)
    if (isSent && typeof document === 'object')
      this.#addMembers(document, { path: [name], isInList: false, depth: depth + 1, inText: place })
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
    if ((this.isGraphql && path.length === 0) || isGraphqlCall(owner)) return true
    return Object.entries(owner).some(
      ([name, value]) =>
        name.toLowerCase() === 'query' &&
        typeof value === 'string' &&
        kindByContent('query', this.#filled(value)) === 'graphql',
    )
  }

  /** Adds a value whose name or content says that it decides what the call does. Returns false for any other value. */
  #addNamed(candidate: EffectCandidate, depth = 0): boolean {
    const { name, value } = candidate
    if (this.#addContent(candidate, depth)) return true
    if (!isTellingName(name)) return false
    const text = this.#filled(textOf(value))
    if (isWritingSwitch(name, text)) return this.#addSwitch(candidate)
    if ((candidate.place.in === 'query' || isGraphqlChoice(name)) && dispatchesCommand(name, text)) {
      this.#add('action', candidate)
      return true
    }
    const kind =
      kindByName(name) ?? (typeof value === 'string' && isCallback(name, text) ? 'callback' : undefined)
    if (!kind || (kind === 'action' && !isAction(name, value, text))) return false
    this.#add(kind, candidate)
    return true
  }

  /** Adds a value whose text is code (GraphQL, SQL or a script), whatever its name is. Returns false for any other. */
  #addContent(candidate: EffectCandidate, depth = 0): boolean {
    const { name, value } = candidate
    if (typeof value !== 'string') return false
    const kind = kindByContent(name, this.#filled(textOf(value)))
    if (kind) this.#add(kind, candidate)
    else this.#addJsonText(candidate, depth)
    return kind !== undefined
  }

  /** Adds a switch as an action: `delete=true` is the action "delete". Only a switch that is clearly off has no effect. */
  #addSwitch(candidate: EffectCandidate): true {
    const { name, value } = candidate
    const isOn =
      value !== null && !/^(?:false|off|no|0|none|null|\[\])$/i.test(this.#filled(textOf(value)).trim())
    this.#add('action', { ...candidate, value: isOn ? name : '' })
    return true
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
