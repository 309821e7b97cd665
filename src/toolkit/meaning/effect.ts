import type { JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { ToolAnnotations } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import { type EffectValue, effectValues, type KnownValues, type ValuePlace } from './effect/effect-values.js'
import { isPlainAction, kindByName } from './effect/executed-text.js'
import { operationSent, readGraphql } from './effect/graphql-document.js'
import { readSql } from './effect/sql-text.js'
import {
  beginsReading,
  effectOfAction,
  isSafeName,
  isSearch,
  ordersInPath,
  saysDestruction,
} from './effect/words.js'
import { readJsonBody, sendsBody } from './request-body.js'
import { wordsOf } from './words.js'

/** What is known about a request beside itself. */
export interface EffectContext extends KnownValues {
  /** What the owner of the collection decided about a value. */
  modeOf(place: ValuePlace): 'fixed' | 'input' | undefined
  /** The values that a model may choose from, where the list is closed. */
  listOf(place: ValuePlace): readonly JsonValue[] | undefined
}

/** What a call can do, and which values must stay as they are for it. */
export interface Effect {
  annotations: ToolAnnotations
  /** Values of the collection that no model replaces. */
  kept: EffectValue[]
  /** Values that a model gives and that decide what is done, so that the call may do anything. */
  open: EffectValue[]
  /** Fixed values that change something, whatever the request is called. */
  writing: EffectValue[]
}

/** A request of which nothing else is known: a model may fill its variables. */
const ALONE: EffectContext = {
  isFilled: () => false,
  isParameter: () => false,
  ownValue: () => undefined,
  modeOf: () => undefined,
  listOf: () => undefined,
}

/** A body is looked through to this depth. */
const MAX_DEPTH = 64

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const IDEMPOTENT_METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/** The hints about a request of which nothing else is known. */
export function annotationsOf(name: string, request: RequestTemplate): ToolAnnotations {
  return effectOf(name, request).annotations
}

/**
 * Judges what a call can do. It reads only where its method or name reads, the values that decide about its effect read and are kept, and
 * nothing else that a model gives is a document of its own. What is executed (documents, SQL, scripts, methods) is kept in every tool, an
 * action in reads.
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
  const kept = fixed.filter(({ kind }) => isRead || kind !== 'action')
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

/** Whether an input gives an action, at any depth, that says that something is lost: `{ "action": "delete" }`. */
export function isDestructiveAction(input: JsonValue, depth = 0): boolean {
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) return false
  return Object.entries(input).some(([name, value]) =>
    typeof value === 'string'
      ? kindByName(name) === 'action' && saysDestruction(wordsOf(value))
      : isDestructiveAction(value, depth + 1),
  )
}

/** An action that a model chooses from a closed list of which none changes anything. */
function isHarmless({ kind, place }: EffectValue, context: EffectContext): boolean {
  if (kind !== 'action') return false
  const list = context.listOf(place)
  return list !== undefined && list.every((one) => effectOfAction(String(one)) !== 'write')
}

/** By the method and by the words of name, path and actions. */
function readsByName(name: string, request: RequestTemplate, fixed: EffectValue[]): boolean {
  if (!SAFE_METHODS.has(request.method)) return request.method === 'POST' && isSearch(name, lastWord(request))
  if (!isSafeName(name)) return false
  if (beginsReading(name)) return true
  const isUnknown = ({ kind, name: key, text }: EffectValue) =>
    kind === 'action' && isPlainAction(key) && text.trim() !== '' && effectOfAction(text) === 'unknown'
  return !fixed.some(isUnknown) && !ordersInPath(request.url.path.map(wordOfSegment))
}

/** What a value of the collection does; a script is trusted to do what the request is called. */
function effectOfValue({ kind, text }: EffectValue, all: EffectValue[]): 'read' | 'write' | 'unknown' {
  if (kind === 'graphql') return effectOfDocument(text, all)
  if (kind === 'sql') return readSql(text).isRead ? 'read' : 'write'
  if (kind === 'method' || kind === 'action') return effectOfAction(text)
  if (kind === 'override') return SAFE_METHODS.has(text.trim().toUpperCase()) ? 'read' : 'write'
  return 'unknown'
}

/** The operation that is sent decides. Where a server could run another one than is named, all of them count. */
function effectOfDocument(text: string, all: EffectValue[]): 'read' | 'write' {
  const operations = readGraphql(text)
  if (!operations) return 'write'
  const choices = all.filter(({ kind, name }) => kind === 'graphql-choice' && name === 'operationName')
  const sent = choices.length > 1 ? undefined : operationSent(operations, choices[0]?.text)
  const run = sent ? [sent] : operations
  return run.every(({ kind }) => kind === 'query') ? 'read' : 'write'
}

/** Whether a model writes a whole document: a text, a file, a JSON value of any shape. Values inside of XML are escaped. */
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
  const variables = findVariables(body.text)
  return variables.length === 0 || (!isFilled(body.text, context) && !/^\s*<[^{]/.test(body.text))
}

/** Whether the owner opened an object or a list, which then takes anything. */
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
  if (request.method === 'DELETE' || saysDestruction([...wordsOf(name), lastWord(request)])) return true
  return open.some(({ kind }) => kind !== 'action') || fixed.some(destroys)
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

/** The word a path ends with when it names an action: `/orders/:id/cancel`, `/products/_search`. */
function lastWord(request: RequestTemplate): string {
  return wordOfSegment(request.url.path.findLast((part) => part !== '') ?? '')
}

/** A segment that is one word; `''` for others and for variables. */
function wordOfSegment(segment: string): string {
  const words = /[:{]/.test(segment) ? [] : wordsOf(segment)
  return words.length === 1 ? words[0]! : ''
}
