import { type Clock, systemClock } from '../../../../ports.js'
import { toSpeechError } from '../../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../../model/speech-to-text.js'
import { EngineList, withDeadline } from './engine-list.js'

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
      onPartial: (words) => {
        if (this.#at === at) this.#options.listener.onPartial(words)
      },
    })
  }
}
