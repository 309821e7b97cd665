import type { JsonObject, JsonValue } from '../../model/json.js'
import type { Entry, RequestTemplate } from '../../model/request-template.js'
import { findVariables, VARIABLE } from '../../template/variables.js'
import { BARE, parseLooseJson } from '../loose-json.js'
import { readJsonBody, sendsBody } from '../request-body.js'
import { wordsOf } from '../words.js'
import { type EffectKind, isPipeline, isPlainAction, kindByContent, kindByName } from './executed-text.js'
import { isGraphqlText, readGraphql } from './graphql-document.js'
import { isSqlText } from './sql-text.js'
import { effectOfAction, isComparison } from './words.js'

/** Where in a request a value stands. `path` leads through the members of the body; of a value in a list, to that list. */
export type ValuePlace = { in: 'path' | 'query' | 'header'; key: string } | { in: 'body'; path: string[] }

/** A value that decides what a call does, such as a GraphQL document, the method of a remote call, an `action`. */
export interface EffectValue {
  kind: EffectKind
  place: ValuePlace
  /** Its name in the request. */
  name: string
  /** As far as it is a text: with the collection's variables filled, others as the word `x`. */
  text: string
  /** The collection does not say what it is: it is empty, or a variable that a model may fill. */
  isOpen: boolean
  /** False for a disabled entry, which is sent only when a model gives it. */
  isSent: boolean
}

/** What is known about the variables of a request. */
export interface KnownValues {
  /** Whether something other than a model fills a variable. */
  isFilled(name: string): boolean
  /** Whether a model may fill it, because a parameter stands for it in the whole request. */
  isParameter(name: string): boolean
  /** Its value in the collection; undefined where that is not known. */
  ownValue(name: string): string | undefined
}

/** All values of a request that decide what it does. */
export function effectValues(request: RequestTemplate, known: KnownValues): EffectValue[] {
  const last = request.url.path.findLast((part) => part !== '') ?? ''
  const finder = new ValueFinder(known, /^(?:graphql|gql)$/i.test(last))
  finder.addPath(request)
  for (const entry of request.url.query) finder.addEntry(entry, 'query')
  for (const entry of request.headers) finder.addHeader(entry)
  if (sendsBody(request)) finder.addBody(request)
  return finder.found
}

/** Headers that replace the method that is sent, and those that choose the operation of a service. */
const OVERRIDES = /^(?:x-)?http-?method(?:-?override)?$|^x-method(?:-override)?$|^http_method$|^_method$/i
const CHOOSING_HEADERS = /^(?:soapaction|x-amz-target)$/i

/** Parameters beside a GraphQL document that choose what is run: an operation, a stored document. */
const GRAPHQL_CHOICES = /^(?:operationName|extensions|documentId|doc_id|queryId|queryHash|hash|id)$/

const HTTP_METHOD = /^(?:get|post|put|patch|delete|head|options)$/i

/** A value under a name, which may decide. */
interface Candidate {
  name: string
  value: JsonValue | undefined
  place: ValuePlace
  isSent?: boolean
  /** A document with a mode of its own, whose variables are no parameters by themselves. */
  isDocument?: boolean
}

/** A body that is nested deeper is not looked through: it counts as a program. */
const MAX_DEPTH = 64

/** A text with variables is filled to this length; what is longer is no text that was meant. */
const MAX_FILLED_CHARS = 400_000

interface MemberPlace {
  path: string[]
  isInList: boolean
  depth?: number
}

class ValueFinder {
  readonly found: EffectValue[] = []

  constructor(
    private readonly known: KnownValues,
    /** Whether the address is that of a GraphQL service. */
    private readonly isGraphql: boolean,
  ) {}

  /** `:action` segments, and the variables inside of segments. */
  addPath({ url }: RequestTemplate): void {
    for (const [index, segment] of url.path.entries()) {
      const owner = url.path[index - 1] ?? ''
      const key = /^:([^.]+)/.exec(segment)?.[1]
      const value = url.variables.find((one) => one.key === key)?.value ?? ''
      if (key !== undefined && !isMemberOf(owner, key))
        this.#addNamed({ name: key, value, place: { in: 'path', key } })
      for (const name of findVariables(segment))
        if (!isMemberOf(owner, name))
          this.#addNamed({ name, value: `{{${name}}}`, place: { in: 'path', key: name } })
    }
  }

  /** A query parameter or the field of a form. */
  addEntry({ key, value, disabled }: Entry, where: 'query' | 'body'): void {
    if (!key) return
    const place: ValuePlace = where === 'query' ? { in: 'query', key } : { in: 'body', path: [key] }
    const candidate = { name: key, value, place, isSent: disabled !== true }
    const kind = this.#kindOfEntry(key, textOf(value), where)
    if (kind) this.#add(kind, candidate)
    else this.#addNamed(candidate)
  }

