import type { Diagnostic } from '../diagnostics.js'
import { isObject } from '../protocol/is-object.js'
import { stringEnd } from '../protocol/parse-json.js'
import { freeName } from '../text/free-name.js'
import { parseCollection } from '../toolkit/collection/parse-collection.js'
import { objectsIn } from '../toolkit/collection/read-shape.js'
import { distinctBy } from '../toolkit/model/group-by.js'
import type { JsonObject } from '../toolkit/model/json.js'
import { fixText } from '../toolkit/validate/fix.js'
import { fileReport, summarize } from '../toolkit/validate/report.js'
import { reportLlm } from '../toolkit/validate/reporters/llm.js'
import { validateText } from '../toolkit/validate/validate.js'
import { splitDocuments } from './documents.js'
import { compareEndpoints, type DocumentedEndpoints, documentedEndpoints, endpointName } from './endpoints.js'
import { type ApiDocument, renderPrompt } from './render-prompt.js'

interface GenerateOptions {
  documents: ApiDocument[]
  complete: Complete
  /** Maximum number of model responses per part. @default 5 */
  maxRounds?: number
  onProgress?: (progress: Round & { part: number; parts: number }) => void
}

interface Generated {
  /** The collection, indented; undefined if no response was valid. */
  text?: string
  /** Whether the collection is complete: it is valid, and `reasons` is empty. */
  isWhole: boolean
  /** Why the collection is incomplete: problems of the last draft, missing endpoints, failed parts. */
  reasons: string[]
  parts: number
}

/** Lets a model write a collection part by part and repair it, at most `maxRounds` times. */
export async function generateCollection({
  documents,
  complete,
  maxRounds = 5,
  onProgress,
}: GenerateOptions): Promise<Generated> {
  const parts = await splitDocuments(documents)
  const drafts: CollectionDraft[] = []
  let best: CollectionDraft | undefined
  const reasons: string[] = []
  for (const [index, part] of parts.entries()) {
    const number = { part: index + 1, parts: parts.length }
    const onRound = (round: Round) => onProgress?.({ ...round, ...number })
    const endpoints = await documentedEndpoints(part)
    const draft = await writePart({ prompt: renderPrompt(part), endpoints, complete, maxRounds, onRound })
    if (draft && isValid(draft)) drafts.push(draft)
    else if (draft && !draft.isForeign) best = betterDraft(best, draft)
    if (!draft || !isAccepted(draft) || draft.wishes.length > 0)
      reasons.push(...reasonsOf(draft, parts.length > 1 ? `part ${index + 1}: ` : ''))
  }
  if (drafts.length === 0) return { text: best?.text, isWhole: false, reasons, parts: parts.length }
  const merged = mergeCollections(drafts.map(({ text }) => JSON.parse(text) as JsonObject))
  const whole = judgeDraft(`${JSON.stringify(merged, null, 2)}\n`, { certain: [], mentioned: [] })
  if (!isValid(whole)) reasons.push(...reasonsOf(whole, ''))
  return { text: whole.text, isWhole: reasons.length === 0, reasons, parts: parts.length }
}

const SHOWN = 5

function reasonsOf(draft: CollectionDraft | undefined, lead: string): string[] {
  if (!draft) return [`${lead}no answer held a JSON document.`]
  if (draft.isForeign) return [`${lead}the collection describes another API than the documents.`]
  if (draft.missing.length > 0) return [`${lead}missing are ${listed(draft.missing)}.`]
  return [...draft.errors, ...draft.wishes]
    .slice(0, SHOWN)
    .map(({ code, pointer, message }) => `${lead}${message} (${code}, ${pointer || 'whole document'})`)
}

