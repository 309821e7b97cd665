import { SpeechError } from '../../../model/speech-error.js'
import type {
  Recognition,
  RecognitionListener,
  Recognizer,
  SpeechToText,
} from '../../../model/speech-to-text.js'
import type { TextToSpeech } from '../../../model/text-to-speech.js'
import { LISTENING_RATE } from '../../../model/vad.js'
import { collect } from '../exec.js'
import { type EngineProcess, engineFor, engineThreads, findSherpa } from './engine-process.js'
import { openModelFolder, upToModel } from './model-folder.js'
import { planRecognizer, planVoice } from './plan-models.js'

interface SherpaSttOptions {
  name: string
  directory: string
  /** The language to recognize, for models that support several. */
  language?: string | undefined
  program?: URL | undefined
}

/**
 * Maximum number of samples that wait for the engine: 30 seconds. With more, recognition fails, because the machine is
 * too slow.
 */
const MAX_BEHIND_SAMPLES = 30 * LISTENING_RATE

/**
 * The recognizer `sherpa/NAME`: any recognizer model of sherpa-onnx, in an engine process that all sessions share. The
 * process starts when a session receives its first audio. Throws a `VoiceError` if the folder has no recognizer model
 * or the package is missing.
 */
export function createSherpaStt({ name, directory, language, program }: SherpaSttOptions): SpeechToText {
  const plan = planRecognizer(openModelFolder(directory, name), { language, threads: engineThreads() })
  const sherpa = findSherpa(name, directory)
  const kind = plan.streams ? 'online' : 'offline'
  const provider = upToModel(name, language)
  const engine = () => engineFor({ provider, program, job: { kind, sherpa, config: plan.config } })
  return {
    name,
    streams: plan.streams,
    createRecognizer() {
      // Starts the engine now, so that it loads the model while the user still speaks.
      engine()
      return plan.streams ? new StreamingRecognizer(engine, plan.tailMs) : atOnce(engine)
    },
  }
}

/** A recognizer for models that need all audio of an utterance at once. */
function atOnce(engine: () => EngineProcess): Recognizer {
  const recognize = async (samples: readonly Int16Array[], signal: AbortSignal) => {
    const running = engine()
    const work = { type: 'recognize' as const, id: running.nextId(), samples: joined(samples) }
    const answer = await running.run(work, signal)
    return answer.type === 'words' ? readableWords(answer.text) : ''
  }
  return { begin: () => collect(recognize), close() {} }
}

class StreamingRecognizer implements Recognizer {
  readonly #engine: () => EngineProcess
  readonly #tailMs: number
  #current: StreamingRecognition | undefined

  constructor(engine: () => EngineProcess, tailMs: number) {
    this.#engine = engine
    this.#tailMs = tailMs
  }

  begin(listener: RecognitionListener): Recognition {
    this.#current?.end()
    this.#current = new StreamingRecognition(this.#engine(), { tailMs: this.#tailMs, listener })
    return this.#current
  }

  close(): void {
    this.#current?.end()
  }
}

class StreamingRecognition implements Recognition {
  readonly #engine: EngineProcess
  readonly #options: { tailMs: number; listener: RecognitionListener }
  readonly #stream: number
  #behind = 0
  #said = ''
  #ended = false
  #tooSlow = false

  constructor(engine: EngineProcess, options: { tailMs: number; listener: RecognitionListener }) {
    this.#engine = engine
    this.#options = options
    this.#stream = engine.nextId()
  }

  push(samples: Int16Array): void {
    if (this.#ended) return
    if (this.#behind > MAX_BEHIND_SAMPLES) this.#tooSlow = true
    if (this.#tooSlow) return
    this.#behind += samples.length
    this.#engine.recognize({ stream: this.#stream, samples: samples.slice() }, (text, count) => {
      this.#behind -= count
      this.#tell(readableWords(text))
    })
  }

  async transcribe(signal: AbortSignal): Promise<string> {
    if (this.#ended) return this.#said
    if (this.#tooSlow) {
      const message = 'this machine is too slow for so many speakers at once'
      throw new SpeechError('rate-limited', { provider: this.#engine.provider, message })
    }
    const { tailMs } = this.#options
    const work = { type: 'settle' as const, id: this.#engine.nextId(), stream: this.#stream, tailMs }
    const answer = await this.#engine.settle(work, signal)
    return answer.type === 'words' ? readableWords(answer.text) : ''
  }

  end(): void {
    if (this.#ended) return
    this.#ended = true
    this.#engine.endStream(this.#stream)
  }

  #tell(words: string): void {
    if (this.#ended || words === this.#said || !words) return
    this.#said = words
    this.#options.listener.onPartial(words)
  }
}

function joined(samples: readonly Int16Array[]): Int16Array {
  const all = new Int16Array(samples.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of samples) {
    all.set(part, at)
    at += part.length
  }
  return all
}

/** Sound descriptions such as `[music]`, `(coughs)` and `♪`. Whisper writes them when there is no speech. */
const NO_SPEECH = /[[(][^[\]()]*[\])]|♪/g
const LONGEST_NOTE = 42

/**
 * Removes sound descriptions such as `[music]` from a transcript. Converts a transcript that is all capitals to lower
 * case, because many models can only write capitals.
 */
export function readableWords(text: string): string {
  const words = text
    .replace(NO_SPEECH, (note) => (note.length > LONGEST_NOTE ? note : ' '))
    .replace(/\s+/g, ' ')
    .trim()
  const isShouting = words !== words.toLowerCase() && words === words.toUpperCase()
  return isShouting ? words.toLowerCase().replace(/\bi\b/g, 'I') : words
}

interface SherpaTtsOptions {
  name: string
  directory: string
  /** The speaker of the model: a number, or one of the names in the model's metadata. @default 0 */
  voice?: string | undefined
  program?: URL | undefined
}

/**
 * The synthesizer `sherpa/NAME`: any voice model of sherpa-onnx, in an engine process that all sessions share. Throws a
 * `VoiceError` if the folder has no voice model or the package is missing.
 */
export function createSherpaTts({ name, directory, voice, program }: SherpaTtsOptions): TextToSpeech {
  const plan = planVoice(openModelFolder(directory, name), { threads: engineThreads() })
  const sherpa = findSherpa(name, directory)
  const own = speakerOf(voice, plan.speakers) ?? 0
  const provider = upToModel(name, voice)
  const engineOfVoice = () =>
    engineFor({ provider, program, job: { kind: 'voice', sherpa, config: plan.config } })
  return {
    name,
    // Starts the engine now, so that it loads the model while the user still speaks.
    prepare: () => void engineOfVoice(),
    async *speak({ text, voice: wanted }, { signal }) {
      const engine = engineOfVoice()
      // An unknown speaker name, such as the voice of another provider, selects the default speaker.
      const speaker = speakerOf(wanted, plan.speakers) ?? own
      const answer = await engine.run({ type: 'speak', id: engine.nextId(), text, speaker }, signal)
      if (answer.type !== 'speech' || answer.pcm.length === 0)
        throw new SpeechError('bad-answer', { provider: name, message: 'the voice gave no sound' })
      yield { pcm: answer.pcm, rate: answer.rate }
    },
  }
}

function speakerOf(voice: string | undefined, names: readonly string[]): number | undefined {
  if (voice === undefined) return undefined
  if (/^\d{1,4}$/.test(voice)) return Number(voice)
  const at = names.indexOf(voice)
  return at < 0 ? undefined : at
}
