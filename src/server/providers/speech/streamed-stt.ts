import { type Clock, systemClock } from '../../../ports.js'
import { SpeechError, type SpeechFailure } from '../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import { LISTENING_RATE } from '../../model/vad.js'
import type { SpeechService } from './http.js'
import { ProviderSocket, withoutKey } from './provider-socket.js'

export interface StreamedSttOptions extends SpeechService {
  /** The language, in the notation of the provider. If it is empty, the provider detects the language if it can. */
  language: string
  /** @default the system's clock */
  clock?: Clock
}

/** A message of a service, reduced to what recognition needs. */
export type StreamMessage =
  | StreamedWords
  | { type: 'failed'; failure: SpeechFailure; message: string }
  /** The service ends the connection for a reason that does not prevent a new one. */
  | { type: 'ending' }
  | { type: 'other' }

/** A transcript of a part of the audio. */
interface StreamedWords {
  type: 'words'
  text: string
  /** Whether these words will not change. */
  isFinal: boolean
  /** Whether the service sent this message in answer to a commit. */
  answersCommit: boolean
  /**
   * End of the transcribed audio, in seconds since the connection opened. `undefined` if the service does not tell: it
   * then answers every commit, in order.
   */
  endSeconds?: number
}

/** How a service transcribes audio over a WebSocket: all that differs between the services. */
export interface StreamProtocol {
  url: string
  headers: Record<string, string>
  /** The message that carries audio. */
  audio: (samples: Buffer) => string | Buffer
  /** The message that requests the final transcript of all audio before it. */
  commit: string
  /** How long `transcribe` waits for the answer to a commit. After this time, it returns the transcript so far. */
  commitMs: number
  /** The connection is closed after this time without audio. */
  idleMs: number
  /** The message that keeps a connection open while the user is silent, and its interval. */
  keepAlive?: { message: string; everyMs: number }
  /** The message that ends the connection. */
  farewell?: string
  /** Parses a message; never throws. */
  read: (text: string) => StreamMessage
}

/**
 * Creates a recognizer for a service with a WebSocket. Each session has one connection, which opens when the user first
 * speaks. Partial transcripts arrive during speech.
 */
export function createStreamedStt(options: StreamedSttOptions, protocol: StreamProtocol): SpeechToText {
  return {
    name: options.name,
    streams: true,
    createRecognizer: () => new StreamedRecognizer(options, protocol),
  }
}

/** The WebSocket address of a path below a service's base URL. */
export function socketUrl({ baseUrl }: SpeechService, path: string, query: Record<string, string>): string {
  return `${baseUrl.replace(/^http/, 'ws')}${path}?${new URLSearchParams(query)}`
}

/** Maximum audio, in samples, that is kept to be sent again after a lost connection. */
const MAX_KEPT_SAMPLES = 30 * LISTENING_RATE

/** What was sent and has no final transcript yet: audio, or (without `audio`) a commit. */
interface Sent {
  utterance: StreamedRecognition
  audio?: Buffer
}

const isCommit = ({ audio }: Sent) => !audio

const samplesIn = ({ audio }: Sent) => (audio ? audio.length / 2 : 0)

/**
 * The recognizer of one session, with one connection. What was sent is kept until its transcript is final. It is sent
 * again if the connection is lost, and it shows to which utterance a transcript belongs.
 */
class StreamedRecognizer implements Recognizer {
  readonly clock: Clock
  readonly protocol: StreamProtocol
  readonly #options: StreamedSttOptions
  readonly #socket: ProviderSocket
  #current: StreamedRecognition | undefined
  #sent: Sent[] = []
  /** Position of the first entry of `#sent` in the audio of this connection, in samples. */
  #position = 0
  #keptSamples = 0
  /** Position in the audio of this connection, in samples, at which the current utterance began. */
  #currentFrom = 0
  #lastAudio = 0
  #stopTimer: () => void = () => {}

