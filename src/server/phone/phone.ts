import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Agent } from '../agent/agent.js'
import { defaultCallLimits } from '../defaults.js'
import type { Access } from '../http/access.js'
import type { Principal } from '../http/authenticator.js'
import {
  type HttpAnswer,
  type HttpRefusal,
  RESTARTING,
  readTextBody,
  refusalAnswer,
} from '../http/http-answer.js'
import { addressOf, fullUrlOf } from '../http/upgrade-request.js'
import type { Identity } from '../model/identity.js'
import { PhoneAgents } from './call-course.js'
import type { AnnouncedCall, Carrier } from './carriers/carrier.js'
import { CARRIERS } from './carriers/carriers.js'
import { CallTokens, MediaStreams, type MediaStreamsOptions } from './media-streams.js'
import { callPath, mediaPath, type PhoneOptions } from './phone-options.js'

interface PhoneDependencies
  extends Pick<MediaStreamsOptions, 'access' | 'admissions' | 'lines' | 'metrics' | 'logger' | 'clock'> {
  agentFor: (identity: Identity, appId: string | undefined) => Agent
  /** The key that signs the tokens of media streams. It must be the same on all servers that share the calls. */
  secret: string | undefined
}

export class Phone {
  readonly #options: PhoneOptions
  readonly #dependencies: PhoneDependencies
  readonly #tokens: CallTokens
  readonly #agents: PhoneAgents
  readonly #streams: MediaStreams

  constructor(options: PhoneOptions, dependencies: PhoneDependencies) {
    const { carrier, greeting, maxCallMs, silenceMs } = options
    this.#options = options
    this.#dependencies = dependencies
    this.#tokens = new CallTokens(dependencies)
    this.#agents = new PhoneAgents({ greeting })
    this.#streams = new MediaStreams({
      ...dependencies,
      carrier: CARRIERS[carrier],
      tokens: this.#tokens,
      agents: this.#agents,
      maxCallMs: maxCallMs ?? defaultCallLimits.maxCallMs,
      silenceMs: silenceMs ?? defaultCallLimits.silenceMs,
    })
  }

  isCallPath(path: string): boolean {
    return path === callPath(this.#options.carrier)
  }

  /** The app may be mounted below a path. Upgrades have this path too. */
  isMediaPath(path: string): boolean {
    return path.endsWith(mediaPath(this.#options.carrier))
  }

  answer(request: IncomingMessage): Promise<HttpAnswer> {
    const { credential, publicUrl, carrier } = this.#options
    const { access, admissions, clock, logger, agentFor } = this.#dependencies
    return answerCall(request, {
      access,
      clock,
      logger,
      credential,
      publicUrl,
      tokens: this.#tokens,
      carrier: CARRIERS[carrier],
      draining: () => admissions.draining,
      onCall: ({ identity, appId }) => this.#agents.prepare(agentFor(identity, appId)),
    })
  }

  receive(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#streams.receive(request, socket, head)
  }

  close(): void {
    this.#streams.close()
  }
}

interface AnswerCallOptions extends Pick<PhoneOptions, 'credential' | 'publicUrl'> {
  carrier: Carrier
  access: Access
  tokens: CallTokens
  draining: () => boolean
  /** Called for each admitted caller, before the audio starts. Throws if the app id of the call has no agent. */
  onCall: (principal: Principal) => void
  clock: Clock
  logger: Logger
}

/** Connects an announced call to a media stream here, or rejects it; refuses without a valid signature. */
async function answerCall(request: IncomingMessage, options: AnswerCallOptions): Promise<HttpAnswer> {
  const { carrier, access, tokens, credential, clock, logger } = options
  if (request.method !== 'POST') return refusalAnswer({ status: 405, message: POST_ONLY })
  if (request.readableEnded) return refusalAnswer({ status: 500, message: BODY_TAKEN })
  const body = await readTextBody(request)
  if (body === undefined)
    return refusalAnswer({ status: 413, message: 'The body has more than 64 kB, the most it may.' })
  const url = publicAddress(request, options)
  const asked = { url, headers: request.headers, body }
  if (!carrier.isSigned(asked, { credential, now: clock.now() })) {
    logger.warn('call with a wrong signature', {
      carrier: carrier.name,
      url,
      address: access.addressOf(request),
    })
    return refusalAnswer({ status: 403, message: `The signature of ${carrier.name} for ${url} is wrong.` })
  }
  const call = carrier.callOf(asked)
  if (!call) return refusalAnswer({ status: 400, message: 'This request announces no call.' })
  const appId = addressOf(request).searchParams.get('app_id') || undefined
  const entered = options.draining() ? RESTARTING : await letIn(call, { ...options, appId })
  if ('status' in entered) {
    logger.warn('call rejected', { carrier: carrier.name, ...entered })
    return carrier.reject()
  }
  const token = tokens.mint({ ...call, carrier: carrier.name, appId })
  return carrier.connect({ url: mediaAddress(url, carrier), token })
}

async function letIn(
  { from, to }: AnnouncedCall,
  { carrier, access, appId, onCall }: AnswerCallOptions & { appId: string | undefined },
): Promise<Principal | HttpRefusal> {
  const entered = await access.enterCall({ from, to, carrier: carrier.name }, appId)
  if ('status' in entered) return entered
  try {
    onCall(entered)
    return entered
  } catch (error) {
    return { status: 404, message: messageOf(error) }
  }
}

const POST_ONLY = 'Carriers announce calls with POST; set the method of the webhook to POST.'
const BODY_TAKEN =
  'The body of this request was read before: mount the app before any body parser, because signatures need the body as it came.'

/** The URL to which a carrier sent a request; the path of `publicUrl` is that of a mounted app. */
function publicAddress(
  request: IncomingMessage,
  { publicUrl, access }: Pick<AnswerCallOptions, 'publicUrl' | 'access'>,
): string {
  if (publicUrl === undefined) return access.urlOf(request)
  const hasPath = /^\w+:\/\/[^/]+\/./.test(publicUrl)
  return trimSlash(publicUrl) + (hasPath ? (request.url ?? '/') : fullUrlOf(request))
}

const trimSlash = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url)

/** The WebSocket URL beside the one of the announcement, without a query, which carriers refuse. */
function mediaAddress(url: string, { name }: Carrier): string {
  const [start = ''] = url.split('?')
  const base = start.slice(0, start.lastIndexOf('/phone/'))
  return base.replace(/^http/, 'ws') + mediaPath(name)
}
