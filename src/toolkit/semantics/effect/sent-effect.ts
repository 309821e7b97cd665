import { decodeUri } from '../../../text/decode-uri.js'
import { multipartFields } from '../../../text/multipart.js'
import {
  type BodyTemplate,
  type Entry,
  type RequestTemplate,
  SAFE_METHODS,
} from '../../model/request-template.js'
import type { CallEffect, DryRun } from '../../model/tool.js'
import { ambiguityOf } from '../loose-json.js'
import { wordsOf } from '../words.js'
import { xmlBody } from '../xml-leaves.js'
import { type EffectValue, effectValues, isClearAction, type KnownValues } from './effect-values.js'
import { type GraphqlOperation, type GraphqlValue, operationSent, readGraphql } from './graphql-document.js'
import { orderAt, tellsOfActs } from './kind-at.js'
import { ordersInPath, ordersInRedirect } from './path-orders.js'
import { readSql, scriptWrites } from './sql-text.js'
import { effectOfAction, isCommand, losesData, ordersByName, saysDestruction, wordsOfAct } from './words.js'

/** The values of a request whose variables have all been filled. */
const SENT: KnownValues = { isFilled: () => true, isParameter: () => false, ownValue: () => undefined }

/** What a request says that it does, and the words that say it. */
export interface SentEffect {
  /** `read` if nothing in the request says that it changes something. */
  effect: CallEffect
  /** For example `action delete` and `X-HTTP-Method-Override DELETE`. */
  words: string[]
  /** The values and the segments in `words`, without their names. */
  texts: string[]
}

/** What is known about a request that is about to leave. */
export interface ExpectedRequest {
  /** The title of the tool. */
  title: string
  /** The method that the tool declares. */
  method: string
  /** Segments of the path that the input of the call has given. They are judged with the input. @default none */
  given?: readonly string[]
  /** Whether the API has chosen the address, by a redirect. @default false */
  isRedirect?: boolean
}

/**
 * What a complete request does, judged by everything in it that servers act upon: a method that its tool does not declare,
 * overrides of the method, actions, switches, commands in the path, SQL, and GraphQL documents, in the query, the headers and
 * the body. This function is the only judge of complete requests: the compiler uses it for the requests of a file, the gate
 * for each request that leaves, and the questions of the agent for what they show.
 */
export function effectOfSent(sent: RequestTemplate, expected: ExpectedRequest): SentEffect {
  const { title, method, given = [], isRedirect } = expected
  const path = withoutGiven(sent.url.path, given)
  const request = { ...sent, url: { ...sent.url, path } }
  const values = valuesSent(request)
  const writing = values.filter((value) => effectOfValue(value, values) === 'write')
  const orders = [...new Set([...ordersInPath(path, title), ...(isRedirect ? ordersInRedirect(path) : [])])]
  const isOther = request.method !== method && !SAFE_METHODS.has(request.method)
  const unclear = ambiguityOfBody(request)
  const words = [
    ...(unclear ? [`a body with ${unclear}`] : []),
    ...(isOther ? [`method ${request.method}`] : []),
    ...(orders.length > 0 ? [`path ${orders.join(' ')}`] : []),
    ...writing.map(({ name, text }) => `${name} ${text}`),
  ]
  const isOrdered = (segment: string) =>
    orders.length > 0 && wordsOfAct(segment).every((word) => orders.includes(word))
  const texts = [...writing.map(({ text }) => text), ...path.map(decodeUri).filter(isOrdered)]
  if (words.length === 0) return { effect: 'read', words, texts }
  const isLost =
    unclear === 'a repeated member' ||
    (isOther && request.method === 'DELETE') ||
    losesData(orders.join(' ')) ||
    writing.some(destroysData)
  return { effect: isLost ? 'destructive' : 'write', words, texts }
}

/** Why a server may read something else in a body than what is judged, such as the first of two members. */
export function ambiguityOfBody(request: RequestTemplate) {
  const { body } = request
  if (body?.mode !== 'raw') return undefined
  if (/^\s*</.test(body.text)) return xmlBody(request) ? undefined : 'XML that has errors or entities'
  const found = ambiguityOf(body.text)
  // A GraphQL document is read here only if the text is no JSON, because that takes long.
  return found && readGraphql(body.text) === undefined ? found : undefined
}

/** The parts of a complete request that decide its effect, such as a method override in a header. */
export const valuesSent = (request: RequestTemplate): EffectValue[] =>
  effectValues(request, SENT).filter(({ isSent }) => isSent)

/** Replaces each segment of the input once, so that it is no command. */
export function withoutGiven(path: readonly string[], given: readonly string[]): string[] {
  if (given.length === 0) return [...path]
  const left = [...given]
  return path.map((segment) => {
    const at = left.indexOf(decodeUri(segment))
    if (at < 0) return segment
    left.splice(at, 1)
    return ':given'
  })
}

/** Operators of MongoDB that write or run code, as names of members. `$where` only filters. */
const writesAsScript = ({ name, text }: EffectValue) =>
  scriptWrites(`${name.replace(/^[^$].*$/, '')} ${text}`)

