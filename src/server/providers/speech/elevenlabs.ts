import { type Clock, systemClock } from '../../../ports.js'
import { fieldsOf } from '../../../protocol/is-object.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import { SpeechError, type SpeechFailure } from '../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../model/vad.js'
import { postJson, type SpeechService } from './http.js'
import {
  bytesOf,
  ProviderSocket,
  StreamedRecognition,
  type StreamedSttOptions,
  withoutKey,
} from './provider-socket.js'

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

interface ElevenLabsConnectionOptions {
  /** The provider string, for errors. */
  name: string
  url: string
  apiKey: string | undefined
  clock: Clock
  onPartial: (text: string) => void
  /**
   * Receives the transcript of the oldest commit that has none yet. A commit ends a segment of audio. After a lost
   * connection, commits without a transcript are sent again.
   */
  onCommitted: (text: string) => void
  /** Called when the transcript of the current utterance is lost. The next utterance opens a new connection. */
  onFailure: (error: SpeechError) => void
}

/** The connection is closed after this time without audio. */
const IDLE_MS = 60_000
/** Maximum audio, in samples, that is kept to be sent again after a lost connection. */
const MAX_REPLAY_SAMPLES = 30 * LISTENING_RATE

/** What was sent and has no transcript yet: audio, or the commit that ends a segment. */
type Sent = Int16Array | 'commit'

/**
 * One WebSocket to ElevenLabs. Audio is kept until its transcript arrives, and sent again if the connection is lost.
 */
class ElevenLabsConnection {
  readonly #options: ElevenLabsConnectionOptions
  readonly #socket: ProviderSocket
  #sent: Sent[] = []
  #keptSamples = 0
  #stopIdle: () => void = () => {}

  constructor(options: ElevenLabsConnectionOptions) {
    const { apiKey } = options
    this.#options = options
    this.#socket = new ProviderSocket({
      ...options,
      headers: apiKey === undefined ? {} : { 'xi-api-key': apiKey },
      onOpen: () => {
        for (const sent of this.#sent) this.#tell(sent)
      },
      onMessage: (text) => this.#take(readElevenLabsMessage(text)),
      isNeeded: () => this.#sent.length > 0,
      onClose: (error) => {
        this.#forgetAll()
        if (error) options.onFailure(error)
      },
    })
  }

  start(): void {
    this.#socket.start()
    this.#closeWhenIdle()
  }

  send(samples: Int16Array): void {
    const copy = samples.slice()
    this.#keep(copy)
    this.#keptSamples += copy.length
    while (this.#keptSamples > MAX_REPLAY_SAMPLES) this.#forgetOldest()
    this.#tell(copy)
    this.#closeWhenIdle()
  }

  /** Requests the transcript of the audio since the last commit. */
  commit(): void {
    this.#keep('commit')
    this.#tell('commit')
  }

  close(): void {
    this.#stopIdle()
    this.#forgetAll()
    this.#socket.close()
  }

  #keep(sent: Sent): void {
    if (!this.#socket.hasFailed) this.#sent.push(sent)
  }

  #tell(sent: Sent): void {
    const audio = sent === 'commit' ? '' : bytesOf(sent).toString('base64')
    const fields = { audio_base_64: audio, commit: sent === 'commit', sample_rate: LISTENING_RATE }
    this.#socket.send(JSON.stringify({ message_type: 'input_audio_chunk', ...fields }))
  }

  #take(message: ElevenLabsMessage): void {
    const { name: provider, apiKey, onPartial, onCommitted } = this.#options
    if (message.type === 'partial') onPartial(message.text)
    else if (message.type === 'committed' || message.type === 'commit-refused') {
      if (!this.#dropCommitted()) return
      onCommitted(message.type === 'committed' ? message.text : '')
    } else if (message.type === 'ending') this.#socket.drop()
    else if (message.type === 'failed') {
      const said = withoutKey(message.message, apiKey)
      this.#socket.drop(new SpeechError(message.failure, { provider, message: said }))
    }
  }

  /** Drops the oldest commit and its audio. Returns false if there is no commit. */
  #dropCommitted(): boolean {
    const dropped = this.#sent.splice(0, this.#sent.indexOf('commit') + 1)
    for (const sent of dropped) if (sent !== 'commit') this.#keptSamples -= sent.length
    return dropped.length > 0
  }

  /** Drops the oldest audio. Commits stay, because the service sends a transcript for each commit. */
  #forgetOldest(): void {
    const at = this.#sent.findIndex((sent) => sent !== 'commit')
    const [dropped] = this.#sent.splice(at, 1)
    this.#keptSamples -= dropped?.length ?? 0
  }

  #forgetAll(): void {
    this.#sent = []
    this.#keptSamples = 0
  }

  #closeWhenIdle(): void {
    this.#stopIdle()
    this.#stopIdle = this.#options.clock.schedule(() => this.close(), IDLE_MS)
  }
}

