import type { ModelError } from '../../model/model-error.js'
import type { VoiceEvent, VoiceFormat } from '../../model/voice-model.js'
import { bytesPerMs, newId } from './model-socket.js'

/** A sample above this level, of 32,767, is speech. Silence of the model is digital, or close to it. */
const LOUD = 60
/** After this silence, in milliseconds, the model has ended what it said. */
const QUIET_MS = 800
/** If the model says nothing in this time after it was told to, it has chosen to be silent. */
const SILENT_MS = 6_000

export interface LiveSpeechOptions {
  format: VoiceFormat
  take: (event: VoiceEvent) => void
}

/**
 * Finds in the output of a model what it says: the output never ends, and is silence between utterances. While a sentence
 * of the agent waits or is spoken, all audio belongs to that sentence.
 */
export class LiveSpeech {
  readonly #options: LiveSpeechOptions
  /** What is being said. `isOwn`: the model says it by itself. */
  #open: { id: string; isOwn: boolean } | undefined
  #quietMs = 0
  /** Sentences of the agent in order, until they are spoken. */
  #sayings: { id: string; isAccepted: boolean; silentMs: number }[] = []

  constructor(options: LiveSpeechOptions) {
    this.#options = options
  }

  /** The agent has told the model to say something. */
  expect(sayId: string): void {
    this.#closeOwn()
    this.#sayings.push({ id: sayId, isAccepted: false, silentMs: 0 })
  }

  /** The model has the sentence, and says it next. */
  accepted(sayId: string): void {
    const saying = this.#sayings.find(({ id }) => id === sayId)
    if (saying) saying.isAccepted = true
  }

  /** Whatever the model says from now on, it says by itself. */
  forget(): void {
    this.#sayings = []
    if (!this.#open || this.#open.isOwn) return
    this.#open.isOwn = true
    this.#options.take({ type: 'started' })
  }

  /** The model has refused a sentence. Returns false if the id is not one of a sentence. */
  fail(sayId: string, failed: ModelError): boolean {
    const count = this.#sayings.length
    this.#sayings = this.#sayings.filter(({ id }) => id !== sayId)
    if (this.#sayings.length === count) return false
    this.#options.take({ type: 'said', sayId, failed })
    return true
  }

  /** Words of the output, which come before their audio. Those of the agent's sentences are known. */
  text(delta: string): void {
    if (this.#sayings.length > 0) return
    const { id } = this.#begin()
    this.#quietMs = 0
    this.#options.take({ type: 'text', itemId: id, delta })
  }

  audio(bytes: Uint8Array): void {
    const { format, take } = this.#options
    const ms = bytes.byteLength / bytesPerMs(format)
    const isLoud = hasSpeech(bytes, format)
    if (isLoud) this.#begin()
    this.#quietMs = isLoud ? 0 : this.#quietMs + ms
    const saying = this.#sayings[0]
    if (this.#open) {
      const { id: itemId } = this.#open
      take({ type: 'audio', itemId, bytes, ...(saying && { sayId: saying.id }) })
      if (this.#quietMs >= QUIET_MS) this.#close()
    } else if (saying?.isAccepted) {
      saying.silentMs += ms
      if (saying.silentMs >= SILENT_MS) this.#endSaying()
    }
  }

  #begin(): { id: string } {
    if (this.#open) return this.#open
    const isOwn = this.#sayings.length === 0
    this.#open = { id: newId('item'), isOwn }
    if (isOwn) this.#options.take({ type: 'started' })
    return this.#open
  }

  #close(): void {
    this.#closeOwn()
    this.#open = undefined
    if (this.#sayings[0]?.isAccepted) this.#endSaying()
  }

  #closeOwn(): void {
    if (!this.#open?.isOwn) return
    this.#open.isOwn = false
    this.#options.take({ type: 'ended', reason: 'stop' })
  }

  #endSaying(): void {
    const saying = this.#sayings.shift()
    if (saying) this.#options.take({ type: 'said', sayId: saying.id })
  }
}

/** Whether audio is louder than silence. In G.711, the codes near the middle are quiet: their lower seven bits are small. */
function hasSpeech(bytes: Uint8Array, format: VoiceFormat): boolean {
  if (format === 'audio/pcmu') return bytes.some((byte) => (~byte & 0x7f) > 7)
  if (format === 'audio/pcma') return bytes.some((byte) => ((byte ^ 0x55) & 0x7f) > 3)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 1 < bytes.byteLength; at += 2)
    if (Math.abs(view.getInt16(at, true)) > LOUD) return true
  return false
}
