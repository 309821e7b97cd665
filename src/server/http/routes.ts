import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '../../errors.js'
import type { Logger } from '../../ports.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type Identity, identityFault } from '../model/identity.js'
import type { Recordings } from '../recording/recordings.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { Access } from './access.js'
import { type Answer, isUnknownApp, JSON_BODY, readJsonBody, refusalAnswer, sendAnswer } from './answer.js'
import { askBeforeUpgrade, probeHeaders } from './ask-before-upgrade.js'
import { sendClientFile } from './client-file.js'
import type { ClientSecrets } from './client-secrets.js'
import type { Principal } from './gate.js'
import { isLocalCaller } from './local-caller.js'
import { type PlaygroundOptions, playgroundFile } from './playground.js'
import { answerTools, isToolsPath } from './tool-desk.js'
import { addressOf, bearerKey, isRealtimePath, isSessionId, resumeTokenOf } from './upgrade-request.js'

/** What the routes may use. */
export interface RouteOptions {
  access: Access
  secrets: ClientSecrets
  sessions: SessionStore
  metrics: Metrics
  /** Absent where nothing is recorded. */
  recordings: Recordings | undefined
  logger: Logger
  draining: () => boolean
  /** Set where the playground is shown. */
  playground: PlaygroundOptions | undefined
  /** The tools as one identity has them. */
  toolsFor: (identity: Identity, appId: string | undefined) => readonly ToolFunction[]
  /** The session a short-lived key begins with, for whoever mints it. Throws for settings that are wrong. */
  describeSession: (settings: Record<string, unknown>, owner: Principal & { expiresAt: number }) => object
}

/** A secret lives ten minutes unless asked otherwise, two hours at most, as with OpenAI. */
const SECRET_SECONDS = { default: 600, min: 10, max: 7_200 }
/** Headers beyond this are cut off by many servers and proxies, and the key travels in one. */
const MAX_SECRET_CHARS = 6_000

/** Answers plain HTTP: health, short-lived keys, erasing a session, metrics. */
export async function answerRequest(
  request: IncomingMessage,
  response: ServerResponse,
  options: RouteOptions,
): Promise<void> {
  if (await sendClientFile(request, response)) return
  const answer = await route(request, options).catch((error: unknown): Answer => {
    if (isUnknownApp(error)) return refusalAnswer({ status: 404, message: error.message })
    // A client that hangs up in the middle of its body lands here, too.
    options.logger.warn('request failed', { error: messageOf(error) })
    return refusalAnswer({ status: 500, message: 'The request could not be answered.' })
  })
  sendAnswer(response, { ...answer, headers: { ...corsHeaders(request, options), ...answer.headers } })
}

/** Open to every page: they say nothing about anybody. */
const HEALTH_PATHS = ['/healthz', '/readyz']

async function route(request: IncomingMessage, options: RouteOptions): Promise<Answer> {
  const { pathname } = addressOf(request)
  const { method } = request
  const foreign = HEALTH_PATHS.includes(pathname) ? undefined : options.access.origins.refusal(request)
  if (foreign) return refusalAnswer(foreign)
  if (method === 'OPTIONS') return preflight(request, options)
  if (method === 'POST' && pathname.endsWith('/realtime/client_secrets')) return mintSecret(request, options)
  if (method === 'DELETE' && pathname.startsWith('/v1/sessions/')) return eraseSession(request, options)
  if (options.playground && isToolsPath(pathname)) return showTools(request, options)
  if (method !== 'GET' && method !== 'HEAD')
    return refusalAnswer({ status: 405, message: 'Only GET is answered here.' })
  if (pathname === '/healthz') return { status: 200, body: { status: 'ok' } }
  if (pathname === '/readyz') return readiness(options)
  if (pathname === '/metrics') return showMetrics(request, options)
  const page = options.playground && playgroundFile(request, { path: pathname, ...options.playground })
  if (page) return page
  if (isRealtimePath(pathname)) return askBeforeUpgrade(request, options)
  const message = `There is nothing at ${pathname}. WebSockets are at /ws and /v1/realtime.`
  return refusalAnswer({ status: 404, message })
}

