import { messageOf } from '../../errors.js'
import { type Clock, within } from '../../ports.js'
import type {
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ProviderData,
} from '../model/language-model.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { ReasoningFilter } from '../model/reasoning-filter.js'
import { namesReasoning } from '../model/reasoning-tags.js'
import { WrittenCalls } from '../model/written-calls.js'

/** Receives the pieces of a model's answer while it streams. */
export interface StepSink {
  text(delta: string): void
  reasoning(delta: string): void
  /** The text so far was reasoning and does not belong to the answer. */
  retract(): void
  callDelta(call: { callId: string; name: string; delta: string }): void
  /** The model failed, and its output so far is discarded. `next`, if there is one, gets the same request again. */
  abandon(error: ModelError, next: LanguageModel | undefined): void
}

export interface StepCall extends ModelToolCall {
  /** Set if the arguments were too long. They are left out, and the rest of the answer was not read. */
  isTooLong?: true
}

export interface StepResult {
  calls: StepCall[]
  /** Index of the model that answered. The next request of the reply starts with this model. */
  model: number
  reason: (ModelChunk & { type: 'end' })['reason']
  usage: { inputTokens: number; outputTokens: number }
  explain?: ModelChunk & { type: 'explain' }
  /** What the provider wants back with this answer in later requests. Belongs to the text and the calls of the step. */
  providerData?: ProviderData
}

export interface StepOptions {
  models: readonly LanguageModel[]
  /** Index of the model to try first. */
  from: number
  sink: StepSink
  signal: AbortSignal
  clock: Clock
  silenceMs: number
  maxArgumentBytes: number
}

/** Maximum calls in one answer of a model. Each call becomes an item of the conversation. */
const MAX_CALLS = 1_000

/**
 * For each model, whether one of its answers began with reasoning without a mark such as `<think>` before it. The next
 * answers of this model are expected to begin in the same way.
 */
const beginInside = new WeakMap<LanguageModel, boolean>()

/** Maximum characters of a provider's data for one answer, as JSON. Longer data is dropped. */
const MAX_PROVIDER_DATA = 256_000

/** Longer tool names are cut. No tool has such a long name. */
const MAX_NAME = 128

/**
 * One request to a language model, or to the next one after a failure. Calls of a failed model are dropped, so that
 * no call runs twice. Throws the first `ModelError` if all models fail.
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
  { sink, signal, clock, silenceMs, maxArgumentBytes }: StepOptions,
): Promise<Omit<StepResult, 'model'>> {
  const startsInside = beginInside.get(model) ?? namesReasoning(model.name)
  const tools = new Set(request.toolChoice === 'none' ? [] : request.tools.map(({ name }) => name))
  const step = new StepCollector(sink, { model: model.name, maxArgumentBytes, startsInside, tools })
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const message = `no sign of life for ${silenceMs / 1000} seconds`
  const late = () => new ModelError('timeout', { model: model.name, message })
  let chunks: AsyncIterator<ModelChunk> | undefined
  try {
    const history = request.history.map((message) => ownDataOnly(message, model.name))
    chunks = model.stream({ ...request, history }, { signal: stopped })[Symbol.asyncIterator]()
    while (true) {
      const next = await within(chunks.next(), { clock, ms: silenceMs, signal, late })
      if (next.done) break
      step.take(next.value)
      if (step.isStopped) break
    }
    const result = step.finish()
    if (!beginInside.get(model)) beginInside.set(model, step.beganInside)
    return result
  } catch (error) {
    if (error instanceof ModelError || signal.aborted) throw error
    throw new ModelError('bad-answer', { model: model.name, message: messageOf(error), cause: error })
  } finally {
    stop.abort()
    // Lets the model release its resources. The step ends now, even if the provider does not react.
    chunks?.return?.().catch(() => undefined)
  }
}

/** A message without the data of other models. */
function ownDataOnly(message: ModelMessage, model: string): ModelMessage {
  if (message.role !== 'assistant' || message.providerData === undefined) return message
  const { providerData, ...rest } = message
  return providerData.model === model ? message : rest
}

class StepCollector {
  readonly #sink: StepSink
  readonly #model: string
  readonly #maxArgumentBytes: number
  readonly #calls = new Map<string, ModelToolCall>()
  readonly #streamed = new Map<string, number>()
  #tooLong: StepCall | undefined
  readonly #reasoning: ReasoningFilter
  readonly #written: WrittenCalls
  #hasText = false
  #reason: StepResult['reason'] | undefined
  #usage = { inputTokens: 0, outputTokens: 0 }
  #explain: StepResult['explain']
  #providerData: ProviderData | undefined