/** A message of ElevenLabs' realtime transcription, reduced to the members that this code uses. */
type ElevenLabsMessage =
  | { type: 'partial'; text: string }
  | { type: 'committed'; text: string }
  /** The commit had too little audio to transcribe. */
  | { type: 'commit-refused' }
  | { type: 'failed'; failure: SpeechFailure; message: string }
  /** The service ends the connection for a reason that does not prevent a new one. */
  | { type: 'ending' }
  | { type: 'other' }

/** Errors of the service that would happen again on a new connection, with the failure that each one means. */
const FAILURES: Record<string, SpeechFailure> = {
  auth_error: 'unauthorized',
  unaccepted_terms: 'unauthorized',
  quota_exceeded: 'rate-limited',
  rate_limited: 'rate-limited',
  queue_overflow: 'unavailable',
  resource_exhausted: 'unavailable',
  transcriber_error: 'unavailable',
  error: 'unavailable',
  input_error: 'rejected',
  invalid_request: 'rejected',
  chunk_size_exceeded: 'rejected',
}
const ENDINGS = ['session_time_limit_exceeded', 'insufficient_audio_activity']

/** Parses a message of ElevenLabs; never throws. Returns `other` for a message of any other kind. */
export function readElevenLabsMessage(text: string): ElevenLabsMessage {
  const { message_type: type, text: words, error } = fieldsOf(tryParseJson(text))
  if (typeof type !== 'string') return { type: 'other' }
  if (type === 'partial_transcript') return { type: 'partial', text: wordsIn(words) }
  if (type === 'committed_transcript') return { type: 'committed', text: wordsIn(words) }
  if (type === 'commit_throttled') return { type: 'commit-refused' }
  if (ENDINGS.includes(type)) return { type: 'ending' }
  if (!Object.hasOwn(FAILURES, type)) return { type: 'other' }
  return { type: 'failed', failure: FAILURES[type]!, message: typeof error === 'string' ? error : type }
}

const wordsIn = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

interface ElevenLabsTtsOptions extends SpeechService {
  voice: string
}

/** The default voice. Every account has it. */
export const ELEVENLABS_VOICE = 'JBFqnCBsd6RMkjVDRZzb'

/** Samples per second. A higher rate needs a paid account. */
const RATE = 24_000

/** The form of a voice id. A client may send the voice name of another provider; the default voice is then used. */
const VOICE_ID = /^[A-Za-z0-9]{20}$/

/** Creates a synthesizer `elevenlabs/*`. The audio arrives as raw samples in a streamed HTTP response. */
export function createElevenLabsTts(options: ElevenLabsTtsOptions): TextToSpeech {
  const { name, model, baseUrl, apiKey } = options
  return {
    name,
    async *speak({ text, voice = '' }, { signal }) {
      const id = VOICE_ID.test(voice) ? voice : options.voice
      const url = `${baseUrl}/text-to-speech/${encodeURIComponent(id)}/stream?output_format=pcm_${RATE}`
      const chunks = postJson(url, {
        provider: name,
        headers: apiKey === undefined ? {} : { 'xi-api-key': apiKey },
        body: { text, model_id: model },
        signal,
      })
      for await (const pcm of chunks) yield { pcm, rate: RATE }
    },
  }
}
