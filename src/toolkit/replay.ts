import { messageOf, VoiceError } from '../errors.js'
import { type Clock, systemClock } from '../ports.js'
import { type PlacedItem, walkItems } from './collection/walk.js'
import { REPLAY_TIMEOUT_MS } from './defaults.js'
import type { Collection, Variable } from './model/collection.js'
import type { RequestTemplate } from './model/request-template.js'
import type { DryRun } from './model/tool.js'
import { checkAgainstExample } from './replay-check.js'
import {
  type BuiltReplay,
  buildReplay,
  fileReader,
  type ReplayContext,
  sendReplay,
} from './run/replay-request.js'
import { secretVariables } from './run/secrets.js'
import { createCookies } from './run/send/cookies.js'
import { Deadline } from './run/send/deadline.js'
import { createHttpTransport } from './run/send/http-transport.js'
import { originOf, replaceOrigin } from './semantics/address.js'
import { resolveBaseUrls } from './semantics/base-urls.js'
import { createScope } from './template/scope.js'

/** Options of a replay: the requests and the address. */
export interface ReplayOptions {
  /** Variables that come before the collection's own: given ones, the environment, the `.env` file. @default [] */
  layers?: Variable[][]
  /** Variables that come after the collection's own. @default [] */
  globals?: Variable[]
  /** Replaces everything before the first `/` of the main origin's addresses. */
  baseUrl?: string
  /** Replaces further origins, by variable name or host. @default {} */
  baseUrls?: Record<string, string>
  /** Only the folder, or the request, of this name. */
  folder?: string
  /** Compares status and shape with the saved example. @default false */
  check?: boolean
  /** Builds, but sends nothing. @default false */
  dryRun?: boolean
  /** Stops after the first failure. @default false */
  bail?: boolean
  /** Where the files that bodies name are looked for. @default the working directory */
  directory?: string
  /** Time for one request. @default 120000 */
  timeoutMs?: number
  signal?: AbortSignal
  /** @default the system's clock */
  clock?: Clock
}

/** One request as it went. */
export interface ReplayedRequest {
  name: string
  /** Names of the folders around it. */
  folder: string[]
  method: string
  /** Where it went, secrets masked; as written when it could not be built. */
  url: string
  /** Null when no answer came. */
  status: number | null
  ms: number
  /** Why no answer came. */
  error?: string
  /** How the answer differs from the saved example. */
  differences?: string[]
  notices: string[]
  /** The request, with secrets masked. */
  request?: DryRun
}

/** Whether a request counts as failed: no answer came, or it differs from its example. */
export function hasFailed({ error, differences }: ReplayedRequest): boolean {
  return error !== undefined || (differences?.length ?? 0) > 0
}

/**
 * Sends every request as it is written, in the order of the file, without scripts: variables, encoding, auth, cookies and redirects as
 * Postman has them. Throws `unknown-folder` when nothing has the name of `folder`.
 */
export async function* replay(
  collection: Collection,
  options: ReplayOptions = {},
): AsyncGenerator<ReplayedRequest> {
  const items = itemsOf(collection, options.folder)
  const layers = [...(options.layers ?? []), collection.variables, options.globals ?? []]
  const transport = createHttpTransport()
  const context: ReplayContext = {
    scope: createScope(layers, { useOff: true }),
    secrets: secretVariables(layers),
    transport: transport.send,
    cookies: await createCookies(),
    clock: options.clock ?? systemClock,
    readFile: fileReader(options.directory ?? '.'),
  }
  const locate = createLocator(items, options)
  try {
    for (const placed of items) {
      const replayed = await replayItem({ placed, template: locate(placed.item.request), context, options })
      yield replayed
      if ((options.bail && hasFailed(replayed)) || options.signal?.aborted) return
    }
  } finally {
    transport.close()
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

/** Replaces base URLs. A leading variable without a value stays: Postman sends it unchanged. */
function createLocator(items: PlacedItem[], { baseUrl, baseUrls }: ReplayOptions) {
  const resolved = resolveBaseUrls(
    items.map(({ item }) => item.request),
    { baseUrl, named: baseUrls, isFilled: () => true },
  )
  return (template: RequestTemplate): RequestTemplate => {
    const url = resolved.get(originOf(template.url))
    return url === undefined ? template : { ...template, url: replaceOrigin(template.url, url) }
  }
}

interface Replaying {
  placed: PlacedItem
  template: RequestTemplate
  context: ReplayContext
  options: ReplayOptions
}

async function replayItem({ placed, template, context, options }: Replaying): Promise<ReplayedRequest> {
  const { item, folders } = placed
  const facts = { name: item.name, folder: folders.map(({ name }) => name), method: template.method }
  const failed = { status: null, ms: 0, notices: [] }
  let built: BuiltReplay
  try {
    built = buildReplay(template, context)
  } catch (error) {
    if (!(error instanceof VoiceError)) throw error
    return { ...facts, ...failed, url: originOf(template.url), error: error.message }
  }
  const { shown, notices } = built
  const sent = { ...facts, method: shown.method, url: shown.url, notices, request: shown }
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
    const response = await sendReplay(built, { ...context, deadline })
    const differences = options.check ? checkAgainstExample(item.examples, response) : undefined
    return { ...sent, status: response.status, ms: ms(), differences }
  } catch (error) {
    return { ...sent, status: null, ms: ms(), error: messageOf(error) }
  } finally {
    deadline.end()
  }
}