  #kindOfEntry(key: string, text: string, where: 'query' | 'body'): EffectKind | undefined {
    if (OVERRIDES.test(key)) return 'override'
    if (key === 'method') {
      if (HTTP_METHOD.test(text)) return 'override'
      return where === 'query' || isRemoteMethod(text) ? 'method' : undefined
    }
    if (this.isGraphql && key === 'query') return 'graphql'
    return this.isGraphql && GRAPHQL_CHOICES.test(key) ? 'graphql-choice' : undefined
  }

  addHeader({ key, value, disabled }: Entry): void {
    const name = key?.trim() ?? ''
    const candidate: Candidate = {
      name,
      value,
      place: { in: 'header', key: key ?? '' },
      isSent: disabled !== true,
    }
    if (OVERRIDES.test(name)) this.#add('override', candidate)
    else if (CHOOSING_HEADERS.test(name)) this.#add('method', candidate)
    else if (kindByName(name.replace(/^x-/i, '')) === 'action') this.#add('action', candidate)
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
      if (document === undefined) this.#addText(body.text, body.language)
      else this.#addMembers(document, { path: [], isInList: false })
    }
  }

  /** A body that is no JSON: a document as a whole. */
  #addText(text: string, language: string | undefined): void {
    const kind = this.#kindOfText(this.#filled(text), language)
    if (kind) this.#add(kind, { name: 'body', value: text, place: { in: 'body', path: [] } })
  }

  #kindOfText(text: string, language: string | undefined): EffectKind | undefined {
    if (language === 'graphql' || this.isGraphql || isGraphqlText(text, false)) return 'graphql'
    if (/^\s*\{/.test(text) && readGraphql(text)) return 'graphql'
    if (language === 'javascript' && parseLooseJson(text) === undefined) return 'script'
    return isSqlText(text, true) ? 'sql' : undefined
  }

  /** What stands in a list is of the place where the list stands. */
  #addMembers(value: JsonValue, { path, isInList, depth = 0 }: MemberPlace): void {
    if (depth > MAX_DEPTH) {
      this.#add('script', { name: path.at(-1) ?? 'body', value: null, place: { in: 'body', path } })
    } else if (Array.isArray(value)) {
      const name = path.at(-1) ?? 'body'
      if (isPipeline(value)) this.#add('script', { name, value, place: { in: 'body', path } })
      for (const member of value) this.#addMembers(member, { path, isInList: true, depth: depth + 1 })
    } else if (typeof value === 'object' && value !== null) {
      const kindOf = this.#kindsIn(value, path)
      for (const [name, member] of Object.entries(value)) {
        const inner = isInList ? path : [...path, name]
        const kind = kindOf(name)
        const candidate: Candidate = { name, value: member, place: { in: 'body', path: inner } }
        if (kind === 'data') continue
        if (kind) this.#add(kind, candidate)
        else if (!this.#addNamed(candidate))
          this.#addMembers(member, { path: inner, isInList, depth: depth + 1 })
      }
    }
  }

  /** What the members of an object are by what stands beside them: a remote call, a GraphQL request, whose variables are data. */
  #kindsIn(owner: JsonObject, path: string[]): (name: string) => EffectKind | 'data' | undefined {
    const isCall = 'method' in owner && ('jsonrpc' in owner || 'params' in owner)
    const isRequest = this.#isGraphqlRequest(owner, path)
    return (name) => {
      if (OVERRIDES.test(name)) return 'override'
      if (isRequest) return name === 'query' ? 'graphql' : name === 'variables' ? 'data' : 'graphql-choice'
      return isCall && name === 'method' ? 'method' : undefined
    }
  }

  #isGraphqlRequest({ query }: JsonObject, path: string[]): boolean {
    if (this.isGraphql && path.length === 0) return true
    return typeof query === 'string' && kindByContent('query', this.#filled(query)) === 'graphql'
  }

  /** Adds a value that decides by its name or its content; false for one like others. */
  #addNamed(candidate: Candidate): boolean {
    const { name, value } = candidate
    const text = this.#filled(textOf(value))
    const kind = (typeof value === 'string' && kindByContent(name, text)) || kindByName(name)
    if (!kind || (kind === 'action' && !isAction(name, value, text))) return false
    this.#add(kind, candidate)
    return true
  }

  #add(kind: EffectKind, { name, value, place, isSent = true, isDocument = false }: Candidate): void {
    const written = textOf(value)
    const isEmpty = written.trim() === '' && (kind !== 'action' || place.in === 'path')
    const isOpen = isSent && (isEmpty || /^<[^<>]*>$/.test(written) || this.#hasHole(written, isDocument))
    const isStructure = kind === 'action' && typeof value === 'object'
    this.found.push({ kind, place, name, text: isStructure ? '' : this.#filled(written), isOpen, isSent })
  }

  /** Whether a model may fill a variable of the text: what nothing fills in a document of its own mode is not sent at all. */
  #hasHole(text: string, isDocument: boolean): boolean {
    const names = findVariables(text).filter((name) => !name.startsWith('$'))
    return names.some((name) =>
      isDocument ? this.known.isParameter(name) : !this.known.isFilled(name) || this.known.isParameter(name),
    )
  }

  /** With the collection's variables, which may hold variables in turn. */
  #filled(text: string, depth = 0): string {
    if (!text.includes('{{') || depth > 5 || text.length > MAX_FILLED_CHARS) return text
    return this.#filled(
      text.replace(VARIABLE, (_, name: string) => this.known.ownValue(name) ?? 'x'),
      depth + 1,
    )
  }
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value.replaceAll(BARE, '')
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

/** Whether a variable stands behind a segment of its plural, `/events/:event`: it is then one of those, and no action. */
function isMemberOf(owner: string, name: string): boolean {
  const last = wordsOf(name).at(-1) ?? ''
  const plural = wordsOf(owner).at(-1) ?? ''
  return last !== '' && plural !== last && (plural === `${last}s` || plural === last.replace(/y$/, 'ies'))
}

/** `flickr.photos.search`, `users/list`, `getUser`: a method of a remote call, not one of payment. */
const isRemoteMethod = (text: string) =>
  /^\w+(?:[./:]+\w+)+$/.test(text) || effectOfAction(text) !== 'unknown'

/** An action is a name or a number; what compares and what switches is none, and an object only where its name means an action alone. */
function isAction(name: string, value: JsonValue | undefined, text: string): boolean {
  if (typeof value === 'boolean') return false
  if (typeof value === 'object' && value !== null) return isPlainAction(name)
  return text.trim() === '' || !isComparison(text)
}
