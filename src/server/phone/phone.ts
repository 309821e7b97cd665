import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { messageOf } from '../../errors.js'
import type { Agent } from '../agent/agent.js'
import { defaultCallLimits } from '../defaults.js'
import type { Access } from '../http/access.js'
import {
  type HttpAnswer,
  type HttpRefusal,
  RESTARTING,
  readTextBody,
  refusalAnswer,
} from '../http/http-answer.js'
import { addressOf, fullUrlOf } from '../http/upgrade-request.js'
import type { Identity } from '../model/identity.js'
import { AttachedCalls } from './attached-calls.js'
import { PhoneAgents } from './call-course.js'
import type { AnnouncedCall, Announcer } from './carriers/carrier.js'
import { CARRIERS } from './carriers/carriers.js'
import { openai } from './carriers/openai.js'
import {
  type CallRoad,
  CallTokens,
  type EnteredCaller,
  MediaStreams,
  type MediaStreamsOptions,
} from './media-streams.js'
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
  readonly #agents: PhoneAgents
  readonly #announcer: Announcer
  readonly #road: CallRoad
  /** Absent if the audio of calls stays at the provider of the voice model. */
  readonly #streams: MediaStreams | undefined

  constructor(options: PhoneOptions, dependencies: PhoneDependencies) {
    const { carrier, greeting, maxCallMs, silenceMs } = options
    this.#options = options
    this.#dependencies = dependencies
    this.#agents = new PhoneAgents({ greeting })
    const common = {
      ...dependencies,
      agents: this.#agents,
      maxCallMs: maxCallMs ?? defaultCallLimits.maxCallMs,
      silenceMs: silenceMs ?? defaultCallLimits.silenceMs,
    }
    if (carrier === 'openai') {
      this.#announcer = openai
      this.#road = new AttachedCalls(common)
    } else {
      const tokens = new CallTokens(dependencies)
      this.#announcer = CARRIERS[carrier]
      this.#streams = new MediaStreams({ ...common, carrier: CARRIERS[carrier], tokens })
      this.#road = this.#streams
    }
  }

  isCallPath(path: string): boolean {
    return path === callPath(this.#options.carrier)
  }

  /** The app may be mounted below a path. Upgrades have this path too. */
  isMediaPath(path: string): boolean {
    return this.#streams !== undefined && path.endsWith(mediaPath(this.#options.carrier))
  }

  /** Connects an announced call to a session, or rejects it; refuses without a valid signature. */
  async answer(request: IncomingMessage): Promise<HttpAnswer> {
    const { access, clock, logger } = this.#dependencies
    const { name: carrier } = this.#announcer
    if (request.method !== 'POST') return refusalAnswer({ status: 405, message: POST_ONLY })
    if (request.readableEnded) return refusalAnswer({ status: 500, message: BODY_ALREADY_READ })
    const body = await readTextBody(request)
    if (body === undefined)
      return refusalAnswer({ status: 413, message: 'The body has more than 64 kB, the most it may.' })
    const url = publicAddress(request, { ...this.#options, access })
    const asked = { url, headers: request.headers, body }
    const { credential } = this.#options
    const address = access.addressOf(request)
    if (!this.#announcer.isSigned(asked, { credential, now: clock.now() })) {
      logger.warn('call with a wrong signature', { carrier, url, address })
      return refusalAnswer({ status: 403, message: `The signature of ${carrier} for ${url} is wrong.` })
    }
    const call = this.#announcer.callOf(asked)
    if (!call) return refusalAnswer({ status: 400, message: 'This request announces no call.' })
    const appId = addressOf(request).searchParams.get('app_id') || undefined
    const entered = await this.#letIn(call, appId)
    if (!('status' in entered)) return this.#road.connect(call, { ...entered, url, address, appId })
    logger.warn('call rejected', { carrier, ...entered })
    return this.#road.reject(call, this.#agentFor({}, appId))
  }

  receive(request: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#streams?.receive(request, socket, head)
  }

  close(): void {
    this.#streams?.close()
  }

  async #letIn(
    { from, to }: AnnouncedCall,
    appId: string | undefined,
  ): Promise<Pick<EnteredCaller, 'principal' | 'agent'> | HttpRefusal> {
    const { access, admissions } = this.#dependencies
    if (admissions.draining) return RESTARTING
    const principal = await access.enterCall({ from, to, carrier: this.#announcer.name }, appId)
    if ('status' in principal) return principal
    const agent = this.#agentFor(principal.identity, principal.appId)
    if (!agent) return { status: 404, message: 'There is no agent for this call.' }
    this.#agents.prepare(agent)
    return { principal, agent }
  }

  /** `undefined` if the app id of a call has no agent. */
  #agentFor(identity: Identity, appId: string | undefined): Agent | undefined {
    try {
      return this.#dependencies.agentFor(identity, appId)
    } catch (error) {
      this.#dependencies.logger.warn('no agent for a call', { error: messageOf(error) })
      return undefined
    }
  }
}

const POST_ONLY = 'Carriers announce calls with POST; set the method of the webhook to POST.'
const BODY_ALREADY_READ =
  'The body of this request was read before: mount the app before any body parser, because signatures need the body as it came.'

/** The URL to which a carrier sent a request; the path of `publicUrl` is that of a mounted app. */
function publicAddress(
  request: IncomingMessage,
  { publicUrl, access }: Pick<PhoneOptions, 'publicUrl'> & { access: Access },
): string {
  if (publicUrl === undefined) return access.urlOf(request)
  const hasPath = /^\w+:\/\/[^/]+\/./.test(publicUrl)
  return trimSlash(publicUrl) + (hasPath ? (request.url ?? '/') : fullUrlOf(request))
}

const trimSlash = (url: string) => (url.endsWith('/') ? url.slice(0, -1) : url)
