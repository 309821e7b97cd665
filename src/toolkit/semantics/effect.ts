import type { JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { ToolAnnotations } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import { type EffectValue, effectValues, type KnownValues, type ValuePlace } from './effect/effect-values.js'
import { type EffectKind, isPlainAction } from './effect/executed-text.js'
import { operationSent, readGraphql } from './effect/graphql-document.js'
import { ordersInPath } from './effect/path-orders.js'
import { readSql } from './effect/sql-text.js'
import { beginsReading, effectOfAction, isSafeName, isSearch, saysDestruction } from './effect/words.js'
import { readJsonBody, sendsBody } from './request-body.js'
import { wordsOf } from './words.js'
import { xmlBody } from './xml-leaves.js'

/** Context of a request for the effect analysis. */
export interface EffectContext extends KnownValues {
  /** The owner's decision about a value. */
  modeOf(place: ValuePlace): 'fixed' | 'input' | undefined
  /** The values that a model may choose from, if the list is closed. */
  listOf(place: ValuePlace): readonly JsonValue[] | undefined
}

/** What a call can do, and which values must be fixed to guarantee it. */
export interface Effect {
  annotations: ToolAnnotations
  /** Values of the collection that a model cannot replace. */
  kept: EffectValue[]
  /** Values that a model supplies and that determine the effect, so that the call may do anything. */
  open: EffectValue[]
  /** Fixed values that change something, regardless of the request's name. */
  writing: EffectValue[]
}

/** The context of a request without further information: a model may fill its variables. */
const ALONE: EffectContext = {
  isFilled: () => false,
  isParameter: () => false,
  ownValue: () => undefined,
  modeOf: () => undefined,
  listOf: () => undefined,
}

/** Maximum inspected depth of a body. */
const MAX_DEPTH = 64

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** The hints for a request without further information. */
export function annotationsOf(name: string, request: RequestTemplate): ToolAnnotations {
  return effectOf(name, request).annotations
}

/**
 * Determines what a call can do. It is a read only if its method or name reads, the values that determine its effect
 * read and are fixed, and no other value from a model is a whole document. Executed values (documents, SQL, scripts,
 * methods) are fixed in every tool, an action only in reads.
 */
export function effectOf(name: string, request: RequestTemplate, context = ALONE): Effect {
  const values = effectValues(request, context).filter((value) => !isHarmless(value, context))
  const isGiven = (value: EffectValue) => {
    const mode = context.modeOf(value.place)
    return mode === 'input' || (value.isOpen && mode !== 'fixed')
  }
  const open = values.filter(isGiven)
  const fixed = values.filter((value) => !open.includes(value))
  const sent = fixed.filter(({ isSent }) => isSent)
  const writing = sent.filter((value) => effectOfValue(value, sent) === 'write')
  const isRead =
    writing.length === 0 &&
    open.length === 0 &&
    !hasFreeBody(request, context) &&
    (sent.some(({ kind }) => kind === 'graphql') || readsByName(name, request, sent))
  const kept = fixed.filter(({ kind }) => isRead || !isInputOfWrite(kind))
  return {
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead && isDestructive(name, request, { fixed: sent, open }),
      idempotentHint: isRead || IDEMPOTENT_METHODS.has(request.method),
      openWorldHint: true,
    },
    kept,
    open,
    writing,
  }
}

/** Values that a write accepts as ordinary input, because the approval request shows them. */
const isInputOfWrite = (kind: EffectKind) => kind === 'action' || kind === 'callback'

/** Whether a model chooses an action from a closed list in which no action changes anything. */
function isHarmless({ kind, place }: EffectValue, context: EffectContext): boolean {
  if (kind !== 'action') return false
  const list = context.listOf(place)
  return list?.every((one) => effectOfAction(String(one)) !== 'write') === true
}

/** Decides by the method and by the words of name, path and actions. */
function readsByName(name: string, request: RequestTemplate, fixed: EffectValue[]): boolean {
  if (!SAFE_METHODS.has(request.method))
    return (
      request.method === 'POST' &&
      isSearch(name, lastWord(request)) &&
      ordersInPath([lastSegment(request)]).length === 0
    )
  if (!isSafeName(name) || ordersInPath(request.url.path, name).length > 0) return false
  if (beginsReading(name)) return true
  const isUnknown = ({ kind, name: key, text }: EffectValue) =>
    kind === 'action' && isPlainAction(key) && text.trim() !== '' && effectOfAction(text) === 'unknown'
  return !fixed.some(isUnknown)
}

