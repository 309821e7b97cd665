import { type Clock, systemClock } from '../../../ports.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { DeepgramConnection } from './deepgram-connection.js'
import { StreamedRecognition, type StreamedSttOptions } from './streamed-recognition.js'

/** How long to wait for the answer to `Finalize`. Deepgram sends no answer if it has recognized nothing. */
const FINALIZE_MS = 1_500

/**
 * Creates a recognizer `deepgram/*`. Each session has one WebSocket, which opens when the user first speaks. Partial
 * transcripts arrive during speech.
 */
export function createDeepgramStt(options: StreamedSttOptions): SpeechToText {
  return {
    name: options.name,
    streams: true,
    createRecognizer: () => new DeepgramRecognizer(options),
  }
}

/** The URL of Deepgram's live transcription. `language` is a BCP 47 tag or `multi`. */
function listenUrl({ baseUrl, model, language }: StreamedSttOptions): string {
  const query = new URLSearchParams({
    model,
    ...(language && { language }),
    encoding: 'linear16',
    sample_rate: String(LISTENING_RATE),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
    smart_format: 'true',
    // This server detects the end of a turn itself, and then sends `Finalize`.
    endpointing: 'false',
  })
  return `${baseUrl.replace(/^http/, 'ws')}/listen?${query}`
}

class DeepgramRecognizer implements Recognizer {
  readonly #connection: DeepgramConnection
  readonly #clock: Clock
  #current: StreamedRecognition | undefined

  constructor(options: StreamedSttOptions) {
    this.#clock = options.clock ?? systemClock
    this.#connection = new DeepgramConnection({
      name: options.name,
      url: listenUrl(options),
      apiKey: options.apiKey,
      clock: this.#clock,
      onResults: ({ transcript, isFinal, fromFinalize }) => {
        if (isFinal) this.#current?.takeFinal(transcript)
        else this.#current?.takeInterim(transcript)
        if (transcript) this.#current?.report()
        if (fromFinalize) this.#current?.settle()
      },
      onFailure: (error) => this.#current?.fail(error),
    })
  }

  begin(listener: RecognitionListener): Recognition {
    this.#current?.end()
    const connection = this.#connection
    this.#current = new StreamedRecognition({
      clock: this.#clock,
      listener,
      waitMs: FINALIZE_MS,
      send: (samples) => connection.send(samples),
      finish: () => {
        connection.finalize()
        return true
      },
    })
    connection.start()
    return this.#current
  }

  close(): void {
    this.#current?.end()
    this.#connection.close()
  }
}
