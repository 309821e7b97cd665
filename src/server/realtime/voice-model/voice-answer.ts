import type { ModelChunk } from '../../model/language-model.js'
import { ModelError } from '../../model/model-error.js'

/** The longest answer whose audio is kept until it is played: ten minutes of PCM at 24 kHz. */
const MAX_AUDIO_BYTES = 10 * 60 * 48_000

/** One answer of a voice model, as the pieces of a step. It keeps them until the reply reads them. */
export class VoiceAnswer implements AsyncIterable<ModelChunk> {
  readonly #model: string
  #chunks: ModelChunk[] = []
  #hasCalls = false
  #hasSpeech = false
  #audioBytes = 0
  #isOver = false
  #error: ModelError | undefined
  #onChange: () => void = () => {}

  constructor(model: string) {
    this.#model = model
  }

  push(chunk: ModelChunk): void {
    if (this.#isOver) return
    if (chunk.type === 'tool-call') this.#hasCalls = true
    if (chunk.type === 'speech') {
      this.#hasSpeech = true
      this.#audioBytes += chunk.audio?.byteLength ?? 0
    }
    if (this.#audioBytes > MAX_AUDIO_BYTES) {
      this.fail(
        new ModelError('bad-answer', { model: this.#model, message: 'more than 10 minutes of audio' }),
      )
      return
    }
    this.#chunks.push(chunk)
    this.#onChange()
  }

  end(reason: 'stop' | 'length' | 'content-filter'): void {
    if (reason !== 'stop') this.push({ type: 'end', reason })
    else if (this.#hasCalls) this.push({ type: 'end', reason: 'tool-calls' })
    else this.push({ type: 'end', reason, ...(!this.#hasSpeech && { isSilent: true }) })
    this.#isOver = true
    this.#onChange()
  }

  fail(error: ModelError): void {
    if (this.#isOver) return
    this.#error = error
    this.#isOver = true
    this.#onChange()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ModelChunk> {
    while (true) {
      const chunk = this.#chunks.shift()
      if (chunk) yield chunk
      else if (this.#error) throw this.#error
      else if (this.#isOver) return
      else
        await new Promise<void>((resolve) => {
          this.#onChange = resolve
        })
    }
  }
}
