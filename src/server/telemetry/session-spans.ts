import type { Attributes, Span, Tracer } from '@opentelemetry/api'
import type { AgentEvent, ReplyEnd } from '../agent/events.js'
import type { SpeechWork } from './traced-speech.js'

/** The OpenTelemetry API that the process has registered. */
export interface Tracing {
  api: Pick<typeof import('@opentelemetry/api'), 'trace' | 'ROOT_CONTEXT' | 'SpanStatusCode'>
  tracer: Tracer
}

/** The global key of the OpenTelemetry API 1.x, which all copies of `@opentelemetry/api` share. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/**
 * The tracing of this process. `undefined` if no OpenTelemetry SDK is registered (the API package is then not loaded),
 * or if the API package is missing.
 */
export async function findTracing(): Promise<Tracing | undefined> {
  if (!(REGISTERED in globalThis)) return undefined
  try {
    const api = await import('@opentelemetry/api')
    return { api, tracer: api.trace.getTracer('voice') }
  } catch {
    return undefined
  }
}

/**
 * Operation names of speech recognition and synthesis. The GenAI conventions of OpenTelemetry do not define them yet.
 */
const SPEECH = {
  stt: { operation: 'speech_to_text', output: 'text' },
  tts: { operation: 'text_to_speech', output: 'speech' },
} as const

/**
 * The spans of one session. The session contains turns and recognitions; a turn contains steps, tool calls and
 * synthesized sentences. Names follow the GenAI conventions of OpenTelemetry. Spans contain no text of users, tools
 * or agent.
 */
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

  /**
   * Adds the span of a recognition or synthesis. The parent of a recognition is the session, because a turn starts only
   * after its transcript.
   */
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

/**
 * The parts of `provider/model:language` or `provider/model:voice`. A name without a provider is used as both provider
 * and model.
 */
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
