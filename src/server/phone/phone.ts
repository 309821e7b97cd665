import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Agent } from '../agent/agent.js'
import { defaultCallLimits } from '../defaults.js'
import type { HttpAnswer } from '../http/http-answer.js'
import type { Identity } from '../model/identity.js'
import { answerCall } from './answer-call.js'
import { CallTokens } from './call-tokens.js'
import { CARRIERS } from './carriers/carriers.js'
import { MediaStreams, type MediaStreamsOptions } from './media-streams.js'
import { PhoneAgents } from './phone-agent.js'
import { callPath, mediaPath, type PhoneOptions } from './phone-options.js'

export interface PhoneDependencies
  extends Pick<MediaStreamsOptions, 'access' | 'admissions' | 'lines' | 'metrics' | 'logger' | 'clock'> {
  /** Returns the agent for a caller. Throws `unknown-app` if there is no agent for the app id. */
  agentFor: (identity: Identity, appId: string | undefined) => Agent
  /** The key that signs the tokens of media streams. It must be the same on all servers that share the calls. */
  secret: string | undefined
}

/** Handles the telephone calls of a server. All calls come from one carrier. */
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