function preflight(request: IncomingMessage, options: RouteOptions): Answer {
  const isProbe = isRealtimePath(addressOf(request).pathname)
  return { status: 204, body: null, ...(isProbe && { headers: probeHeaders(request, options) }) }
}

function readiness({ draining, sessions }: RouteOptions): Answer {
  const { problem, size } = sessions
  const status = draining() ? 'draining' : problem === undefined ? 'ready' : 'store unreachable'
  return {
    status: status === 'ready' ? 200 : 503,
    body: { status, sessions: size, ...(problem !== undefined && { message: problem }) },
  }
}

async function enter(request: IncomingMessage, { access }: RouteOptions): Promise<Principal | Answer> {
  const principal = await access.enter(request)
  return 'status' in principal ? refusalAnswer(principal) : principal
}

/** For what a service shows to its operator: a caller of this machine needs no key, and a short-lived key, which is for one user, opens nothing. */
async function enterAsOperator(
  request: IncomingMessage,
  options: RouteOptions,
): Promise<Pick<Principal, 'identity' | 'appId'> | Answer> {
  if (bearerKey(request) === undefined && isLocalCaller(request))
    return { identity: {}, appId: addressOf(request).searchParams.get('app_id') || undefined }
  const principal = await enter(request, options)
  if ('status' in principal || !principal.secret) return principal
  const message = 'A short-lived key is for conversations; this needs the key that minted it.'
  return refusalAnswer({ status: 403, message })
}

async function mintSecret(request: IncomingMessage, options: RouteOptions): Promise<Answer> {
  const principal = await enter(request, options)
  if ('status' in principal) return principal
  if (principal.secret)
    return refusalAnswer({ status: 403, message: 'A short-lived key cannot make another one.' })
  const body = await readJsonBody(request)
  if (!body) return refusalAnswer({ status: 400, message: `The body must be ${JSON_BODY}.` })
  const { session = {}, identity = {}, unlocked = false, expires_after: after = {} } = body as SecretRequest
  const fault = identityFault(identity)
  if (fault) return refusalAnswer({ status: 400, message: fault })
  const seconds = Math.min(
    Math.max(after?.seconds ?? SECRET_SECONDS.default, SECRET_SECONDS.min),
    SECRET_SECONDS.max,
  )
  try {
    const content = { parent: principal.keyId, appId: principal.appId, unlocked: unlocked === true }
    const { value, expiresAt } = options.secrets.mint(
      { ...content, identity: narrowed(principal.identity, identity), session },
      Number.isFinite(seconds) ? seconds : SECRET_SECONDS.default,
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

/** The identity of a minted key: what the minting key is bound to stays, the request may only add to it. */
function narrowed(own: Identity, asked: Identity): Identity {
  const deny = [...(own.deny ?? []), ...(asked.deny ?? [])]
  return {
    ...asked,
    ...own,
    ...((own.variables || asked.variables) && { variables: { ...asked.variables, ...own.variables } }),
    ...(deny.length > 0 && { deny }),
  }
}

const NO_SESSION = { status: 404, message: 'There is no such session of this key.' }

async function eraseSession(request: IncomingMessage, options: RouteOptions): Promise<Answer> {
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

async function showTools(request: IncomingMessage, options: RouteOptions): Promise<Answer> {
  const principal = await enterAsOperator(request, options)
  if ('status' in principal) return principal
  const tools = options.toolsFor(principal.identity, principal.appId)
  const question = options.playground?.question?.()
  return answerTools(request, { path: addressOf(request).pathname, tools, question })
}

async function showMetrics(request: IncomingMessage, options: RouteOptions): Promise<Answer> {
  const principal = await enterAsOperator(request, options)
  if ('status' in principal) return principal
  return { status: 200, body: { text: options.metrics.render(), type: 'text/plain; version=0.0.4' } }
}

/** Browsers on the list may read the answers. Without a list none from elsewhere may. */
function corsHeaders(request: IncomingMessage, { access }: RouteOptions): Record<string, string> {
  const origin = access.origins.namedOrigin(request)
  if (origin === undefined) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': 'GET, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Voice-Resume',
    Vary: 'Origin',
  }
}
