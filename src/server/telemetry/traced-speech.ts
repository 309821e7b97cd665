import type { Clock } from '../../ports.js'
import type { Agent, AgentSpeech } from '../agent/agent.js'
import { decorate } from '../model/decorate.js'
import { SpeechError } from '../model/speech-error.js'
import type { Recognition, SpeechToText } from '../model/speech-to-text.js'
import type { SpeechChunk, TextToSpeech } from '../model/text-to-speech.js'
import { LISTENING_RATE } from '../model/vad.js'

/** Measurements of one recognition or synthesis. They do not contain its text. */
export interface SpeechWork {
  stage: 'stt' | 'tts'
  engine: string
  /** Start of the recognition or synthesis, by the clock of the session. */
  startedAt: number
  ms: number
  audioMs: number
  /** Milliseconds from the start of a synthesis to its first audio. */
  firstAudioMs?: number
  failure?: string
  /**
   * Whether the recognition or synthesis was cancelled, because the user continued to speak or interrupted the agent.
   */
  isCut: boolean
}

export interface SpeechTracing {
  clock: Clock
  onWork: (work: SpeechWork) => void
}

/**
 * A copy of an agent whose recognizer and synthesizer report their work to `onWork`. After a change of the agent,
 * `latest` returns a copy of the changed agent, which reports its work too.
 */
export function tracedAgent(agent: Agent, tracing: SpeechTracing): Agent {
  const { speech, latest } = agent
  if (!speech) return agent
  const made: Agent = { ...agent, speech: tracedSpeech(speech, tracing) }
  if (latest) {
    made.latest = () => {
      const now = latest()
      return now === agent ? made : tracedAgent(now, tracing)
    }
  }
  return made
}

function tracedSpeech(speech: AgentSpeech, tracing: SpeechTracing): AgentSpeech {
  const { stt, tts } = speech
  return { ...speech, stt: stt && tracedStt(stt, tracing), tts: tts && tracedTts(tts, tracing) }
}

function tracedStt(stt: SpeechToText, tracing: SpeechTracing): SpeechToText {
  return decorate(stt, {
    createRecognizer() {
      const recognizer = stt.createRecognizer()
      return decorate(recognizer, {
        begin: (listener) => tracedRecognition(recognizer.begin(listener), { engine: stt.name, tracing }),
      })
    },
  })
}

function tracedRecognition(
  recognition: Recognition,
  { engine, tracing }: { engine: string; tracing: SpeechTracing },
): Recognition {
  let samples = 0
  return decorate(recognition, {
    push(sound) {
      samples += sound.length
      recognition.push(sound)
    },
    async transcribe(signal) {
      const work = new WorkWatch({ stage: 'stt', engine }, tracing)
      const facts = () => ({ audioMs: (samples * 1000) / LISTENING_RATE, isCut: signal.aborted })
      try {
        const words = await recognition.transcribe(signal)
        work.end(facts())
        return words
      } catch (error) {
        work.end({ ...facts(), error })
        throw error
      }
    },
  })
}

function tracedTts(tts: TextToSpeech, tracing: SpeechTracing): TextToSpeech {
  return decorate(tts, {
    speak: (request, options) => tracedSpeaking(tts, { request, signal: options.signal, tracing }),
  })
}

async function* tracedSpeaking(
  tts: TextToSpeech,
  {
    request,
    signal,
    tracing,
  }: { request: Parameters<TextToSpeech['speak']>[0]; signal: AbortSignal; tracing: SpeechTracing },
): AsyncGenerator<SpeechChunk> {
  const work = new WorkWatch({ stage: 'tts', engine: tts.name }, tracing)
  let audioMs = 0
  // After an abort, the consumer may never request the next chunk, so the code after the loop might not run.
  const onAbort = () => work.end({ audioMs, ...whyStopped(signal) })
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    for await (const chunk of tts.speak(request, { signal })) {
      if (audioMs === 0) work.firstAudio()
      audioMs += (chunk.pcm.byteLength / 2 / chunk.rate) * 1000
      yield chunk
    }
    work.end({ audioMs, isCut: false })
  } catch (error) {
    work.end({ audioMs, ...(signal.aborted ? whyStopped(signal) : { isCut: false, error }) })
    throw error
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Why a synthesis was aborted: it was cancelled, or the synthesizer has failed, for example by a timeout. */
function whyStopped({ reason }: AbortSignal): { isCut: boolean; error?: unknown } {
  return reason instanceof SpeechError ? { isCut: false, error: reason } : { isCut: true }
}

/** Measures one recognition or synthesis. Reports its end only once. */
class WorkWatch {
  readonly #kind: Pick<SpeechWork, 'stage' | 'engine'>
  readonly #tracing: SpeechTracing
  readonly #startedAt: number
  #firstAudioMs: number | undefined
  #ended = false

  constructor(kind: Pick<SpeechWork, 'stage' | 'engine'>, tracing: SpeechTracing) {
    this.#kind = kind
    this.#tracing = tracing
    this.#startedAt = tracing.clock.now()
  }

  firstAudio(): void {
    this.#firstAudioMs = this.#tracing.clock.now() - this.#startedAt
  }

  end({ audioMs, isCut, error }: { audioMs: number; isCut: boolean; error?: unknown }): void {
    if (this.#ended) return
    this.#ended = true
    const startedAt = this.#startedAt
    this.#tracing.onWork({
      ...this.#kind,
      startedAt,
      ms: this.#tracing.clock.now() - startedAt,
      audioMs,
      isCut,
      ...(this.#firstAudioMs !== undefined && { firstAudioMs: this.#firstAudioMs }),
      ...(error !== undefined && !isCut && { failure: failureOf(error) }),
    })
  }
}

const failureOf = (error: unknown) => (error instanceof SpeechError ? error.failure : 'bad-answer')
