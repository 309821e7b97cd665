import { messageOf, VoiceError } from '../errors.js'
import { type Clock, systemClock } from '../ports.js'
import { tryParseJson } from '../protocol/parse-json.js'
import { type PlacedItem, walkItems } from './collection/walk.js'
import { REPLAY_TIMEOUT_MS } from './defaults.js'
import type { Collection, Example, Variable } from './model/collection.js'
import type { JsonValue } from './model/json.js'
import { type RequestTemplate, SAFE_METHODS } from './model/request-template.js'
import type { DryRun } from './model/tool.js'
import { openGate } from './run/gate.js'
import { type BuiltReplay, buildReplay, type ReplayContext, sendReplay } from './run/replay-request.js'
import { fileReader, type ReadFile, readNothing } from './run/request/resolve-request.js'
import { secretVariables } from './run/request-secrets.js'
import { createCookies } from './run/send/cookies.js'
import { Deadline } from './run/send/deadline.js'
import type { RawResponse } from './run/send/transport.js'
import { readAnswer } from './run/shape/shape-answer.js'
import { plainRequest, type WireRequest } from './run/wire-request.js'
import { liftSecrets } from './secrets/lift-secrets.js'
import { originOf, replaceOrigin } from './semantics/address.js'
import { resolveBaseUrls } from './semantics/base-urls.js'
import { effectOfSent, requestSent } from './semantics/effect/sent-effect.js'
import { annotationsOf } from './semantics/effect.js'
import { createScope } from './template/scope.js'

export interface ReplayOptions {
  /**
   * Layers of variables that override the variables of the collection: values of the program, the environment, the
   * `.env` file. @default []
   */
  layers?: Variable[][]
  /** Variables of a globals file. The variables of the collection override them. @default [] */
  globals?: Variable[]
  /** A base URL that replaces the main origin, which most requests use. The path of each address stays. */
  baseUrl?: string
  /** Base URLs that replace other origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  folder?: string
  /** Whether to compare the status and the shape of each response with the saved example. @default false */
  check?: boolean
  /** Whether to build the requests without sending them. @default false */
  dryRun?: boolean
  /** Whether a request that writes may go to a URL. Others are left out, and redirects to others not followed. @default always */
  mayWrite?: (url: string) => boolean
  /** Whether to stop after the first failure. @default false */
  bail?: boolean
  /**
   * The folder from which files in bodies are sent. Their paths are relative to it; files outside of it and hidden files
   * are not read. @default no file is read
   */
  directory?: string
  /** Time limit for one request, in milliseconds. @default 120000 */
  timeoutMs?: number
  signal?: AbortSignal
  /** @default the system's clock */
  clock?: Clock
}

export interface ReplayedRequest {
  name: string
  /** The names of the folders that contain the request, outermost first. */
  folder: string[]
  method: string
  /** Whether the request may change something, by its name and by all that it sends. */
  writes: boolean
  /** The URL with secrets masked. If the URL could not be built, this is the origin from the collection. */
  url: string
  status: number | null
  ms: number
  error?: string
  differences?: string[]
  notices: string[]
  request?: DryRun
}

export function hasFailed({ error, differences }: ReplayedRequest): boolean {
  return error !== undefined || (differences?.length ?? 0) > 0
}

/** Sends all requests as they are written, as Postman would without scripts. Throws `unknown-folder` for an unknown `folder`. */
export async function* replay(
  collection: Collection,
  options: ReplayOptions = {},
): AsyncGenerator<ReplayedRequest> {
  const items = itemsOf(collection, options.folder)
  const layers = [...(options.layers ?? []), collection.variables, options.globals ?? []]
  const gate = openGate('replay')
  const context: ReplayContext = {
    scope: createScope(layers, { useOff: true }),
    // The requests are sent as they are written, so only the values of the lifted secrets are used.
    secrets: secretVariables([...layers, liftSecrets(collection).variables]),
    gate,
    cookies: await createCookies(),
    clock: options.clock ?? systemClock,
    readFile: readerFor(options),
  }
  const locate = createLocator(items, options)
  try {
    for (const placed of items) {
      const replayed = await replayItem({ placed, template: locate(placed.item.request), context, options })
      if (!replayed) continue
      yield replayed
      if ((options.bail && hasFailed(replayed)) || options.signal?.aborted) return
    }
  } finally {
    gate.close()
  }
}

/** The reader of the files in bodies. In a dry run, the name and the size of a file take the place of its content. */
function readerFor({ directory, dryRun }: ReplayOptions): ReadFile {
  if (directory === undefined) return readNothing
  const read = fileReader(directory)
  if (!dryRun) return read
  return (path) => {
    const bytes = read(path)
    return bytes && Buffer.from(`(the file ${path}, ${bytes.byteLength} bytes)`)
  }
}

function itemsOf(collection: Collection, folder: string | undefined): PlacedItem[] {
  const all = [...walkItems(collection)]
  if (folder === undefined) return all
  const chosen = all.filter(
    ({ item, folders }) => item.name === folder || folders.some(({ name }) => name === folder),
  )
  if (chosen.length > 0) return chosen
  throw new VoiceError(
    'unknown-folder',
    `No folder and no request of the collection has the name "${folder}".`,
  )
}