  constructor(options: StreamedSttOptions, protocol: StreamProtocol) {
    const { name, apiKey, clock = systemClock } = options
    this.clock = clock
    this.protocol = protocol
    this.#options = options
    this.#socket = new ProviderSocket({
      name,
      apiKey,
      clock,
      url: protocol.url,
      headers: protocol.headers,
      onOpen: () => {
        this.#position = 0
        const earlier = this.#sent.filter(({ utterance }) => utterance !== this.#current)
        this.#currentFrom = earlier.reduce((sum, sent) => sum + samplesIn(sent), 0)
        for (const sent of this.#sent) this.#tell(sent)
      },
      onMessage: (text) => this.#take(protocol.read(text)),
      isNeeded: () => this.#sent.length > 0,
      onClose: (error) => this.#onClose(error),
    })
  }

  begin(listener: RecognitionListener): Recognition {
    this.#current?.end()
    this.#current = new StreamedRecognition(this, listener)
    this.#currentFrom = this.#position + this.#keptSamples
    this.#lastAudio = this.clock.now()
    this.#socket.start()
    this.#watch()
    return this.#current
  }

  close(): void {
    this.#current?.end()
    this.#disconnect()
  }

  /** Sends audio, or a commit (without `audio`), of an utterance. */
  send(sent: Sent): void {
    if (sent.audio) this.#lastAudio = this.clock.now()
    if (this.#socket.hasFailed) return
    this.#sent.push(sent)
    this.#keptSamples += samplesIn(sent)
    // Commits stay, because the service may answer each of them.
    while (this.#keptSamples > MAX_KEPT_SAMPLES)
      this.#forget(
        this.#sent.findIndex(({ audio }) => audio),
        1,
      )
    this.#tell(sent)
  }

  /** Whether a commit of an utterance has no answer yet. */
  awaits(utterance: StreamedRecognition): boolean {
    return this.#sent.some((sent) => !sent.audio && sent.utterance === utterance)
  }

  #tell({ audio }: Sent): void {
    const { protocol } = this
    this.#socket.send(audio ? protocol.audio(audio) : protocol.commit)
  }

  #take(message: StreamMessage): void {
    const { name: provider, apiKey } = this.#options
    if (message.type === 'words') this.#takeWords(message)
    else if (message.type === 'ending') this.#socket.drop()
    else if (message.type === 'failed') {
      const said = withoutKey(message.message, apiKey)
      this.#socket.drop(new SpeechError(message.failure, { provider, message: said }))
    }
  }

  #takeWords(words: StreamedWords): void {
    const count = this.#transcribedBy(words)
    const { isFinal, endSeconds } = words
    const from = this.#currentFrom
    const isLate = endSeconds === undefined ? isFinal : from > 0 && endSeconds * LISTENING_RATE <= from
    // These words belong to audio of an earlier utterance that is no longer kept.
    if (count === 0 && isLate) return
    const of = this.#sent[Math.max(0, count - 1)]?.utterance ?? this.#current
    of?.take(words)
    if (!isFinal) return
    for (const { utterance } of this.#forget(0, count).filter(isCommit))
      if (!this.awaits(utterance)) utterance.settle()
  }

  /** How many of the entries of `#sent` a transcript ends, or, if it is not final, may still change. */
  #transcribedBy({ isFinal, answersCommit, endSeconds }: StreamedWords): number {
    if (endSeconds === undefined) return isFinal ? this.#sent.findIndex(isCommit) + 1 : 0
    const end = Math.max(endSeconds * LISTENING_RATE, this.#position)
    let at = this.#position
    let count = this.#sent.findIndex((sent) => {
      at += samplesIn(sent)
      return at - samplesIn(sent) / 2 > end
    })
    if (count < 0) count = this.#sent.length
    const answered = this.#sent.findIndex((sent, place) => isCommit(sent) && place >= count - 1)
    if (answersCommit && count > 0 && answered >= 0) return answered + 1
    // The answers to these commits are still to come.
    while (count > 0 && isCommit(this.#sent[count - 1]!)) count -= 1
    return count
  }

  /** Removes entries of `#sent` and returns them. */
  #forget(from: number, count: number): Sent[] {
    const gone = this.#sent.splice(from, count)
    const samples = gone.reduce((sum, sent) => sum + samplesIn(sent), 0)
    this.#keptSamples -= samples
    this.#position += samples
    return gone
  }

  #onClose(error: SpeechError | undefined): void {
    const waiting = new Set(this.#forget(0, this.#sent.length).map(({ utterance }) => utterance))
    if (this.#current) waiting.add(this.#current)
    if (error) for (const utterance of waiting) utterance.fail(error)
  }

  #disconnect(): void {
    this.#stopTimer()
    this.#forget(0, this.#sent.length)
    this.#socket.close(this.protocol.farewell)
  }

  /** Keeps the connection open while the user is silent, but not longer than `idleMs`. */
  #watch(): void {
    const { idleMs, keepAlive } = this.protocol
    this.#stopTimer()
    const silentMs = this.clock.now() - this.#lastAudio
    this.#stopTimer = this.clock.schedule(() => this.#onTime(), keepAlive?.everyMs ?? idleMs - silentMs)
  }

  #onTime(): void {
    const { idleMs, keepAlive } = this.protocol
    const silentMs = this.clock.now() - this.#lastAudio
    if (keepAlive && silentMs >= keepAlive.everyMs && silentMs < idleMs) this.#socket.send(keepAlive.message)
    if (silentMs < idleMs) this.#watch()
    else this.#disconnect()
  }
}

