import { messageOf } from '../../errors.js'
import type { Clock } from '../../ports.js'
import type { LanguageModel, ModelChunk, ModelRequest, ModelToolCall } from '../model/language-model.js'
import { ModelError } from '../model/model-error.js'

/** Where the pieces of a step go while it streams. */
export interface StepSink {
  text(delta: string): void
  callDelta(call: { callId: string; name: string; delta: string }): void
  /** The model broke off: what it has said so far does not count. The next one starts from the beginning of the step. */
  abandon(error: ModelError, next: LanguageModel | undefined): void
}

/** What a step came to. */
export interface StepResult {
  calls: ModelToolCall[]
  /** Position of the model that answered, to start from in the next step. */
  model: number
  reason: (ModelChunk & { type: 'end' })['reason']
  usage: { inputTokens: number; outputTokens: number }
  explain?: ModelChunk & { type: 'explain' }
}

/** What a step is made of. */
export interface StepOptions {
  models: readonly LanguageModel[]
  /** The model to try first. */
  from: number
  sink: StepSink
  signal: AbortSignal
  clock: Clock
  silenceMs: number
}

/**
 * One LLM request: the models in their order until one gives a whole step. Calls are handed over only when the step is whole, so a
 * model that breaks off never leaves a call behind that the next one repeats. Throws the first model's `ModelError` when all failed.
 */
export async function runStep(
  requestFor: (model: LanguageModel) => ModelRequest,
  options: StepOptions,
): Promise<StepResult> {
  const { models, sink } = options
  let first: ModelError | undefined
  for (let at = options.from; at < models.length; at += 1) {
    options.signal.throwIfAborted()
    const model = models[at]!
    try {
      return { ...(await tryModel(model, requestFor(model), options)), model: at }
    } catch (error) {
      if (options.signal.aborted || !(error instanceof ModelError)) throw error
      first ??= error
      sink.abandon(error, models[at + 1])
    }
  }
  throw first ?? new Error('An agent needs at least one language model.')
}

async function tryModel(
  model: LanguageModel,
  request: ModelRequest,
  { sink, signal, clock, silenceMs }: StepOptions,
): Promise<Omit<StepResult, 'model'>> {
  const step = new StepCollector(sink)
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    const chunks = model.stream(request, { signal: stop.signal })[Symbol.asyncIterator]()
    while (true) {
      const next = await withinSilence(chunks.next(), { clock, silenceMs, signal, model: model.name })
      if (next.done) break
      step.take(next.value)
    }
    return step.finish(model.name)
  } catch (error) {
    if (error instanceof ModelError || signal.aborted) throw error
    throw new ModelError('bad-answer', { model: model.name, message: messageOf(error), cause: error })
  } finally {
    signal.removeEventListener('abort', onAbort)
    stop.abort()
  }
}

/** The chunk, or a `ModelError` when the model stays silent too long, or the abort reason at once. */
function withinSilence<T>(
  chunk: Promise<T>,
  {
    clock,
    silenceMs,
    signal,
    model,
  }: { clock: Clock; silenceMs: number; signal: AbortSignal; model: string },
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => settle(() => reject(signal.reason))
    const cancelTimer = clock.schedule(() => {
      const message = `no sign of life for ${silenceMs / 1000} seconds`
      settle(() => reject(new ModelError('timeout', { model, message })))
    }, silenceMs)
    const settle = (finish: () => void) => {
      cancelTimer()
      signal.removeEventListener('abort', onAbort)
      finish()
    }
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    chunk.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    )
  })
}

/** Gathers the chunks of one model's step. */
class StepCollector {
  readonly #sink: StepSink
  readonly #calls = new Map<string, ModelToolCall>()
  #hasText = false
  #reason: StepResult['reason'] | undefined
  #usage = { inputTokens: 0, outputTokens: 0 }
  #explain: StepResult['explain']

  constructor(sink: StepSink) {
    this.#sink = sink
  }

  take(chunk: ModelChunk): void {
    if (chunk.type === 'text-delta') {
      if (!chunk.text) return
      this.#hasText = true
      this.#sink.text(chunk.text)
    } else if (chunk.type === 'tool-call-delta') this.#sink.callDelta(chunk)
    else if (chunk.type === 'tool-call') this.#addCall(chunk)
    else if (chunk.type === 'usage')
      this.#usage = { inputTokens: chunk.inputTokens, outputTokens: chunk.outputTokens }
    else if (chunk.type === 'explain') this.#explain = chunk
    else this.#reason = chunk.reason
  }

  /** A call that comes twice under one id is one call. */
  #addCall({ callId, name, arguments: text }: ModelToolCall): void {
    if (!this.#calls.has(callId)) this.#calls.set(callId, { callId, name, arguments: text })
  }

  finish(model: string): Omit<StepResult, 'model'> {
    const calls = [...this.#calls.values()]
    if (this.#reason === undefined) {
      throw new ModelError('cut', { model, message: 'the answer ended before its end' })
    }
    if (!this.#hasText && calls.length === 0 && this.#reason === 'stop') {
      throw new ModelError('no-answer', { model, message: 'the answer was empty' })
    }
    const explain = this.#explain && { explain: this.#explain }
    return { calls, reason: this.#reason, usage: this.#usage, ...explain }
  }
}
