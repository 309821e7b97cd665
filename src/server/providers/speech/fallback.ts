import { type Clock, systemClock, within } from '../../../ports.js'
import {
  type FailoverListener,
  SpeechError,
  type SpeechFailover,
  type SpeechFailure,
  toSpeechError,
} from '../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../model/speech-to-text.js'
import type { SpeechChunk, SpeechRequest, TextToSpeech } from '../../model/text-to-speech.js'

/** How long a failed engine is skipped, in milliseconds. It is longer for failures that the operator must correct. */
const COOL_DOWN_MS: Record<SpeechFailure, number> = {
  unauthorized: 300_000,
  'not-installed': 300_000,
  'rate-limited': 60_000,
  unavailable: 30_000,
  unreachable: 30_000,
  timeout: 30_000,
  'bad-answer': 15_000,
  // The engine rejected only this audio or this sentence. So the engine is not skipped afterwards.
  rejected: 0,
}

/**
 * A list of engines that replace each other after failures. A failed engine is skipped for a while. All sessions of an
 * agent share the list.
 */
class EngineList<T extends { name: string }> {
  readonly #engines: readonly T[]
  readonly #clock: Clock
  readonly #stage: SpeechFailover['stage']
  readonly #rests = new Map<T, number>()
  readonly #listeners = new Set<FailoverListener>()

  constructor(engines: readonly T[], { clock, stage }: { clock: Clock; stage: SpeechFailover['stage'] }) {
    this.#engines = engines
    this.#clock = clock
    this.#stage = stage
  }

