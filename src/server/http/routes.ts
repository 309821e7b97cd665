import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { messageOf } from '../../errors.js'
import { dataOf } from '../../languages/data.js'
import type { Logger } from '../../ports.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { AG_UI_PATH } from '../ag-ui/run-input.js'
import { MCP_PATH } from '../mcp/lazy-mcp.js'
import { type Identity, identityFault } from '../model/identity.js'
import { withDefaults } from '../model/with-defaults.js'
import type { Recordings } from '../recording/recordings.js'
import type { Sessions } from '../sessions/sessions.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { Access } from './access.js'
import type { Admissions } from './admissions.js'
import { type ClientSecrets, lifeSeconds, type Principal } from './authenticator.js'
import { answerCalls, type CallRouteOptions, callHeaders, isCallPath } from './call-routes.js'
import { isLocalCaller } from './client-address.js'
import {
  type HttpAnswer,
  isUnknownApp,
  JSON_BODY,
  readJsonBody,
  refusalAnswer,
  sendAnswer,
} from './http-answer.js'
import { corsHeaders } from './origin-policy.js'
import { type PlaygroundOptions, playgroundFile } from './playground.js'
import {
  addressOf,
  headerKey,
  isRealtimePath,
  isSessionId,
  readUpgradeRequest,
  resumeTokenOf,
} from './upgrade-request.js'

interface PhoneRoute {
  isCallPath(path: string): boolean
  answer(request: IncomingMessage): Promise<HttpAnswer>
}

export interface RouteOptions extends CallRouteOptions {
  access: Access
  secrets: ClientSecrets
  sessions: Sessions
  metrics: Metrics
  recordings: Recordings | undefined
  logger: Logger
  draining: () => boolean
  phone: PhoneRoute | undefined
  playground: PlaygroundOptions | undefined
  toolsFor: (identity: Identity, appId: string | undefined) => readonly ToolFunction[]
  /** The initial session of a short-lived key, for the answer with the key. Throws for invalid settings. */
  describeSession: (settings: Record<string, unknown>, owner: Principal & { expiresAt: number }) => object
}

const MAX_SECRET_CHARS = 6_000

/** Answers plain requests: health, metrics, keys, sessions, calls, the playground. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: RouteOptions,
): Promise<void> {
  if (await sendClientFile(request, response)) return
  const answer = await route(request, options).catch((error: unknown): HttpAnswer => {
    if (isUnknownApp(error)) return refusalAnswer({ status: 404, message: error.message })
    // `route` also rejects if a client disconnects while it sends a body.
    options.logger.warn('request failed', { error: messageOf(error) })
    return refusalAnswer({ status: 500, message: 'The request could not be answered.' })
  })
  // Pages may read responses if the operator lists their origin. Without a list, no page of another origin may read
  // them.
  const cors = corsHeaders(options.access.origins.namedOrigin(request), {
    methods: 'GET, POST, DELETE',
    headers: 'Authorization, api-key, Content-Type, Voice-Resume',
  })
  sendAnswer(response, { ...answer, headers: { ...cors, ...answer.headers } })
}

/** Paths that every page may read, because these responses contain no personal data. */
const HEALTH_PATHS = ['/healthz', '/readyz']

async function route(request: IncomingMessage, options: RouteOptions): Promise<HttpAnswer> {
  const { pathname } = addressOf(request)
  const { method } = request
  const foreign = HEALTH_PATHS.includes(pathname) ? undefined : options.access.origins.refusal(request)
  if (foreign) return refusalAnswer(foreign)
  if (options.phone?.isCallPath(pathname)) return options.phone.answer(request)
  if (method === 'OPTIONS') return preflight(request, options)
  if (method === 'POST' && pathname.endsWith('/realtime/client_secrets')) return mintSecret(request, options)
  if (method === 'POST' && isCallPath(pathname)) return answerCalls(request, options)
  if (method === 'DELETE' && pathname.startsWith('/v1/sessions/')) return eraseSession(request, options)
  if (options.playground && isToolsPath(pathname)) return showTools(request, options)
  if (method !== 'GET' && method !== 'HEAD') return wrongMethod(pathname)
  if (pathname === '/healthz') return { status: 200, body: { status: 'ok' } }
  if (pathname === '/readyz') return readiness(options)
  if (pathname === '/metrics') return showMetrics(request, options)
  const page = options.playground && playgroundFile(request, { path: pathname, ...options.playground })
  if (page) return page
  if (isRealtimePath(pathname)) return probeUpgrade(request, options)
  const message = `There is nothing at ${pathname}. WebSockets are at /ws and /v1/realtime.`
  return refusalAnswer({ status: 404, message })
}