/**
 * The effect of a fixed value. Scripts are not parsed: one without a word of an order is `unknown`, and the name of the
 * request then decides whether the call reads.
 */
export function effectOfValue(value: EffectValue, all: EffectValue[]): 'read' | 'write' | 'unknown' {
  const { kind, name, text } = value
  if (kind === 'graphql') return effectOfDocument(text, all)
  if (kind === 'graphql-choice') return effectOfChoice(name, text, all)
  if (kind === 'sql') return readSql(text).isRead ? 'read' : 'write'
  if (kind === 'method' || kind === 'action') return effectOfAction(text)
  if (kind === 'override') return SAFE_METHODS.has(text.trim().toUpperCase()) ? 'read' : 'write'
  if (kind === 'word') return 'write'
  return kind === 'script' && writesAsScript(value) ? 'write' : 'unknown'
}

/** The effect of the name or the id of a stored GraphQL document. If the request has the document, the document counts. */
function effectOfChoice(name: string, text: string, all: EffectValue[]): 'write' | 'unknown' {
  if (name === 'extensions' || all.some(({ kind }) => kind === 'graphql')) return 'unknown'
  return /^[\w.:/-]+$/.test(text) && ordersByName(text) ? 'write' : 'unknown'
}

/**
 * The effect of a GraphQL document. Only one operation of the document runs, and the effect of the document is the
 * effect of this operation. If it is not certain which operation runs, the document reads only if all of its operations
 * do. A query reads, unless one of its fields or arguments orders something: a server may resolve `query { deleteUser }` or
 * `query { order(action: DELETE) }` too.
 */
function effectOfDocument(text: string, all: EffectValue[]): 'read' | 'write' {
  const operations = readGraphql(text)
  if (!operations) return 'write'
  const choices = all.filter(({ kind, name }) => kind === 'graphql-choice' && name === 'operationName')
  const sent = choices.length > 1 ? undefined : operationSent(operations, choices[0]?.text)
  const run = sent ? [sent] : operations
  const reads = ({ kind, fields, values }: GraphqlOperation) => {
    const around = { tellsOfActs: fields.some(tellsOfActs), isOfRecord: false }
    const orders = (one: GraphqlValue) =>
      orderAt({ site: 'body', ...one, text: String(one.value) }, around) !== undefined
    return kind === 'query' && !fields.some(isCommand) && !values.some(orders)
  }
  return run.every(reads) ? 'read' : 'write'
}

/** Whether a value says that data is lost, or that something is sent or paid. */
export function destroysData(value: EffectValue): boolean {
  const { kind, text, place } = value
  if (kind === 'script') return writesAsScript(value)
  if (kind === 'sql') return readSql(text).isDestructive
  if (kind === 'override') return text.trim().toUpperCase() === 'DELETE'
  if (kind === 'graphql')
    return (readGraphql(text) ?? []).some(({ kind: does, fields }) =>
      (does === 'mutation' ? fields : fields.filter(isCommand)).some((field) =>
        saysDestruction(wordsOf(field)),
      ),
    )
  const isTop = isClearAction(value) && (place.in !== 'body' || place.path.length === 1)
  return (kind === 'method' || kind === 'graphql-choice' || isTop) && saysDestruction(wordsOf(text))
}

/**
 * A complete request in the form in which requests are judged: names and values are decoded, files are left out. The
 * content of a body counts, and not its declared type, because servers differ in what they believe.
 */
export function requestSent({ method, url, headers, body }: DryRun): RequestTemplate {
  const [address = '', ...query] = url.split('?')
  const path = address.replace(/^[a-z]+:\/\/[^/]*/i, '')
  const isType = (name: string) => name.toLowerCase() === 'content-type'
  const type = headers.findLast(([name]) => isType(name))?.[1] ?? ''
  return {
    method,
    url: { host: [], path: path.split('/').slice(1), query: pairsIn(query.join('?')), variables: [] },
    headers: headers.flatMap(([key, value]) => (isType(key) ? [] : [{ key, value }])),
    ...(body ? { body: bodySent(body, type) } : {}),
    profile: { disableBodyPruning: true },
  }
}

function bodySent(text: string, type: string): BodyTemplate {
  const fields = /^multipart\/form-data;/i.test(type) ? multipartFields(text, type) : undefined
  const texts = fields?.filter(({ file }) => file === undefined)
  if (texts) return { mode: 'urlencoded', entries: texts.map(({ name, value }) => ({ key: name, value })) }
  const isForm = /urlencoded/i.test(type) ? !/^\s*[[{<]/.test(text) : /^[\w.[\]%-]+=\S*$/.test(text)
  return isForm ? { mode: 'urlencoded', entries: pairsIn(text) } : { mode: 'raw', text }
}

/** The entries of a query or form. An entry without `=` has no value. */
function pairsIn(text: string): Entry[] {
  return text
    .split('&')
    .flatMap((pair): Entry[] =>
      Array.from(new URLSearchParams(pair), ([key, value]) =>
        pair.includes('=') ? { key, value } : { key },
      ),
    )
}
