import { isObject } from '../../protocol/is-object.js'
import type { JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import { IDEMPOTENT_METHODS, type RequestTemplate, SAFE_METHODS } from '../model/request-template.js'
import type { ToolAnnotations } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import { lastIndexOf } from './address.js'
import {
  type EffectValue,
  effectValues,
  isClearAction,
  type KnownValues,
  type ValuePlace,
} from './effect/effect-values.js'
import { type EffectKind, isPlainAction } from './effect/executed-text.js'
import { filledRequest } from './effect/filled-request.js'
import { effectOfTitle, isActAlone } from './effect/foreign-verbs.js'
import { isGraphqlText } from './effect/graphql-document.js'
import { isGraphqlParameter } from './effect/nested-request.js'
import { namesRecords, ordersInPath } from './effect/path-orders.js'
import { ambiguityOfBody, destroysData, effectOfSent, effectOfValue } from './effect/sent-effect.js'
import {
  effectOfAction,
  isOrder,
  isSafeName,
  isSearch,
  losesData,
  type SearchAddress,
  saysDestruction,
  saysReading,
} from './effect/words.js'
import { Intent } from './intent.js'
import { isPersonalSecret, sendsPersonalSecret } from './personal-secret.js'
import { readJsonBody, sendsBody } from './request-body.js'
import { withoutNumber } from './step-number.js'
import { wordsOf } from './words.js'
import { xmlForm } from './xml-leaves.js'

/** What is known about the values of a request. */
export interface EffectContext extends KnownValues {
  modeOf(place: ValuePlace): 'fixed' | 'input' | undefined
  /** Whether the configuration makes at least one value fixed or an input. */
  hasModes: boolean
  listOf(place: ValuePlace): readonly JsonValue[] | undefined
  /** Whether a script stores a credential from the answer. @default false */
  takesCredential?: boolean
}

export interface Effect {
  annotations: ToolAnnotations
  kept: EffectValue[]
  open: EffectValue[]
  /** Fixed values that make the call change something, whatever the name of the request says. */
  writing: EffectValue[]
}

/** The context if only the request is known. A model may then fill all variables. */
const ALONE: EffectContext = {
  isFilled: () => false,
  isParameter: () => false,
  ownValue: () => undefined,
  modeOf: () => undefined,
  hasModes: false,
  listOf: () => undefined,
}

/** How deep a body is inspected. */
const MAX_DEPTH = 64

export function annotationsOf(name: string, request: RequestTemplate): ToolAnnotations {
  return effectOf(name, request).annotations
}

/**
 * Determines what a call can do. A call only reads if all of these are true:
 * - The method or the name of the request says that it reads, or the request only sends a GraphQL document.
 * - No fixed value makes the call write.
 * - The model gives neither a value that decides the effect nor a whole body.
 * - It is no log-in: it sends no password or code of a user, and not credentials for a token. A password in a header of
 *   a request that takes no token is its auth.
 *
 * A text that a server executes (GraphQL document, SQL, script, remote method) is fixed in every tool: a model cannot
 * replace it. A value that names an action is fixed in tools that read, and where the title of the request names it too.
 */
export function effectOf(name: string, request: RequestTemplate, context = ALONE): Effect {
  const values = effectValues(request, context)
  const title = withoutNumber(name)
  const deciding = values.length > 0 ? sorted(values, { title, context }) : NO_VALUES
  const { open, writing } = deciding
  const filled = filledRequest(request, context)
  const { method } = filled
  const said: Said = { title, orders: ordersInPath(filled.url.path, title) }
  const sent = lazy(() => {
    const isJudged = filled === request && !ambiguityOfBody(request)
    return isJudged ? 'read' : effectOfSent(filled, { title, method }).effect
  })
  const isRead =
    writing.length === 0 &&
    open.length === 0 &&
    (readsByName(said, filled, deciding.sent) || (deciding.hasDocument && readsByDocument(said, filled))) &&
    sent() === 'read' &&
    !hasFreeBody(request, context) &&
    !sendsPersonalSecret(filled) &&
    !logsIn(name, { request, filled, takesCredential: context.takesCredential === true })
  return {
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead && (isDestructive(said, filled, deciding) || sent() === 'destructive'),
      idempotentHint: isRead || IDEMPOTENT_METHODS.has(method),
      openWorldHint: true,
    },
    kept: isRead ? deciding.fixed : deciding.keptInWrites,
    open,
    writing,
  }
}

