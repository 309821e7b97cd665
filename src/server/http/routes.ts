import type { IncomingMessage, ServerResponse } from 'node:http'
import { messageOf } from '../../errors.js'
import type { Logger } from '../../ports.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type Identity, identityFault } from '../model/identity.js'
import { withDefaults } from '../model/with-defaults.js'
import type { Recordings } from '../recording/recordings.js'
import type { SessionStore } from '../sessions/session-store.js'
import type { Metrics } from '../telemetry/metrics.js'
import type { Access } from './access.js'
import type { Principal } from './authenticator.js'
import { answerCalls, type CallRouteOptions, callHeaders, isCallPath } from './call-routes.js'
import { sendClientFile } from './client-file.js'
import { type ClientSecrets, lifeSeconds } from './client-secrets.js'
import {
  type HttpAnswer,
  isUnknownApp,
  JSON_BODY,
  readJsonBody,
  refusalAnswer,
  sendAnswer,
} from './http-answer.js'
import { isLocalCaller } from './local-caller.js'
import { corsHeaders } from './origin-policy.js'
import { type PlaygroundOptions, playgroundFile } from './playground.js'
import { probeHeaders, probeUpgrade } from './probe-upgrade.js'
import { answerTools, isToolsPath } from './tool-routes.js'
import { addressOf, headerKey, isRealtimePath, isSessionId, resumeTokenOf } from './upgrade-request.js'

export interface PhoneRoute {
  isCallPath(path: string): boolean
  answer(request: IncomingMessage): Promise<HttpAnswer>
}

export interface RouteOptions extends CallRouteOptions {
  access: Access
  secrets: ClientSecrets
  sessions: SessionStore
  metrics: Metrics
  recordings: Recordings | undefined
  logger: Logger
  draining: () => boolean
  phone: PhoneRoute | undefined
  playground: PlaygroundOptions | undefined
  toolsFor: (identity: Identity, appId: string | undefined) => readonly ToolFunction[]
  /**
   * Describes the initial session of a short-lived key, for the response that returns the key. Throws for invalid
   * settings.
   */
  describeSession: (settings: Record<string, unknown>, owner: Principal & { expiresAt: number }) => object
}

/** Maximum length of a short-lived key. It is sent in a header, and many servers and proxies cut off longer headers. */
const MAX_SECRET_CHARS = 6_000

/**
 * Answers plain HTTP requests: health, metrics, short-lived keys, deletion of a session, WebRTC calls, telephone calls
 * and the playground.
 */
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

/**
 * The response to a request with a wrong method. Older clients use paths of the beta protocol, such as `POST
 * /v1/realtime/sessions`. So for paths of the Realtime API, the message names the present methods and paths.
 */
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

/**
 * Authenticates an operator; a client on this machine needs no key. A short-lived key is refused, because it belongs to
 * one user.
 */
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

/**
 * The identity of a new short-lived key: the identity of the key that creates it, with members from the request added.
 * The request cannot change what the creating key has.
 */
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
