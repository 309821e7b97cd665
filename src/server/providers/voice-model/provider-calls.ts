import { ModelError } from '../../model/model-error.js'
import type { ProviderCall, ProviderCalls } from '../../model/voice-model.js'
import { failedModel } from '../provider-failure.js'
import type { VoiceModelOptions } from './model-socket.js'

const WITHIN_MS = 10_000
/** The SIP status with which a call is declined. */
const DECLINED = 603

/** The calls of a provider at `path`, such as `/realtime/calls`. */
export class HttpCalls implements ProviderCalls {
  readonly announcedBy: string
  readonly #model: VoiceModelOptions
  readonly #path: string

  constructor(model: VoiceModelOptions, { path, announcedBy }: { path: string; announcedBy: string }) {
    this.#model = model
    this.#path = path
    this.announcedBy = announcedBy
  }

  /** Accepts an announced call with the settings of its session; other calls need it not. Rejects with a `ModelError`. */
  accept(call: ProviderCall | undefined, session: object): Promise<void> | undefined {
    return call?.state === 'announced' ? this.#post(call.id, { action: 'accept', body: session }) : undefined
  }

  async end(callId: string, action: 'reject' | 'hangup'): Promise<void> {
    await this.#post(callId, { action, ...(action === 'reject' && { body: { status_code: DECLINED } }) })
  }

  async #post(callId: string, { action, body }: { action: string; body?: object }): Promise<void> {
    const { name: model, baseUrl, apiKey } = this.#model
    const url = `${baseUrl}${this.#path}/${encodeURIComponent(callId)}/${action}`
    const headers = { ...this.#model.headers, ...(body && { 'content-type': 'application/json' }) }
    const response = await fetch(url, {
      ...{ method: 'POST', headers, redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) },
      ...(body && { body: JSON.stringify(body) }),
    }).catch((cause: Error) => {
      throw new ModelError('unreachable', { model, message: cause.message, cause })
    })
    const text = await response.text().catch(() => '')
    if (response.ok) return
    const { status, headers: answered } = response
    throw failedModel({
      ...{ model, apiKey, status, headers: answered, body: text },
      message: `HTTP ${status} to ${action} the call`,
    })
  }
}
