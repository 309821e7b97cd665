import { type Clock, systemClock } from '../../../ports.js'
import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { SpeechError } from '../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { postJson, type SpeechService } from './http.js'
import { bytesOf, ProviderSocket, StreamedRecognition, type StreamedSttOptions } from './provider-socket.js'

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

interface DeepgramConnectionOptions {
  /** The provider string, for errors. */
  name: string
  url: string
  apiKey: string | undefined
  clock: Clock
  onResults: (results: DeepgramMessage & { type: 'results' }) => void
  /** Called when the transcript of the current utterance is lost. The next utterance opens a new connection. */
  onFailure: (error: SpeechError) => void
}

/** Interval of keep-alive messages. Deepgram closes the connection after ten seconds without audio. */
const KEEP_ALIVE_MS = 4_000
/** The connection is closed after this time without audio. */
const IDLE_MS = 120_000
/** Maximum audio, in samples, that is kept to be sent again after a lost connection. */
const MAX_REPLAY_SAMPLES = 30 * LISTENING_RATE

/** One WebSocket to Deepgram. Audio is kept until its transcript is final, and sent again if the connection is lost. */
class DeepgramConnection {
  readonly #options: DeepgramConnectionOptions
  readonly #socket: ProviderSocket
  #unsure: Int16Array[] = []
  #unsureSamples = 0
  /** Number of samples, counted from the start of this connection, whose transcript is final or no longer needed. */
  #settled = 0
  /** Position in the audio of this connection, in samples, at which the current utterance begins. */
  #utteranceFrom = 0
  #wantsFinalize = false
  #stopKeepAlive: () => void = () => {}
  #lastSound = 0

  constructor(options: DeepgramConnectionOptions) {
    const { apiKey, clock } = options
    this.#options = options
    this.#socket = new ProviderSocket({
      ...options,
      headers: apiKey === undefined ? {} : { Authorization: `Token ${apiKey}` },
      onOpen: () => this.#onOpen(),
      onMessage: (text) => this.#onMessage(text),
      isNeeded: () => {
        this.#stopKeepAlive()
        return clock.now() - this.#lastSound < KEEP_ALIVE_MS || this.#wantsFinalize
      },
      onClose: (error) => {
        this.#unsure = []
        this.#unsureSamples = 0
        if (error) options.onFailure(error)
      },
    })
  }

  start(): void {
    this.#wantsFinalize = false
    this.#lastSound = this.#options.clock.now()
    while (this.#unsure.length > 0) this.#settleOldest()
    this.#utteranceFrom = this.#settled
    this.#socket.start()
  }

  send(samples: Int16Array): void {
    const copy = samples.slice()
    this.#lastSound = this.#options.clock.now()
    this.#unsure.push(copy)
    this.#unsureSamples += copy.length
    while (this.#unsureSamples > MAX_REPLAY_SAMPLES) this.#settleOldest()
    this.#socket.send(bytesOf(copy))
  }

  /** Requests the final transcript of all audio that was sent. */
  finalize(): void {
    this.#wantsFinalize = true
    this.#tell('Finalize')
  }

  close(): void {
    this.#stopKeepAlive()
    this.#socket.close(JSON.stringify({ type: 'CloseStream' }))
  }

  #tell(type: 'Finalize' | 'KeepAlive'): void {
    this.#socket.send(JSON.stringify({ type }))
  }

  #onOpen(): void {
    this.#settled = 0
    this.#utteranceFrom = 0
    for (const samples of this.#unsure) this.#socket.send(bytesOf(samples))
    if (this.#wantsFinalize) this.#tell('Finalize')
    this.#keepAlive()
  }

  #onMessage(text: string): void {
    const message = readDeepgramMessage(text)
    if (message.type !== 'results') return
    const upTo = Math.round(message.endSeconds * LISTENING_RATE)
    if (message.isFinal) this.#settle(upTo)
    // This result is late: its audio is before the current utterance, so it belongs to the previous one.
    if (upTo <= this.#utteranceFrom && this.#utteranceFrom > 0) return
    if (message.fromFinalize) this.#wantsFinalize = false
    this.#options.onResults(message)
  }

  /** Drops kept audio whose transcript is final, up to the sample `upTo` of this connection. */
  #settle(upTo: number): void {
    while (this.#unsure[0] && this.#settled + this.#unsure[0].length <= upTo) this.#settleOldest()
  }

  #settleOldest(): void {
    const length = this.#unsure.shift()?.length ?? 0
    this.#unsureSamples -= length
    this.#settled += length
  }

  #keepAlive(): void {
    const { clock } = this.#options
    this.#stopKeepAlive()
    this.#stopKeepAlive = clock.schedule(() => {
      const silentMs = clock.now() - this.#lastSound
      if (silentMs >= IDLE_MS) return this.close()
      if (silentMs >= KEEP_ALIVE_MS) this.#tell('KeepAlive')
      this.#keepAlive()
    }, KEEP_ALIVE_MS)
  }
}

/** A message of Deepgram's live transcription, reduced to the members that this code uses. */
type DeepgramMessage =
  | {
      type: 'results'
      transcript: string
      isFinal: boolean
      /** Whether Deepgram sent this message in answer to `Finalize`. */
      fromFinalize: boolean
      /** End of the transcribed audio, in seconds since the stream began. */
      endSeconds: number
    }
  | { type: 'other' }

/** Parses a message of Deepgram; never throws. Returns `other` for a message of any other kind. */
export function readDeepgramMessage(text: string): DeepgramMessage {
  const message = fieldsOf(tryParseJson(text))
  if (message.type !== 'Results') return { type: 'other' }
  const alternatives = fieldsOf(message.channel).alternatives
  const best = fieldsOf(Array.isArray(alternatives) ? alternatives[0] : undefined)
  return {
    type: 'results',
    transcript: typeof best.transcript === 'string' ? best.transcript.trim() : '',
    isFinal: message.is_final === true,
    fromFinalize: message.from_finalize === true,
    endSeconds: numberOf(message.start) + numberOf(message.duration),
  }
}

const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0)

const RATE = 24_000

/**
 * Creates a synthesizer `deepgram/*` (Aura). `model` is the full name of a voice, such as `aura-2-thalia-en`. The audio
 * arrives as raw samples in a streamed HTTP response.
 */
export function createDeepgramTts({ name, model, baseUrl, apiKey }: SpeechService): TextToSpeech {
  const query = new URLSearchParams({
    model,
    encoding: 'linear16',
    sample_rate: String(RATE),
    container: 'none',
  })
  return {
    name,
    async *speak({ text }, { signal }) {
      const chunks = postJson(`${baseUrl}/speak?${query}`, {
        provider: name,
        headers: apiKey === undefined ? {} : { Authorization: `Token ${apiKey}` },
        body: { text },
        signal,
      })
      for await (const pcm of chunks) yield { pcm, rate: RATE }
    },
  }
}