/** The effect of a value of the collection; a script is assumed to do what the request's name says. */
function effectOfValue({ kind, text }: EffectValue, all: EffectValue[]): 'read' | 'write' | 'unknown' {
  if (kind === 'graphql') return effectOfDocument(text, all)
  if (kind === 'sql') return readSql(text).isRead ? 'read' : 'write'
  if (kind === 'method' || kind === 'action') return effectOfAction(text)
  if (kind === 'override') return SAFE_METHODS.has(text.trim().toUpperCase()) ? 'read' : 'write'
  return 'unknown'
}

/**
 * The effect of the selected operation. If a server could run another operation than the named one, all of them
 * count.
 */
function effectOfDocument(text: string, all: EffectValue[]): 'read' | 'write' {
  const operations = readGraphql(text)
  if (!operations) return 'write'
  const choices = all.filter(({ kind, name }) => kind === 'graphql-choice' && name === 'operationName')
  const sent = choices.length > 1 ? undefined : operationSent(operations, choices[0]?.text)
  const run = sent ? [sent] : operations
  return run.every(({ kind }) => kind === 'query') ? 'read' : 'write'
}

/**
 * Whether a model writes a whole document: a text, a file, a JSON value of any shape. Values inside XML are escaped.
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
      : hasOpenedStructure(document, [], context)
  const isKept = effectValues(request, context).some(
    ({ place, isOpen }) => place.in === 'body' && place.path.length === 0 && !isOpen,
  )
  if (isKept) return false
  if (xmlBody(request)) return false
  const variables = findVariables(body.text)
  return variables.length === 0 || (!isFilled(body.text, context) && !/^\s*<[^{]/.test(body.text))
}

/** Whether the owner opened an object or a list, which then accepts anything. */
function hasOpenedStructure(value: JsonValue, path: string[], context: EffectContext): boolean {
  if (typeof value !== 'object' || value === null || path.length > MAX_DEPTH) return false
  if (path.length > 0 && context.modeOf({ in: 'body', path }) === 'input') return true
  if (Array.isArray(value)) return false
  return Object.entries(value).some(([key, member]) => hasOpenedStructure(member, [...path, key], context))
}

function isFilled(text: string, context: EffectContext): boolean {
  const variables = findVariables(text)
  return variables.length > 0 && variables.every((name) => name.startsWith('$') || context.isFilled(name))
}

function isDestructive(
  name: string,
  request: RequestTemplate,
  { fixed, open }: { fixed: EffectValue[]; open: EffectValue[] },
): boolean {
  const words = [...wordsOf(name), lastWord(request), ...ordersInPath(request.url.path, name)]
  if (request.method === 'DELETE' || saysDestruction(words)) return true
  return open.some(({ kind }) => !isInputOfWrite(kind)) || fixed.some(destroys)
}

function destroys({ kind, text, place }: EffectValue): boolean {
  if (kind === 'sql') return readSql(text).isDestructive
  if (kind === 'override') return text.trim().toUpperCase() === 'DELETE'
  if (kind === 'graphql')
    return (readGraphql(text) ?? []).some(
      ({ kind: does, fields }) => does === 'mutation' && saysDestruction(fields.flatMap(wordsOf)),
    )
  const isTop = place.in !== 'body' || place.path.length === 1
  return (kind === 'method' || (kind === 'action' && isTop)) && saysDestruction(wordsOf(text))
}

/** The last word of a path if it names an action: `/orders/:id/cancel`, `/products/_search`. */
function lastWord(request: RequestTemplate): string {
  const segment = lastSegment(request)
  const words = /[:{]/.test(segment) ? [] : wordsOf(segment)
  return words.length === 1 ? words[0]! : ''
}

const lastSegment = ({ url }: RequestTemplate) => url.path.findLast((part) => part !== '') ?? ''