function listed(names: string[]): string {
  const rest = names.length - SHOWN
  return rest > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${rest} more` : names.join(', ')
}

export interface PromptMessage {
  role: 'user' | 'assistant'
  text: string
}

export interface Completion {
  text: string
  isCut: boolean
  inputTokens: number
  outputTokens: number
}

/** Sends one request to a language model. Throws if the response is unusable. */
export type Complete = (messages: PromptMessage[]) => Promise<Completion>

export interface Round {
  round: number
  errors: number
  missing: number
  /** Set if the response contained no JSON, described another API, or was incomplete. */
  note?: 'no-json' | 'foreign' | 'cut'
}

interface PartOptions {
  prompt: string
  endpoints: DocumentedEndpoints
  complete: Complete
  maxRounds: number
  onRound: (round: Round) => void
}

const NO_JSON =
  'Your answer holds no JSON document. Answer with the raw JSON of the collection alone, beginning with { and ending with }.'
const GO_ON =
  'Your answer stopped in the middle. Go on with the very next character, without repeating anything and without any other text.'

/** Writes a part in at most `maxRounds` answers. Returns the best draft; undefined if no answer has JSON. */
async function writePart({
  prompt,
  endpoints,
  complete,
  maxRounds,
  onRound,
}: PartOptions): Promise<CollectionDraft | undefined> {
  const start: PromptMessage = { role: 'user', text: prompt }
  let messages = [start]
  let best: CollectionDraft | undefined
  let begun = ''
  let hasWished = false
  for (let round = 1; round <= maxRounds; round++) {
    const { text, isCut } = await complete(messages)
    const answer = readAnswer(joinAnswers(begun, text))
    if (answer.kind === 'cut' && isCut) {
      begun = answer.json
      onRound({ round, errors: 0, missing: 0, note: 'cut' })
      messages = [start, { role: 'assistant', text: begun }, { role: 'user', text: GO_ON }]
      continue
    }
    begun = ''
    if (answer.kind === 'none') {
      onRound({ round, errors: 0, missing: 0, note: 'no-json' })
      messages = [start, { role: 'assistant', text: text || '(nothing)' }, { role: 'user', text: NO_JSON }]
      continue
    }
    const draft = judgeDraft(answer.json, endpoints)
    best = betterDraft(best, draft)
    onRound({
      round,
      errors: draft.errors.length + draft.wishes.length,
      missing: draft.missing.length,
      ...(draft.isForeign && { note: 'foreign' }),
    })
    if (isAccepted(draft) && (hasWished || draft.wishes.length === 0)) return draft
    hasWished ||= draft.wishes.length > 0 && draft.missing.length === 0 && !draft.isForeign
    // Only the newest draft is sent back: the model repairs it, and the conversation does not grow with every round.
    messages = [start, { role: 'assistant', text: draft.text }, { role: 'user', text: repairRequest(draft) }]
  }
  return best
}

const isWish = ({ code }: Diagnostic) => code === 'example-missing'

interface CollectionDraft {
  text: string
  /** Diagnostics of severity `error`, in the validation profile `generated` for collections from models. */
  errors: Diagnostic[]
  /** Examples that are missing. A draft may be saved without them. */
  wishes: Diagnostic[]
  /** Endpoints that the specifications contain and the collection lacks. */
  missing: string[]
  /** Whether the documents contain endpoints and the collection has none of them. */
  isForeign: boolean
}

/** Applies safe fixes, validates, and compares with the documented endpoints. */
function judgeDraft(text: string, endpoints: DocumentedEndpoints): CollectionDraft {
  const fixed = fixText(text, { profile: 'generated' }).text
  const found = validateText(fixed, { profile: 'generated' }).filter(({ severity }) => severity === 'error')
  const [wishes, errors] = [found.filter(isWish), found.filter((one) => !isWish(one))]
  if (errors.length > 0) return { text: fixed, errors, wishes, missing: [], isForeign: false }
  return { text: fixed, errors, wishes, ...compareEndpoints(endpoints, parseCollection(JSON.parse(fixed))) }
}

/** Whether a draft needs no repair but for wishes: it has no errors, lacks no endpoint, and describes this API. */
function isAccepted({ errors, missing, isForeign }: CollectionDraft): boolean {
  return errors.length === 0 && missing.length === 0 && !isForeign
}

function isValid({ errors, isForeign }: CollectionDraft): boolean {
  return errors.length === 0 && !isForeign
}

/** The better draft: valid, then with fewer missing endpoints, or fewer errors. One of another API is worst. */
function betterDraft(left: CollectionDraft | undefined, right: CollectionDraft): CollectionDraft {
  if (!left) return right
  const rank = (draft: CollectionDraft) =>
    isValid(draft)
      ? draft.missing.length + draft.wishes.length / 1e4
      : draft.isForeign
        ? 1e9
        : 1e6 + draft.errors.length
  return rank(right) <= rank(left) ? right : left
}

function repairRequest({ text, errors, wishes, missing, isForeign }: CollectionDraft): string {
  if (errors.length === 0 && isForeign)
    return 'The collection describes another API: none of its endpoints is in the documents. Write the collection of the API in the documents, as raw JSON alone.'
  if (missing.length > 0)
    return [
      'These endpoints of the documents are missing. Add them and change nothing else; answer with the whole JSON document alone.',
      ...missing.map((endpoint) => `- ${endpoint}`),
    ].join('\n')
  const report = summarize('generated', [fileReport('postman.json', [...errors, ...wishes], text)])
  const paint = { bold: same, dim: same, red: same, green: same, yellow: same, cyan: same }
  return reportLlm(report, { paint, quiet: true })
}

const same = (text: string) => text

type ReadAnswer = { kind: 'whole'; json: string } | { kind: 'cut'; json: string } | { kind: 'none' }

/** The possible start of an object: prose also contains braces, but rarely with a key after them. */
const OBJECT_START = /\{\s*["}]/g

/** The longest JSON object in a response, also in code fences and prose. */
export function readAnswer(text: string): ReadAnswer {
  let longest = ''
  OBJECT_START.lastIndex = 0
  for (let match = OBJECT_START.exec(text); match; match = OBJECT_START.exec(text)) {
    const end = endOfObject(text, match.index)
    if (end === undefined) {
      const rest = text.slice(match.index)
      return rest.length > longest.length
        ? { kind: 'cut', json: withoutFence(rest) }
        : { kind: 'whole', json: longest }
    }
    if (end - match.index > longest.length) longest = text.slice(match.index, end)
    OBJECT_START.lastIndex = end
  }
  return longest === '' ? { kind: 'none' } : { kind: 'whole', json: longest }
}

function joinAnswers(before: string, after: string): string {
  return before + after.replace(/^\s*```\w*\n/, '').replace(/\n```\s*$/, '')
}

function endOfObject(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '"') at = stringEnd(text, at) - 1
    else if (char === '{' || char === '[') depth++
    else if (char === '}' || char === ']') depth--
    if (depth === 0) return at + 1
  }
  return undefined
}

function withoutFence(text: string): string {
  return text.replace(/\n?```\s*$/, '')
}

