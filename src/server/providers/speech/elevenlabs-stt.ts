import { type Clock, systemClock } from '../../../ports.js'
import type { SpeechError } from '../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { ElevenLabsConnection } from './elevenlabs-connection.js'
import { StreamedRecognition, type StreamedSttOptions } from './streamed-recognition.js'

const COMMIT_MS = 2_000

/**
 * Creates a recognizer `elevenlabs/*`. Each session has one WebSocket, which opens when the user first speaks. Partial
 * transcripts arrive during speech.
 */
export function createElevenLabsStt(options: StreamedSttOptions): SpeechToText {
  return {
    name: options.name,
    streams: true,
    createRecognizer: () => new ElevenLabsRecognizer(options),
  }
}

/** The URL of ElevenLabs' realtime transcription. `language` is an ISO 639-1 code. */
function realtimeUrl({ baseUrl, model, language }: StreamedSttOptions): string {
  const query = new URLSearchParams({
    model_id: model,
    ...(language && { language_code: language }),
    audio_format: `pcm_${LISTENING_RATE}`,
    // This server detects the end of a turn itself, and then sends a commit.
    commit_strategy: 'manual',
  })
  return `${baseUrl.replace(/^http/, 'ws')}/speech-to-text/realtime?${query}`
}

class ElevenLabsRecognizer implements Recognizer {
  readonly #connection: ElevenLabsConnection
  readonly #clock: Clock
  #current: StreamedRecognition | undefined
  /** The utterances whose commit has no transcript yet, the oldest first. */
  #committing: StreamedRecognition[] = []

  constructor(options: StreamedSttOptions) {
    this.#clock = options.clock ?? systemClock
    this.#connection = new ElevenLabsConnection({
      name: options.name,
      url: realtimeUrl(options),
      apiKey: options.apiKey,
      clock: this.#clock,
      onPartial: (text) => this.#takePartial(text),
      onCommitted: (text) => this.#takeCommitted(text),
      onFailure: (error) => this.#fail(error),
    })
  }

  begin(listener: RecognitionListener): Recognition {
    this.#current?.end()
    let hasNewAudio = false
    const commit = () => {
      if (!hasNewAudio) return
      hasNewAudio = false
      this.#committing.push(current)
      this.#connection.commit()
    }
    const current: StreamedRecognition = new StreamedRecognition({
      clock: this.#clock,
      listener,
      waitMs: COMMIT_MS,
      send: (samples) => {
        hasNewAudio = true
        this.#connection.send(samples)
      },
      finish: () => {
        commit()
        return this.#committing.includes(current)
      },
      // An utterance that ends early is committed too. Otherwise, its audio would become part of the next utterance.
      onEnd: commit,
    })
    this.#current = current
    this.#connection.start()
    return current
  }

  close(): void {
    this.#current?.end()
    this.#connection.close()
  }

  #takePartial(text: string): void {
    if (!text) return
    const recognition = this.#committing[0] ?? this.#current
    recognition?.takeInterim(text)
    recognition?.report()
  }

  #takeCommitted(text: string): void {
    const recognition = this.#committing.shift()
    recognition?.takeFinal(text)
    if (recognition && !this.#committing.includes(recognition)) recognition.settle()
  }

  #fail(error: SpeechError): void {
    const waiting = new Set(this.#committing)
    this.#committing = []
    for (const one of waiting) one.fail(error)
    this.#current?.fail(error)
  }
}