/** Whether two of three say that a request logs in: a password in a header, a credential in its answer, its words. */
function logsIn(
  name: string,
  {
    request,
    filled,
    takesCredential,
  }: Record<'request' | 'filled', RequestTemplate> & { takesCredential: boolean },
): boolean {
  const sendsSecret = filled.headers.some(({ key }) => isPersonalSecret(key ?? ''))
  if (sendsSecret && takesCredential) return true
  return (sendsSecret || takesCredential) && new Intent(name, request).logsIn()
}

/** The values that decide what a call does, grouped by who gives them and by their effect. */
interface DecidingValues {
  open: EffectValue[]
  fixed: EffectValue[]
  /** The fixed values that a model cannot replace, not even in a tool that writes. */
  keptInWrites: EffectValue[]
  /** The fixed values that every call sends. */
  sent: EffectValue[]
  /** The values in `sent` that change something, such as a mutation. */
  writing: EffectValue[]
  hasDocument: boolean
}

const NO_VALUES: DecidingValues = {
  open: [],
  fixed: [],
  keptInWrites: [],
  sent: [],
  writing: [],
  hasDocument: false,
}

function sorted(
  all: EffectValue[],
  { title, context }: { title: string; context: EffectContext },
): DecidingValues {
  const values = all.filter((value) => !isHarmless(value, context))
  const isGiven = (value: EffectValue) => {
    const mode = context.modeOf(value.place)
    return mode === 'input' || (value.isOpen && mode !== 'fixed')
  }
  const open = values.filter(isGiven)
  const fixed = values.filter((value) => !open.includes(value))
  const sent = fixed.filter(({ isSent }) => isSent)
  return {
    open,
    fixed: fixed.filter(({ isInside }) => !isInside),
    keptInWrites: fixed.filter(
      (value) => !value.isInside && (!isInputOfWrite(value.kind) || isNamed(value, title)),
    ),
    sent,
    writing: sent.filter((value) => effectOfValue(value, sent) === 'write'),
    hasDocument: sent.some(({ kind }) => kind === 'graphql'),
  }
}

/**
 * Whether a model may give a value of this kind in a tool that writes. The user sees the value in the approval request.
 */
const isInputOfWrite = (kind: EffectKind) => kind === 'action' || kind === 'callback' || kind === 'word'

/**
 * Whether the title of a request names the action of a value: `unsubscribe` in "Unsubscribe reader". The tool then does
 * nothing else. A title such as "Subscribe or unsubscribe reader" names no single action.
 */
function isNamed(value: EffectValue, title: string): boolean {
  if (!isClearAction(value)) return false
  const [words, said] = [wordsOf(value.text), wordsOf(title)]
  const others = said.filter((word) => isOrder(word) && !words.includes(word))
  return words.length > 0 && others.length === 0 && words.every((word) => said.includes(word))
}

function isHarmless({ kind, place }: EffectValue, context: EffectContext): boolean {
  if (kind !== 'action') return false
  const list = context.listOf(place)
  return list?.every((one) => effectOfAction(String(one)) !== 'write') === true
}

/** The title of a request without its number, and the words of its path that are commands. */
interface Said {
  title: string
  orders: string[]
}

