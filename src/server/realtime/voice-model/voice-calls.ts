import type { ModelMessage } from '../../model/language-model.js'
import type { VoiceLink } from '../../model/voice-model.js'

/** The result of a call that the reply never ran, because it was stopped before. */
const NOT_RUN = '{"isError":true,"content":"The call was cancelled before it ran. Nothing has happened."}'

interface KnownCall {
  providerId: string
  name: string
  /** The result that the model has; `undefined` while it waits for one. */
  output: string | undefined
}

/** The calls of a link with the results that its model has. A result that changes later follows as a message. */
export class VoiceCalls {
  readonly #known = new Map<string, KnownCall>()

  constructor(history: readonly ModelMessage[]) {
    for (const message of history) {
      if (message.role !== 'tool') continue
      const { callId, name, output } = message
      this.#known.set(callId, { providerId: callId, name, output })
    }
  }

  add(callId: string, call: Pick<KnownCall, 'providerId' | 'name'>): void {
    this.#known.set(callId, { ...call, output: undefined })
  }

  sendResults(link: VoiceLink, messages: readonly ModelMessage[]): void {
    const results = messages.filter((message) => message.role === 'tool')
    const outputs = new Map(results.map(({ callId, output }) => [callId, output]))
    for (const [callId, call] of this.#known) {
      const output = outputs.get(callId) ?? call.output ?? NOT_RUN
      if (output === call.output) continue
      if (call.output === undefined) link.result?.(call.providerId, output)
      else link.tell('system', `The result of the call of ${call.name} is now there: ${output}`)
      call.output = output
    }
  }
}