  /**
   * All engines in the sequence in which they are tried. Skipped engines come last, so that they are tried only if all
   * others fail.
   */
  inOrder(): T[] {
    const now = this.#clock.now()
    const rests = (engine: T) => (this.#rests.get(engine) ?? 0) > now
    return [...this.#engines.filter((one) => !rests(one)), ...this.#engines.filter(rests)]
  }

  /** Records that an engine failed. `next` is the engine that takes over; `undefined` if there is none. */
  failed(engine: T, { error, next }: { error: SpeechError; next: T | undefined }): void {
    this.#rests.set(engine, this.#clock.now() + COOL_DOWN_MS[error.failure])
    if (!next) return
    for (const listener of this.#listeners) listener({ stage: this.#stage, failed: error, next: next.name })
  }

  /** Records that an engine has worked, so that it is no longer skipped. */
  worked(engine: T): void {
    this.#rests.delete(engine)
  }

  /** Calls the listener whenever an engine replaces a failed one. Returns a function that removes the listener. */
  onFailover(listener: FailoverListener): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

/** The deadline of an engine. It applies only if another engine can take over. */
interface FallbackDeadline {
  clock: Clock
  ms: number
  provider: string
  stop: AbortController
}

/** Returns the result of a promise. After the deadline, aborts `stop` and rejects with a `SpeechError` `timeout`. */
function withDeadline<T>(promise: Promise<T>, { clock, ms, provider, stop }: FallbackDeadline): Promise<T> {
  const late = () => {
    stop.abort()
    return new SpeechError('timeout', { provider, message: `no answer within ${ms / 1000} seconds` })
  }
  return within(promise, { clock, ms, late })
}

/** If a recognizer has returned no transcript after this time, the next recognizer takes over. */
const MAX_WAIT_MS = 10_000

/**
 * Creates a recognizer that tries several recognizers in sequence. After a failure, the next one gets all audio of the
 * segment again. If all fail, the session gets the error of the last one.
 */
export function createFallbackStt(
  recognizers: readonly [SpeechToText, ...SpeechToText[]],
  { clock = systemClock }: { clock?: Clock } = {},
): SpeechToText {
  const list = new EngineList(recognizers, { clock, stage: 'stt' })
  return {
    name: recognizers[0].name,
    streams: recognizers[0].streams,
    createRecognizer: () => new FallbackRecognizer(list, clock),
    onFailover: (listener) => list.onFailover(listener),
  }
}

/** The recognizer of one session. The first engine is opened at once, the others when they must take over. */
class FallbackRecognizer implements Recognizer {
  readonly #list: EngineList<SpeechToText>
  readonly #clock: Clock
  readonly #open = new Map<SpeechToText, Recognizer>()

  constructor(list: EngineList<SpeechToText>, clock: Clock) {
    this.#list = list
    this.#clock = clock
    const [first] = list.inOrder()
    // The first engine is opened now, so that it loads while the user speaks.
    if (first) this.#recognizerOf(first)
  }

  begin(listener: RecognitionListener): Recognition {
    const begin = (stt: SpeechToText, heard: RecognitionListener) => this.#recognizerOf(stt).begin(heard)
    return new FallbackRecognition(this.#list, { begin, listener, clock: this.#clock })
  }

  close(): void {
    for (const recognizer of this.#open.values()) recognizer.close()
    this.#open.clear()
  }

  #recognizerOf(stt: SpeechToText): Recognizer {
    const recognizer = this.#open.get(stt) ?? stt.createRecognizer()
    this.#open.set(stt, recognizer)
    return recognizer
  }
}

interface FallbackOptions {
  begin: (stt: SpeechToText, listener: RecognitionListener) => Recognition
  listener: RecognitionListener
  clock: Clock
}

/**
 * Recognizes one segment of at most 30 s. Keeps the audio of the segment, because another engine may have to take over.
 * States: one engine works → it fails and the next one works → none is left.
 */
class FallbackRecognition implements Recognition {
  readonly #list: EngineList<SpeechToText>
  readonly #options: FallbackOptions
  readonly #order: SpeechToText[]
  readonly #sound: Int16Array[] = []
  #at = 0
  #current: Recognition
  #ended = false

  constructor(list: EngineList<SpeechToText>, options: FallbackOptions) {
    this.#list = list
    this.#options = options
    this.#order = list.inOrder()
    this.#current = this.#begin()
  }

  push(samples: Int16Array): void {
    if (this.#ended) return
    this.#sound.push(samples.slice())
    this.#current.push(samples)
  }

  async transcribe(signal: AbortSignal): Promise<string> {
    while (true) {
      const current = this.#current
      const stt = this.#order[this.#at]!
      try {
        const words = await this.#ask(current, signal)
        this.#list.worked(stt)
        return words
      } catch (thrown) {
        if (signal.aborted || this.#ended) throw thrown
        // If the engine has changed meanwhile, another run of `transcribe` has switched to the next engine. This run
        // then uses that engine too.
        if (current !== this.#current) continue
        const next = this.#order[this.#at + 1]
        const error = toSpeechError(thrown, stt.name)
        this.#list.failed(stt, { error, next })
        if (!next) throw error
        this.#moveOn()
      }
    }
  }

  end(): void {
    this.#ended = true
    this.#sound.length = 0
    this.#current.end()
  }

  /** Returns the transcript of the current engine. A deadline applies if another engine can take over. */
  #ask(current: Recognition, signal: AbortSignal): Promise<string> {
    if (this.#at + 1 >= this.#order.length) return current.transcribe(signal)
    const stop = new AbortController()
    const words = current.transcribe(AbortSignal.any([signal, stop.signal]))
    const provider = this.#order[this.#at]!.name
    return withDeadline(words, { clock: this.#options.clock, ms: MAX_WAIT_MS, provider, stop })
  }

  #moveOn(): void {
    this.#current.end()
    this.#at += 1
    this.#current = this.#begin()
    for (const samples of this.#sound) this.#current.push(samples)
  }

  #begin(): Recognition {
    const at = this.#at
    return this.#options.begin(this.#order[at]!, {
      ...this.#options.listener,
      onPartial: (words) => {
        if (this.#at === at) this.#options.listener.onPartial(words)
      },
    })
  }
}

/** If a synthesizer sends no audio for this time, the next synthesizer takes over. */
const MAX_SILENCE_MS = 8_000

/**
 * Creates a synthesizer that tries several synthesizers in sequence. After a failure, the next one speaks the sentence
 * from its beginning. If all fail, the error of the last one is thrown.
 */
export function createFallbackTts(
  voices: readonly [TextToSpeech, ...TextToSpeech[]],
  { clock = systemClock }: { clock?: Clock } = {},
): TextToSpeech {
  const list = new EngineList(voices, { clock, stage: 'tts' })
  return {
    name: voices[0].name,
    speak: (request, { signal }) => speak(list, { request, signal, clock }),
    prepare: () => list.inOrder()[0]?.prepare?.(),
    onFailover: (listener) => list.onFailover(listener),
  }
}

interface Speaking {
  request: SpeechRequest
  signal: AbortSignal
  clock: Clock
}

async function* speak(list: EngineList<TextToSpeech>, speaking: Speaking): AsyncGenerator<SpeechChunk> {
  const order = list.inOrder()
  for (const [at, voice] of order.entries()) {
    const next = order[at + 1]
    try {
      yield* next
        ? withAudioDeadline(voice, speaking)
        : voice.speak(speaking.request, { signal: speaking.signal })
      list.worked(voice)
      return
    } catch (thrown) {
      if (speaking.signal.aborted) throw thrown
      const error = toSpeechError(thrown, voice.name)
      list.failed(voice, { error, next })
      if (!next) throw error
    }
  }
}

/**
 * The audio of a synthesizer that another one can replace. Throws a `SpeechError` if audio does not arrive in time. If
 * the audio ends in the middle of a sample, a zero byte completes the sample before the next synthesizer begins.
 */
async function* withAudioDeadline(
  voice: TextToSpeech,
  { request, signal, clock }: Speaking,
): AsyncGenerator<SpeechChunk> {
  const stop = new AbortController()
  const deadline = { clock, ms: MAX_SILENCE_MS, provider: voice.name, stop }
  const chunks = voice.speak(request, { signal: AbortSignal.any([signal, stop.signal]) })
  const iterator = chunks[Symbol.asyncIterator]()
  let half: number | undefined
  try {
    for (let next = await withDeadline(iterator.next(), deadline); !next.done; ) {
      if (next.value.pcm.length % 2 === 1) half = half === undefined ? next.value.rate : undefined
      yield next.value
      next = await withDeadline(iterator.next(), deadline)
    }
  } catch (error) {
    if (half !== undefined) yield { pcm: new Uint8Array(1), rate: half }
    throw error
  } finally {
    stop.abort()
  }
}