/** The answer to a wrong method. For paths of the Realtime API it names the present ones: older clients use the beta's. */
function wrongMethod(pathname: string): HttpAnswer {
  const isRealtime = pathname.includes('/realtime')
  const message = isRealtime
    ? 'Only GET is answered here. There are WebSockets at GET /v1/realtime, and short-lived keys at POST /v1/realtime/client_secrets.'
    : 'Only GET is answered here.'
  const { headers, ...answer } = refusalAnswer({ status: 405, message })
  return { ...answer, headers: { ...headers, Allow: 'GET, HEAD' } }
}

function preflight(request: IncomingMessage, options: RouteOptions): HttpAnswer {
  const { pathname } = addressOf(request)
  if (isCallPath(pathname)) return { status: 204, body: null, headers: callHeaders(request, options) }
  const isProbe = isRealtimePath(pathname)
  return { status: 204, body: null, headers: isProbe ? probeHeaders(request, options) : undefined }
}

function readiness({ draining, sessions }: RouteOptions): HttpAnswer {
  const { problem, size } = sessions
  const status = draining() ? 'draining' : problem === undefined ? 'ready' : 'store unreachable'
  return {
    status: status === 'ready' ? 200 : 503,
    body: { status, sessions: size, message: problem },
  }
}

async function enter(request: IncomingMessage, { access }: RouteOptions): Promise<Principal | HttpAnswer> {
  const principal = await access.enter(request)
  return 'status' in principal ? refusalAnswer(principal) : principal
}

/** Authenticates an operator, on this machine without a key. A short-lived key is a user's and is refused. */
async function enterAsOperator(
  request: IncomingMessage,
  options: RouteOptions,
): Promise<Pick<Principal, 'identity' | 'appId'> | HttpAnswer> {
  if (headerKey(request) === undefined && isLocalCaller(request))
    return { identity: {}, appId: addressOf(request).searchParams.get('app_id') || undefined }
  const principal = await enter(request, options)
  if ('status' in principal || !principal.secret) return principal
  const message = 'A short-lived key is for conversations; this needs the key that minted it.'
  return refusalAnswer({ status: 403, message })
}

async function mintSecret(request: IncomingMessage, options: RouteOptions): Promise<HttpAnswer> {
  const principal = await enter(request, options)
  if ('status' in principal) return principal
  if (principal.secret)
    return refusalAnswer({ status: 403, message: 'A short-lived key cannot make another one.' })
  const body = await readJsonBody(request)
  if (!body) return refusalAnswer({ status: 400, message: `The body must be ${JSON_BODY}.` })
  const { session = {}, identity = {}, unlocked = false, expires_after: after = {} } = body as SecretRequest
  const fault = identityFault(identity)
  if (fault) return refusalAnswer({ status: 400, message: fault })
  try {
    const content = { parent: principal.keyId, appId: principal.appId, unlocked: unlocked === true }
    const { value, expiresAt } = options.secrets.mint(
      { ...content, identity: narrowed(principal.identity, identity), session },
      lifeSeconds(after?.seconds),
    )
    const shown = options.describeSession(session, { ...principal, expiresAt })
    if (value.length > MAX_SECRET_CHARS) {
      return refusalAnswer({
        status: 400,
        message: 'Session and identity are too big for a key that travels in a header.',
      })
    }
    return { status: 200, body: { value, expires_at: expiresAt, session: shown } }
  } catch (error) {
    return refusalAnswer({ status: 400, message: error instanceof Error ? error.message : String(error) })
  }
}

interface SecretRequest {
  session?: Record<string, unknown>
  identity?: Identity
  unlocked?: boolean
  expires_after?: { seconds?: number }
}

/** The identity of a new key: that of its creator and members of the request, which change nothing that it has. */
function narrowed(own: Identity, asked: Identity): Identity {
  const deny = [...(own.deny ?? []), ...(asked.deny ?? [])]
  // A validator may return members that are undefined.
  return {
    ...withDefaults(asked, own),
    ...((own.variables || asked.variables) && { variables: { ...asked.variables, ...own.variables } }),
    ...(deny.length > 0 && { deny }),
  }
}