  constructor(
    sink: StepSink,
    {
      model,
      maxArgumentBytes,
      startsInside,
      tools,
    }: { model: string; maxArgumentBytes: number; startsInside: boolean; tools: ReadonlySet<string> },
  ) {
    this.#sink = sink
    this.#model = model
    this.#maxArgumentBytes = maxArgumentBytes
    this.#written = new WrittenCalls(tools, (delta) => {
      this.#hasText = true
      sink.text(delta)
    })
    const own = {
      text: (delta: string) => this.#written.push(delta),
      reasoning: (delta: string) => sink.reasoning(delta),
      retract: () => {
        this.#hasText = false
        this.#written.retract()
        sink.retract()
      },
    }
    this.#reasoning = new ReasoningFilter(own, { startsInside })
  }

  /** Whether the answer began with reasoning without a mark such as `<think>` before it. */
  get beganInside(): boolean {
    return this.#reasoning.beganInside
  }

  /** Whether the arguments of a call are too long. The rest of the answer is then not read. */
  get isStopped(): boolean {
    return this.#tooLong !== undefined
  }

  take(chunk: ModelChunk): void {
    if (chunk.type === 'text-delta') this.#reasoning.push(chunk.text)
    else if (chunk.type === 'reasoning-delta') {
      this.#reasoning.release()
      this.#sink.reasoning(chunk.text)
    } else if (chunk.type === 'tool-call-delta') this.#takeDelta({ ...chunk, name: cutName(chunk.name) })
    else if (chunk.type === 'tool-call') this.#addCall({ ...chunk, name: cutName(chunk.name) })
    else if (chunk.type === 'usage')
      this.#usage = { inputTokens: chunk.inputTokens, outputTokens: chunk.outputTokens }
    else if (chunk.type === 'explain') this.#explain = chunk
    else if (chunk.type === 'provider-data') this.#takeProviderData(chunk)
    else {
      this.#reason = chunk.reason
      this.#reasoning.end({ isWhole: chunk.reason === 'stop' })
      this.#takeWritten()
    }
  }

  #takeProviderData({ data }: ModelChunk & { type: 'provider-data' }): void {
    if (JSON.stringify(data).length <= MAX_PROVIDER_DATA) this.#providerData = { model: this.#model, data }
  }

  /** Adds calls that the model wrote as text, but only if it made no real calls. */
  #takeWritten(): void {
    const mayTake = this.#reason === 'stop' && this.#calls.size === 0
    if (!mayTake) this.#written.release()
    for (const [index, call] of this.#written.take().entries()) {
      this.#addCall({ callId: `call_${index}`, ...call })
      this.#reason = 'tool-calls'
    }
  }

  #takeDelta(chunk: ModelChunk & { type: 'tool-call-delta' }): void {
    this.#reasoning.end({ isWhole: false })
    this.#written.release()
    const { callId, name, delta } = chunk
    const bytes = (this.#streamed.get(callId) ?? 0) + Buffer.byteLength(delta)
    this.#streamed.set(callId, bytes)
    this.#refuseMany(this.#streamed)
    if (bytes > this.#maxArgumentBytes) this.#stopAt({ callId, name })
    else this.#sink.callDelta(chunk)
  }

  /** Adds a call. A second call with the same id is ignored. */
  #addCall({ callId, name, arguments: text }: ModelToolCall): void {
    if (Buffer.byteLength(text) > this.#maxArgumentBytes) this.#stopAt({ callId, name })
    else if (!this.#calls.has(callId)) this.#calls.set(callId, { callId, name, arguments: text })
    this.#refuseMany(this.#calls)
  }

  /**
   * Stops reading the answer. The result of the step contains only this call, because other calls may be incomplete.
   */
  #stopAt(call: Omit<ModelToolCall, 'arguments'>): void {
    this.#tooLong = { ...call, arguments: '{}', isTooLong: true }
  }

  #refuseMany({ size }: { size: number }): void {
    if (size > MAX_CALLS) throw this.#error('bad-answer', `more than ${MAX_CALLS} tool calls in one answer`)
  }

  finish(): Omit<StepResult, 'model'> {
    if (this.#tooLong) return { calls: [this.#tooLong], reason: 'tool-calls', usage: this.#usage }
    const calls = [...this.#calls.values()]
    if (this.#reason === undefined) throw this.#error('cut', 'the answer ended before its end')
    if (!this.#hasText && calls.length === 0 && this.#reason === 'stop')
      throw this.#error('no-answer', 'the answer was empty')
    const explain = this.#explain && { explain: this.#explain }
    const providerData = this.#providerData && { providerData: this.#providerData }
    return { calls, reason: this.#reason, usage: this.#usage, ...explain, ...providerData }
  }

  #error(failure: ModelFailure, message: string): ModelError {
    return new ModelError(failure, { model: this.#model, message })
  }
}

const cutName = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name)
