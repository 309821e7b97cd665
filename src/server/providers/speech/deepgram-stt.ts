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

/** Time for the answer to `Finalize`. Deepgram sends none when it has heard nothing. */
const FINALIZE_MS = 1_500

/** `deepgram/*`: one WebSocket per session, opened with the first speech; words come while the user speaks. */
export function createDeepgramStt(options: StreamedSttOptions): SpeechToText {
  return {
    name: options.name,
    streams: true,
    createRecognizer: () => new DeepgramRecognizer(options),
  }
}

/** The address of the live transcription. The language is BCP 47, or `multi`. */
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
    // The server detects turns itself and sends Finalize.
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