const NO_SESSION = { status: 404, message: 'There is no such session of this key.' }

async function eraseSession(request: IncomingMessage, options: RouteOptions): Promise<HttpAnswer> {
  const principal = await enter(request, options)
  if ('status' in principal) return principal
  const id = addressOf(request).pathname.slice('/v1/sessions/'.length)
  if (!isSessionId(id)) return refusalAnswer(NO_SESSION)
  const erased = await options.sessions.endOf(id, { ...principal, resumeToken: resumeTokenOf(request) })
  const wasRecorded = await options.recordings?.erase(id, principal.openerId)
  if (erased === 'ended' || (erased === 'unknown' && wasRecorded)) return { status: 204, body: null }
  return refusalAnswer(
    erased === 'unknown'
      ? NO_SESSION
      : { status: 503, message: 'The store of sessions cannot be reached. Try again.', retryAfterSeconds: 2 },
  )
}

async function showTools(request: IncomingMessage, options: RouteOptions): Promise<HttpAnswer> {
  const principal = await enterAsOperator(request, options)
  if ('status' in principal) return principal
  const tools = options.toolsFor(principal.identity, principal.appId)
  const question = options.playground?.question?.()
  return answerTools(request, { path: addressOf(request).pathname, tools, question })
}

async function showMetrics(request: IncomingMessage, options: RouteOptions): Promise<HttpAnswer> {
  const principal = await enterAsOperator(request, options)
  if ('status' in principal) return principal
  return { status: 200, body: { text: options.metrics.render(), type: 'text/plain; version=0.0.4' } }
}

const TOOLS_PATH = '/v1/tools'
const DRY_RUN = /^\/v1\/tools\/([A-Za-z0-9_-]{1,64})\/dry-run$/

export function isToolsPath(path: string): boolean {
  return path === TOOLS_PATH || DRY_RUN.test(path)
}

/** Answers with the list of tools, or with the request that one tool would send, secrets masked. That request is never sent. */
export async function answerTools(
  request: IncomingMessage,
  { path, tools, question }: { path: string; tools: readonly ToolFunction[]; question?: string | undefined },
): Promise<HttpAnswer> {
  const name = DRY_RUN.exec(path)?.[1]
  if (name === undefined)
    return request.method === 'GET'
      ? { status: 200, body: { tools: tools.map(shownTool), question } }
      : onlyFor('GET')
  if (request.method !== 'POST') return onlyFor('POST')
  const tool = tools.find((one) => one.name === name)
  if (!tool) return refusalAnswer({ status: 404, message: `There is no tool "${name}".` })
  const input = await readJsonBody(request)
  if (!input)
    return refusalAnswer({
      status: 400,
      message: `The body must be the input of the tool: ${JSON_BODY}.`,
    })
  return dryRun(tool, input as JsonObject)
}

function dryRun(tool: ToolFunction, input: JsonObject): HttpAnswer {
  if (!tool.dryRun)
    return refusalAnswer({
      status: 400,
      message: `"${tool.name}" is a function of the server and sends no request.`,
    })
  try {
    return { status: 200, body: tool.dryRun(input) }
  } catch (error) {
    return refusalAnswer({ status: 400, message: messageOf(error) })
  }
}

function shownTool({ name, description, parameters, annotations, definition, dryRun }: ToolFunction): object {
  return {
    name,
    description,
    parameters,
    annotations,
    method: definition?.method ?? null,
    path: definition?.path ?? null,
    folder: definition?.folder ?? [],
    dryRun: dryRun !== undefined,
  }
}

function onlyFor(method: string): HttpAnswer {
  return refusalAnswer({ status: 405, message: `Only ${method} is answered here.` })
}

interface UpgradeProbeOptions {
  access: Access
  admissions: Admissions
}

/** Says why an upgrade was refused, which browsers hide from pages, or 426 if it would succeed. It counts in no quota. */
async function probeUpgrade(request: IncomingMessage, options: UpgradeProbeOptions): Promise<HttpAnswer> {
  const answer = await answerFor(request, options)
  return { ...answer, headers: { ...answer.headers, ...probeHeaders(request, options) } }
}