function readsByName({ title: name, orders }: Said, request: RequestTemplate, fixed: EffectValue[]): boolean {
  const { path } = request.url
  if (orders.length > 0) return false
  // "Virement" shows the record of an act where the path names one, such as `/virements/:id`. Elsewhere it may be the act.
  if (isActAlone(wordsOf(name)) && !path.some((segment) => /^[:{]|^\d+$/.test(segment))) return false
  const isRead = SAFE_METHODS.has(request.method)
    ? isSafeName(name) || namesRecords(name, path)
    : request.method === 'POST' && isSearch(name, searchAddress(request, fixed))
  return isRead && (saysReading(name) || !runsUnknown(fixed, request.method))
}

/**
 * Whether values name what runs, and none of them says what this does: an action such as `x7`, or the hash of a stored
 * document. The title of the request must then say that it reads.
 */
function runsUnknown(fixed: EffectValue[], method: string): boolean {
  const isUnknown = ({ name, text }: EffectValue) =>
    text.trim() !== '' && (name === 'extensions' || effectOfAction(text) === 'unknown')
  const actions = fixed.filter(({ kind, name }) => kind === 'action' && isPlainAction(name))
  const stored = fixed.filter(({ kind }) => kind === 'graphql-choice')
  return (
    (method !== 'POST' && actions.some(isUnknown)) ||
    (stored.length > 0 && stored.every(isUnknown) && !fixed.some(({ kind }) => kind === 'graphql'))
  )
}

function searchAddress(request: RequestTemplate, fixed: EffectValue[]): SearchAddress {
  const segments = request.url.path.filter((segment) => !/[:{]/.test(segment))
  return {
    last: segments.includes(lastSegment(request)) ? wordsOf(lastSegment(request)) : [],
    all: segments.flatMap(wordsOf),
    hasMethod: fixed.some(
      ({ kind, text }) => kind === 'graphql-choice' || (kind === 'method' && effectOfAction(text) === 'read'),
    ),
  }
}

const GRAPHQL_METHODS = new Set(['GET', 'POST'])

/**
 * Whether a request with a GraphQL document is a GraphQL request and nothing else. A server that knows nothing of
 * GraphQL ignores the document, so method, name, path and the rest of the body must not say a change.
 */
function readsByDocument({ title, orders }: Said, request: RequestTemplate): boolean {
  if (!GRAPHQL_METHODS.has(request.method) || !isSafeName(title)) return false
  if (orders.length > 0 || isOrder(lastWord(request))) return false
  return !sendsBody(request) || isGraphqlBody(request)
}

/** Whether a body has only the parameters of GraphQL over HTTP, once or in a batch. */
function isGraphqlBody(request: RequestTemplate): boolean {
  const { body } = request
  if (!body || body.mode === 'graphql') return true
  if (body.mode === 'file') return false
  if (body.mode !== 'raw') return body.entries.every(({ key }) => key === null || isGraphqlParameter(key))
  const document = readJsonBody(request)
  if (document === undefined) return body.text.trim() === '' || isGraphqlText(body.text, true)
  return [document].flat().every((one) => isObject(one) && Object.keys(one).every(isGraphqlParameter))
}

/**
 * Whether a model writes the whole body: a text, a file, or a JSON value of any shape. False for XML, because the
 * model's values in it are escaped.
 */
function hasFreeBody(request: RequestTemplate, context: EffectContext): boolean {
  const { body } = request
  if (!body || !sendsBody(request)) return false
  const mode = context.modeOf({ in: 'body', path: [] })
  if (mode !== undefined) return mode === 'input'
  if (body.mode === 'file') return true
  if (body.mode === 'formdata') return body.entries.some(({ type }) => type === 'file')
  if (body.mode !== 'raw' || body.text.trim() === '') return false
  const document = readJsonBody(request)
  if (document !== undefined)
    return typeof document === 'string'
      ? !isFilled(document, context)
      : context.hasModes && hasOpenedStructure(document, [], context)
  const isKept = effectValues(request, context).some(
    ({ place, isOpen }) => place.in === 'body' && place.path.length === 0 && !isOpen,
  )
  if (isKept) return false
  if (xmlForm(request)) return false
  const variables = findVariables(body.text)
  return variables.length === 0 || (!isFilled(body.text, context) && !/^\s*<[^{]/.test(body.text))
}

/** Whether the configuration turns an object or a list in the body into an input, which then accepts any content. */
function hasOpenedStructure(value: JsonValue, path: string[], context: EffectContext): boolean {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return false
  if (path.length > 0 && context.modeOf({ in: 'body', path }) === 'input') return true
  if (Array.isArray(value)) return false
  return Object.entries(value).some(
    ([key, member]) => typeof member === 'object' && hasOpenedStructure(member, [...path, key], context),
  )
}

function isFilled(text: string, context: EffectContext): boolean {
  const variables = findVariables(text)
  return variables.length > 0 && variables.every((name) => name.startsWith('$') || context.isFilled(name))
}

function isDestructive({ title, orders }: Said, request: RequestTemplate, values: DecidingValues): boolean {
  if (request.method === 'DELETE' || saysDestruction(wordsOf(title)) || effectOfTitle(title) === 'destroys')
    return true
  if (saysDestruction([lastWord(request)]) || losesData(orders.join(' '))) return true
  return values.open.some(({ kind }) => !isInputOfWrite(kind)) || values.sent.some(destroysData)
}

/**
 * The last segment of a path, if it is one word: `cancel` in `/tickets/:id/cancel`, `search` in `/products/_search`.
 * Such a word may be an action. The result is `''` for any other segment.
 */
function lastWord(request: RequestTemplate): string {
  const segment = lastSegment(request)
  const words = /[:{]/.test(segment) ? [] : wordsOf(segment)
  return words.length === 1 ? words[0]! : ''
}

const lastSegment = ({ url }: RequestTemplate) => url.path[lastIndexOf(url.path)] ?? ''