/** Joins collections of one API: folders merge, repeated endpoints drop, names stay unique. */
function mergeCollections(collections: JsonObject[]): JsonObject {
  const [first = {}] = collections
  const auth = collections.find((collection) => collection.auth !== undefined)?.auth
  const variable = distinctBy(
    collections.flatMap(({ variable }) => objectsIn(variable)),
    ({ key }) => String(key),
  )
  return {
    ...first,
    item: mergeItems(
      collections.flatMap(({ item }) => objectsIn(item)),
      new Set(),
    ),
    ...(auth === undefined ? {} : { auth }),
    ...(variable.length > 0 ? { variable } : {}),
  }
}

/** Merges the items of a folder. `seen` has the endpoints of all folders. */
function mergeItems(items: JsonObject[], seen: Set<string>): JsonObject[] {
  const merged: JsonObject[] = []
  for (const item of items) {
    if (!isFolder(item)) {
      const endpoint = endpointOf(item)
      if (endpoint !== undefined && seen.has(endpoint)) continue
      if (endpoint !== undefined) seen.add(endpoint)
      merged.push({ ...item, name: uniqueName(item, merged) })
      continue
    }
    const same = merged.find((other) => isFolder(other) && nameOf(other) === nameOf(item))
    if (same) same.item = [...objectsIn(same.item), ...objectsIn(item.item)]
    else merged.push({ ...item })
  }
  const whole = merged.map((item) =>
    isFolder(item) ? { ...item, item: mergeItems(objectsIn(item.item), seen) } : item,
  )
  return whole.filter((item) => !isFolder(item) || objectsIn(item.item).length > 0)
}

function uniqueName(item: JsonObject, others: JsonObject[]): string {
  const name = String(item.name ?? '')
  const taken = new Set(others.filter((other) => !isFolder(other)).map(nameOf))
  return freeName(name, (candidate) => !taken.has(candidate.trim().toLowerCase()), ' ')
}

/** Method, path, query names, and for GraphQL the body; undefined without a URL object. */
function endpointOf({ request }: JsonObject): string | undefined {
  if (!isObject(request) || !isObject(request.url)) return undefined
  const { path, query } = request.url
  const segments = Array.isArray(path) ? path.map(String) : []
  const body = isObject(request.body) && request.body.mode === 'graphql' ? JSON.stringify(request.body) : ''
  const names = objectsIn(query)
    .map(({ key }) => String(key))
    .sort()
  return [
    endpointName(String(request.method ?? 'GET'), `/${segments.join('/')}`),
    names.join('&'),
    body,
  ].join(' ')
}

function isFolder(item: JsonObject): boolean {
  return Array.isArray(item.item)
}

function nameOf({ name }: JsonObject): string {
  return String(name ?? '')
    .trim()
    .toLowerCase()
}