/** Replaces the base URL of a request, but not a leading variable without a value, as in Postman. */
function createLocator(items: PlacedItem[], { baseUrl, baseUrls }: ReplayOptions) {
  const resolved = resolveBaseUrls(
    items.map(({ item }) => item.request),
    { baseUrl, named: baseUrls, isFilled: () => true },
  )
  return (template: RequestTemplate): RequestTemplate => {
    const base = resolved.get(originOf(template.url))
    return base === undefined ? template : { ...template, url: replaceOrigin(template.url, base.url) }
  }
}

interface Replaying {
  placed: PlacedItem
  template: RequestTemplate
  context: ReplayContext
  options: ReplayOptions
}

/** `undefined` if the request writes and may not. */
async function replayItem({
  placed,
  template,
  context,
  options,
}: Replaying): Promise<ReplayedRequest | undefined> {
  const { item, folders } = placed
  const { mayWrite = () => true } = options
  const isRead = annotationsOf(item.name, item.request).readOnlyHint
  const facts = {
    name: item.name,
    folder: folders.map(({ name }) => name),
    method: template.method,
    writes: !isRead,
  }
  const failed = { status: null, ms: 0, notices: [] }
  let built: BuiltReplay
  try {
    built = buildReplay(template, context)
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    const url = originOf(template.url)
    return isRead || mayWrite(url) ? { ...facts, url, ...failed, error: error.message } : undefined
  }
  const { wire, shown, notices } = built
  const expected = { title: item.name, method: template.method }
  const readsOnly = (request: WireRequest) =>
    effectOfSent(requestSent(plainRequest(request)), expected).effect === 'read'
  const writes = !isRead || built.sendsFiles || !readsOnly(wire)
  if (writes && !mayWrite(addressOf(wire))) return undefined
  const mayFollow = (next: WireRequest) =>
    (SAFE_METHODS.has(next.method) && readsOnly(next)) || mayWrite(addressOf(next))
  const sent = { ...facts, writes, method: shown.method, url: shown.url, notices, request: shown }
  if (options.dryRun) return { ...sent, status: null, ms: 0 }
  const started = context.clock.now()
  const ms = () => context.clock.now() - started
  const { clock } = context
  const deadline = new Deadline({
    clock,
    timeoutMs: options.timeoutMs ?? REPLAY_TIMEOUT_MS,
    signal: options.signal,
  })
  try {
    const response = await sendReplay(built, { ...context, name: item.name, deadline, mayFollow })
    const differences = options.check ? checkAgainstExample(item.examples, response) : undefined
    return { ...sent, status: response.status, ms: ms(), differences }
  } catch (error) {
    return { ...sent, status: null, ms: ms(), error: messageOf(error) }
  } finally {
    deadline.end()
  }
}

const addressOf = ({ origin, path }: WireRequest) => `${origin}${path}`

const MAX_DIFFERENCES = 10

/** How a response differs in status or JSON shape from the example of its status, else from the first successful one. */
function checkAgainstExample(examples: Example[], response: RawResponse): string[] | undefined {
  const example =
    examples.find(({ status }) => status === response.status) ??
    examples.find(({ status = 0 }) => status >= 200 && status < 300) ??
    examples[0]
  if (!example) return undefined
  const wrongStatus = example.status !== undefined && example.status !== response.status
  if (wrongStatus)
    return [
      `status ${response.status}, saved is ${example.status}${example.name ? ` ("${example.name}")` : ''}`,
    ]
  const saved = tryParseJson(example.body)
  if (saved === undefined) return []
  const answer = readAnswer(response)
  if (answer.kind !== 'json')
    return [`the body is ${answer.kind === 'empty' ? 'empty' : answer.kind}, saved is JSON`]
  const differences: string[] = []
  // The answer has integers that a number cannot hold as texts. For the shape they are numbers, as in the example.
  compare({ saved, found: tryParseJson(answer.text) ?? answer.value, path: '', differences })
  return differences.slice(0, MAX_DIFFERENCES)
}

interface Comparison {
  saved: JsonValue
  found: JsonValue
  path: string
  differences: string[]
}

/** Each saved member must exist with its type. Additional members and nulls are no difference. */
function compare({ saved, found, path, differences }: Comparison): void {
  if (saved === null || found === null || differences.length >= MAX_DIFFERENCES) return
  const [want, have] = [typeOf(saved), typeOf(found)]
  if (want !== have) {
    differences.push(`${path || 'the body'} is ${have}, saved is ${want}`)
  } else if (Array.isArray(saved) && Array.isArray(found)) {
    if (saved[0] !== undefined)
      for (const [index, item] of found.entries())
        compare({ saved: saved[0], found: item, path: `${path}[${index}]`, differences })
  } else if (
    typeof saved === 'object' &&
    typeof found === 'object' &&
    !Array.isArray(saved) &&
    !Array.isArray(found)
  ) {
    for (const [key, member] of Object.entries(saved)) {
      const inner = path ? `${path}.${key}` : key
      if (!Object.hasOwn(found, key)) differences.push(`${inner} is missing`)
      else compare({ saved: member, found: found[key]!, path: inner, differences })
    }
  }
}

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