/**
 * The recognition of one utterance. Its transcript consists of final words, followed by words that may still change.
 */
class StreamedRecognition implements Recognition {
  readonly #recognizer: StreamedRecognizer
  readonly #listener: RecognitionListener
  readonly #final: string[] = []
  #interim = ''
  #hasNewAudio = false
  #ended = false
  #error: SpeechError | undefined
  #settle: (() => void) | undefined

  constructor(recognizer: StreamedRecognizer, listener: RecognitionListener) {
    this.#recognizer = recognizer
    this.#listener = listener
  }

  push(samples: Int16Array): void {
    if (this.#ended) return
    this.#hasNewAudio = true
    const audio = Buffer.from(new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength))
    this.#recognizer.send({ utterance: this, audio })
  }

  async transcribe(signal: AbortSignal): Promise<string> {
    if (!this.#ended && !this.#error) {
      this.#commit()
      if (this.#recognizer.awaits(this)) await this.#settled(signal)
    }
    if (this.#error && !this.#transcript) throw this.#error
    return this.#transcript
  }

  end(): void {
    if (this.#ended) return
    // Without a commit, this audio would become part of the next utterance.
    if (!this.#error) this.#commit()
    this.#ended = true
    this.settle()
  }

  take({ text, isFinal, answersCommit }: StreamedWords): void {
    if (this.#ended) return
    this.#interim = isFinal ? '' : text
    if (isFinal && text) this.#final.push(text)
    if (text && !answersCommit) this.#listener.onPartial(this.#transcript)
  }

  /** Marks the transcript as complete, so that `transcribe` stops waiting. */
  settle(): void {
    this.#settle?.()
  }

  fail(error: SpeechError): void {
    this.#error = error
    this.settle()
  }

  get #transcript(): string {
    return [...this.#final, this.#interim].filter(Boolean).join(' ')
  }

  #commit(): void {
    if (this.#hasNewAudio) this.#recognizer.send({ utterance: this })
    this.#hasNewAudio = false
  }

  #settled(signal: AbortSignal): Promise<void> {
    const { clock, protocol } = this.#recognizer
    return new Promise((resolve) => {
      const settle = () => {
        stopTimer()
        signal.removeEventListener('abort', settle)
        this.#settle = undefined
        resolve()
      }
      const stopTimer = clock.schedule(settle, protocol.commitMs)
      this.settle()
      this.#settle = settle
      signal.addEventListener('abort', settle, { once: true })
      if (signal.aborted || this.#error) settle()
    })
  }
}
