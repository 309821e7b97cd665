import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import type { Clock } from '../../ports.js'
import type { Agent, AgentSpeech } from '../agent/agent.js'
import type { AgentEvent, ReplyEnd } from '../agent/events.js'
import { decorate } from '../model/decorate.js'
import { SpeechError } from '../model/speech-error.js'
import type { Recognition, SpeechToText } from '../model/speech-to-text.js'
import type { SpeechChunk, TextToSpeech } from '../model/text-to-speech.js'
import { LISTENING_RATE } from '../model/vad.js'

/** The OpenTelemetry API that the process has registered. */
export interface Tracing {
  api: Pick<typeof import('@opentelemetry/api'), 'trace' | 'ROOT_CONTEXT' | 'SpanStatusCode'>
  tracer: Tracer
}

/** The global key of the OpenTelemetry API 1.x, which all copies of `@opentelemetry/api` share. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** The process's tracing; `undefined` without a registered SDK, or without the API package. */
export async function findTracing(): Promise<Tracing | undefined> {
  if (!(REGISTERED in globalThis)) return undefined
  try {
    const api = await import('@opentelemetry/api')
    return { api, tracer: api.trace.getTracer('voice') }
  } catch {
    return undefined
  }
}

/** Not yet in the GenAI conventions of OpenTelemetry. */
const SPEECH = {
  stt: { operation: 'speech_to_text', output: 'text' },
  tts: { operation: 'text_to_speech', output: 'speech' },
} as const

/** Spans by the GenAI conventions, without texts: a session has turns and recognitions; turns have steps, calls, sentences. */
export class SessionSpans {
  readonly #tracing: Tracing
  readonly #session: Span
  readonly #sessionId: string
  readonly #turns = new Map<string, Span>()
  /** The last turn that is not out of band. Its sentences may still be synthesized after the turn has ended. */
  #speaking: Span | undefined

  constructor(tracing: Tracing, sessionId: string) {
    this.#tracing = tracing
    this.#sessionId = sessionId
    const attributes = { 'gen_ai.conversation.id': sessionId }
    this.#session = tracing.tracer.startSpan('voice.session', { attributes }, tracing.api.ROOT_CONTEXT)
  }

  turnStarted({ replyId, outOfBand }: { replyId: string; outOfBand: boolean }): void {
    const attributes = { 'gen_ai.operation.name': 'invoke_agent', 'voice.turn.id': replyId }
    const span = this.#start('invoke_agent', { parent: this.#session, attributes })
    this.#turns.set(replyId, span)
    if (!outOfBand) this.#speaking = span
  }

  stepEnded(event: AgentEvent & { type: 'step-ended' }): void {
    const { replyId, model, startedAt, ms, reason, failure, usage } = event
    const [provider = '', ...name] = model.split('/')
    const span = this.#start(`chat ${name.join('/')}`, {
      parent: this.#turns.get(replyId) ?? this.#session,
      startedAt,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': name.join('/'),
        ...(reason && { 'gen_ai.response.finish_reasons': [reason] }),
        'gen_ai.usage.input_tokens': usage?.inputTokens,
        'gen_ai.usage.output_tokens': usage?.outputTokens,
      },
    })
    this.#end(span, { failure, endedAt: startedAt + ms })
  }

  callEnded({ itemId, replyId, tool, failed, status, startedAt, ms }: EndedCall): void {
    const span = this.#start(`execute_tool ${tool}`, {
      parent: this.#turns.get(replyId) ?? this.#session,
      startedAt,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool,
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': itemId,
        'http.response.status_code': status,
      },
    })
    const failure = failed ? String(status ?? 'tool_failed') : undefined
    this.#end(span, { failure, endedAt: startedAt + ms })
  }

  /** Adds the span of speech work. A recognition belongs to the session: its turn starts after the transcript. */
  speechEnded({ stage, engine, startedAt, ms, audioMs, firstAudioMs, failure, isCut }: SpeechWork): void {
    const { operation, output } = SPEECH[stage]
    const { provider, model, variant } = engineParts(engine)
    const span = this.#start(`${operation} ${model}`, {
      parent: (stage === 'tts' ? this.#speaking : undefined) ?? this.#session,
      startedAt,
      attributes: {
        'gen_ai.operation.name': operation,
        'gen_ai.provider.name': provider,
        'gen_ai.request.model': model,
        'gen_ai.output.type': output,
        'voice.audio.seconds': audioMs / 1000,
        ...(variant !== undefined && {
          [stage === 'stt' ? 'voice.stt.language' : 'voice.tts.voice']: variant,
        }),
        ...(firstAudioMs !== undefined && { 'voice.tts.first_audio_seconds': firstAudioMs / 1000 }),
        ...(isCut && { 'voice.cut': true }),
      },
    })
    this.#end(span, { failure, endedAt: startedAt + ms })
  }

  turnEnded(replyId: string, { status, errorCode, usage }: ReplyEnd): void {
    const span = this.#turns.get(replyId)
    if (!span) return
    this.#turns.delete(replyId)
    span.setAttributes({
      'voice.turn.status': status,
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
    })
    this.#end(span, { failure: errorCode })
  }

  close(): void {
    for (const span of this.#turns.values()) span.end()
    this.#turns.clear()
    this.#session.end()
  }

  #start(
    name: string,
    { parent, attributes, startedAt }: { parent: Span; attributes: Attributes; startedAt?: number },
  ): Span {
    const { api, tracer } = this.#tracing
    const context = api.trace.setSpan(api.ROOT_CONTEXT, parent)
    const all = { 'gen_ai.conversation.id': this.#sessionId, ...attributes }
    const started = startedAt === undefined ? {} : { startTime: startedAt }
    return tracer.startSpan(name, { attributes: all, ...started }, context)
  }

  #end(span: Span, { failure, endedAt }: { failure: string | undefined; endedAt?: number }): void {
    if (failure !== undefined) {
      span.setAttribute('error.type', failure)
      span.setStatus({ code: this.#tracing.api.SpanStatusCode.ERROR })
    }
    span.end(endedAt)
  }
}

/** The parts of `provider/model:language`; without a provider, the name is both. */
function engineParts(engine: string): { provider: string; model: string; variant: string | undefined } {
  const [, provider, model = '', variant] = /^(?:([^/]*)\/)?(.*?)(?::([^:]*))?$/.exec(engine) ?? []
  return { provider: provider ?? model, model, variant }
}

interface EndedCall {
  itemId: string
  replyId: string
  tool: string
  failed: boolean
  status: number | undefined
  startedAt: number
  ms: number
}

export interface SpeechWork {
  stage: 'stt' | 'tts'
  engine: string
  startedAt: number
  ms: number
  audioMs: number
  firstAudioMs?: number
  failure?: string
  /** Whether it was cancelled because the user spoke on or interrupted. */
  isCut: boolean
}

interface SpeechTracing {
  clock: Clock
  onWork: (work: SpeechWork) => void
}

/** A copy of an agent whose engines report to `onWork`, also after `latest` changes. */
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
