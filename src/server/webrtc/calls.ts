import { messageOf } from '../../errors.js'
import type { Clock, Logger } from '../../ports.js'
import type { Admission } from '../http/admissions.js'
import { mayControl, type Principal } from '../http/authenticator.js'
import type { HttpRefusal } from '../http/http-answer.js'
import type { LineTransport } from '../lines/line.js'
import type { Lines } from '../lines/lines.js'
import { ProtocolError } from '../realtime/protocol-error.js'
import { Call, type CallLimits } from './call.js'
import { loadWebRtc, type WebRtcPackages } from './packages.js'
import type { WebRtcOptions } from './webrtc-options.js'

export interface CallsOptions {
  lines: Lines
  network: WebRtcOptions
  limits: CallLimits
  clock: Clock
  logger: Logger
  newId: (prefix: string) => string
  /** Loads the optional packages. @default loadWebRtc */
  load?: () => Promise<WebRtcPackages>
}

export interface CallRequest {
  /** The SDP offer. `offerFault` must have accepted it. */
  offer: string
  /** Initial settings of the session. They are checked like those of `session.update`. */
  settings: Record<string, unknown> | undefined
  localAddress: string | undefined
  callerAddress: string
  toolEvents: boolean
}

export interface AnsweredCall {
  id: string
  answer: string
}

/** The WebRTC calls of a server. Before the first call, no package is loaded and no port is open. */
export class Calls {
  readonly #options: CallsOptions
  readonly #calls = new Map<string, { call: Call; owner: Principal }>()

  constructor(options: CallsOptions) {
    this.#options = options
  }

  /** Answers a call. `admission` is released when the call ends or cannot be answered. */
  async open(admission: Admission, request: CallRequest): Promise<AnsweredCall | HttpRefusal> {
    const { load = loadWebRtc, logger } = this.#options
    let packages: WebRtcPackages
    try {
      packages = await load()
    } catch (error) {
      admission.release()
      logger.error('no WebRTC', { error: messageOf(error) })
      return { status: 501, message: messageOf(error) }
    }
    return this.#answer(this.#create(admission, { packages, request }), request)
  }

  /** The call with this id; `undefined` if the given key may not control it (`mayControl`). */
  find(id: string, principal: Principal): Call | undefined {
    const { call, owner } = this.#calls.get(id) ?? {}
    return owner && mayControl(owner, principal) ? call : undefined
  }

  #create(
    admission: Admission,
    { packages, request }: { packages: WebRtcPackages; request: CallRequest },
  ): Call {
    const { lines, newId, ...options } = this.#options
    const id = newId('rtc')
    const { localAddress, callerAddress, toolEvents } = request
    const call = new Call({
      ...options,
      id,
      packages,
      localAddress,
      callerAddress,
      toolEvents,
      hasEvents: admission.resumed === undefined,
      openLine: (transport: LineTransport) => lines.open(admission, transport),
      onClose: () => this.#calls.delete(id),
    })
    this.#calls.set(id, { call, owner: admission.principal })
    return call
  }

  async #answer(call: Call, { offer, settings }: CallRequest): Promise<AnsweredCall | HttpRefusal> {
    try {
      const { session } = call.line
      if (settings) session.config.update(settings)
      session.speech.configure()
      return { id: call.id, answer: await call.answer(offer) }
    } catch (error) {
      call.hangUp()
      if (error instanceof ProtocolError) return { status: 400, message: error.message }
      return { status: 400, message: `The SDP cannot be answered: ${messageOf(error).slice(0, 200)}.` }
    }
  }
}
