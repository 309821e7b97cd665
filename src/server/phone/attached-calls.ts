import { messageOf } from '../../errors.js'
import type { Agent } from '../agent/agent.js'
import { BEING_OPENED, type HttpAnswer, type HttpRefusal, NO_CALL } from '../http/http-answer.js'
import type { ProviderCalls } from '../model/voice-model.js'
import type { AnnouncedCall } from './carriers/carrier.js'
import { LineCall } from './line-call.js'
import {
  type CallRoad,
  type EnteredCaller,
  type MediaStreamsOptions,
  phonePrincipal,
} from './media-streams.js'

export type AttachedCallsOptions = Omit<MediaStreamsOptions, 'carrier' | 'tokens' | 'access'>

const DONE: HttpAnswer = { status: 200, body: null }

/** Calls whose audio stays at the provider of the voice model: sessions are attached to them. */
export class AttachedCalls implements CallRoad {
  readonly #options: AttachedCallsOptions

  constructor(options: AttachedCallsOptions) {
    this.#options = options
  }

  /** Answers a call, unless it is announced for another kind of model, or has been answered. */
  async connect(call: AnnouncedCall, caller: EnteredCaller): Promise<HttpAnswer> {
    const { agents, admissions, lines, clock, logger, metrics, maxCallMs, silenceMs } = this.#options
    const calls = callsFor(call, caller.agent)
    if (!calls) return DONE
    const principal = phonePrincipal(caller.principal)
    const wanted = { sessionId: undefined, resumeToken: undefined, transcribesOnly: false }
    const admission = await admissions.admitCaller(
      { principal, address: caller.address },
      { ...wanted, callId: call.id, isAnnounced: true },
    )
    if ('status' in admission) {
      logger.warn('call refused', { ...admission })
      return isTaken(admission) ? DONE : this.reject(call, caller.agent)
    }
    if (admission.joined) {
      admission.release()
      return DONE
    }
    metrics.count('voice_calls_total', { carrier: 'openai' })
    new LineCall({
      ...{ lines, clock, maxCallMs, silenceMs },
      admission: { ...admission, agent: agents.of(admission.agent) },
      onEnd: () => this.#end(calls, { id: call.id, action: 'hangup' }),
    })
    return DONE
  }

  reject(call: AnnouncedCall, agent: Agent | undefined): HttpAnswer {
    const calls = callsFor(call, agent)
    if (calls) this.#end(calls, { id: call.id, action: 'reject' })
    return DONE
  }

  #end(calls: ProviderCalls, { id, action }: { id: string; action: 'reject' | 'hangup' }): void {
    const { logger } = this.#options
    calls
      .end(id, action)
      .catch((error: unknown) => logger.debug('call not ended', { id, reason: messageOf(error) }))
  }
}

/** Whether a call has a session here, or gets one at this moment: a webhook may come twice. */
const isTaken = (refusal: HttpRefusal) => refusal === BEING_OPENED || refusal === NO_CALL

/** The calls of the agent's voice model, if this one was announced for it. */
function callsFor({ event }: AnnouncedCall, agent: Agent | undefined): ProviderCalls | undefined {
  const calls = agent?.speech?.voiceModel?.calls
  return calls?.announcedBy === event ? calls : undefined
}