export function probeHeaders(
  request: IncomingMessage,
  { access }: Pick<UpgradeProbeOptions, 'access'>,
): Record<string, string> {
  const allowed = { methods: 'GET', headers: 'Authorization, Voice-Resume' }
  return corsHeaders(access.origins.allowedOrigin(request), allowed)
}

async function answerFor(
  request: IncomingMessage,
  { access, admissions }: UpgradeProbeOptions,
): Promise<HttpAnswer> {
  const principal = headerKey(request) === undefined ? undefined : await access.enter(request)
  if (principal && 'status' in principal) return refusalAnswer(principal)
  const address = access.addressOf(request)
  const wanted = { ...readUpgradeRequest(request), resumeToken: resumeTokenOf(request) }
  const refused = principal && admissions.refusalOf({ principal, address }, wanted)
  if (refused) return refusalAnswer(refused)
  const refusal = { status: 426, message: 'This is a WebSocket address. Connect to it with ws:// or wss://.' }
  return { ...refusalAnswer(refusal), headers: { Upgrade: 'websocket' } }
}

const NAMES: Record<string, string> = {
  '/voice-sdk.js': 'voice-sdk.js',
  '/voice-worklet.js': 'voice-worklet.js',
}

/** Folders with the browser client: next to this file in a build, `dist` when running from source. */
const FOLDERS = ['./client/', '../client/', '../../../dist/client/']

interface ClientFile {
  text: Buffer
  zipped: Buffer
  etag: string
  type: string
}

const files = new Map<string, Promise<ClientFile>>()

/** Serves the client's files to any origin, as Subresource Integrity needs; false for other paths. */
async function sendClientFile(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const [path = ''] = (request.url ?? '').split('?')
  if (!['GET', 'HEAD'].includes(request.method ?? '') || !isClientPath(path)) return false
  const loading = files.get(path) ?? load(path)
  files.set(path, loading)
  const file = await loading.catch(() => undefined)
  if (!file) files.delete(path)
  else send(request, response, file)
  return file !== undefined
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { text, zipped, etag, type }: ClientFile,
): void {
  const zips = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  const body = zips ? zipped : text
  const isKnown = (request.headers['if-none-match'] ?? '').includes(etag)
  response.writeHead(isKnown ? 304 : 200, {
    ETag: `"${etag}"`,
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    'X-Content-Type-Options': 'nosniff',
    Vary: 'Accept-Encoding',
    ...(!isKnown && {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Length': body.length,
      ...(zips && { 'Content-Encoding': 'gzip' }),
    }),
  })
  response.end(isKnown || request.method === 'HEAD' ? undefined : body)
}

const TEXTS = /^\/voice-texts\/([a-z]{2})\.json$/

const isClientPath = (path: string) => Object.hasOwn(NAMES, path) || textsAt(path) !== undefined

function textsAt(path: string): string | undefined {
  const code = TEXTS.exec(path)?.[1]
  // A client asks for the language of its page, whichever that is, and an error would stand in the console of the page.
  return code && JSON.stringify(dataOf(code)?.overlay ?? { language: 'en' })
}

async function load(path: string): Promise<ClientFile> {
  const texts = textsAt(path)
  const text = texts === undefined ? await readFile(pathOf(NAMES[path]!)) : Buffer.from(texts)
  const type = texts === undefined ? 'text/javascript' : 'application/json'
  const etag = createHash('sha256').update(text).digest('base64url').slice(0, 22)
  return { text, zipped: await promisify(gzip)(text, { level: 9 }), etag, type }
}

function pathOf(name: string): string {
  const paths = FOLDERS.map((folder) => fileURLToPath(new URL(folder + name, import.meta.url)))
  return paths.find(existsSync) ?? paths[0]!
}

const ALWAYS = ['/healthz', '/readyz', '/metrics', AG_UI_PATH]
const OF_PLAYGROUND = ['/', '/playground.js', '/playground.css']

/** Whether this server answers a path; others go on to the routes beside it. */
export function isOwnPath(path: string, offers: { playground: boolean; mcp: boolean }): boolean {
  if (ALWAYS.includes(path) || isClientPath(path) || isRealtimePath(path) || isCallPath(path)) return true
  if (path.endsWith('/realtime/client_secrets') || path.startsWith('/v1/sessions/')) return true
  if (path === MCP_PATH) return offers.mcp
  return offers.playground && (OF_PLAYGROUND.includes(path) || isToolsPath(path))
}
