import { setImmediate as nextTurn } from 'node:timers/promises'
import { messageOf } from '../../errors.js'
import { type Clock, eachWithin } from '../../ports.js'
import type {
  LanguageModel,
  ModelChunk,
  ModelMessage,
  ModelRequest,
  ModelToolCall,
  ProviderData,
} from '../model/language-model.js'
import { ModelError, type ModelFailure } from '../model/model-error.js'
import { isFit, noteAnswer, noteFailure, pauseBeforeRetry } from '../model/model-health.js'
import { ReasoningFilter } from '../model/reasoning-filter.js'
import { namesReasoning } from '../model/reasoning-tags.js'
import { WrittenCalls } from '../model/written-calls.js'
import type { ReplyLimits } from './agent.js'
import type { AgentEvent } from './events.js'

type SpeechPiece = ModelChunk & { type: 'speech' }

export type StepEnd = Omit<AgentEvent & { type: 'step-ended' }, 'type' | 'replyId'>

export interface StepSink {
  text(delta: string): void
  reasoning(delta: string): void
  speech(piece: SpeechPiece): void
  /** The text so far was reasoning and does not belong to the answer. */
  retract(): void
  callDelta(call: { callId: string; name: string; delta: string }): void
  /** A request has ended, with or without an answer. Called before `abandon`. */
  stepEnded(step: StepEnd): void
  /** The model failed, and its output so far is discarded. `then` says what gets the same request again. */
  abandon(error: ModelError, then: AfterFailure): void
}

export type AfterFailure = { retryMs: number } | { next: LanguageModel } | 'end'

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
  from: number
  sink: StepSink
  signal: AbortSignal
  clock: Clock
  /** The time at which the reply ends, by `clock`. No retry waits longer. */
  deadline: number
  limits: Pick<ReplyLimits, 'modelSilenceMs' | 'maxArgumentBytes'>
}

/** 100,000 tokens are more than any model writes at once, and each piece costs work for every client. */
const MAX_PIECES = 100_000

/** A piece is handled without a break, so the rest of a longer one is dropped (`maxReplyTokens` ends the answer). */
const MAX_PIECE_CHARS = 1_000_000

/** Maximum calls in one answer of a model. Each call becomes an item of the conversation. */
const MAX_CALLS = 1_000

/** Whether answers of a model begin with reasoning without a mark such as `<think>`, so that the next ones may. */
const beginInside = new WeakMap<LanguageModel, boolean>()

/** Maximum characters of a provider's data for one answer, as JSON. Longer data is dropped. */
const MAX_PROVIDER_DATA = 256_000

/** Longer tool names are cut. No tool has such a long name. */
const MAX_NAME = 128

/** Tries again, or the next model, while the user has heard nothing. Throws the first error if all fail. */
export async function runStep(
  requestFor: (model: LanguageModel) => ModelRequest,
  options: StepOptions,
): Promise<StepResult> {
  const { signal, sink, clock } = options
  const left = modelsToTry(options)
  let first: ModelError | undefined
  let startedAt = clock.now()
  for (let at = left.shift(); at !== undefined; at = left.shift()) {
    const model = options.models[at]!
    for (let retries = 0; ; retries += 1) {
      signal.throwIfAborted()
      const tried = await tryModel(model, requestFor(model), options)
      const now = clock.now()
      const end = { model: model.name, startedAt, ms: now - startedAt }
      startedAt = now
      if ('calls' in tried) {
        sink.stepEnded({ ...end, reason: tried.reason, usage: tried.usage })
        return { ...tried, model: at }
      }
      first ??= tried.error
      sink.stepEnded({ ...end, model: tried.error.model, failure: tried.error.failure })
      const then = tried.hasSpoken ? 'end' : afterFailure(tried.error, { retries, next: left[0] }, options)
      sink.abandon(tried.error, then)
      if (then === 'end') throw first
      if ('next' in then) break
      await pause(then.retryMs, options)
    }
  }
  throw first ?? new Error('An agent needs at least one language model.')
}

function modelsToTry({ models, from, clock }: StepOptions): number[] {
  const all = models.map((_, at) => at).slice(from)
  if (all.length === 1) return all
  const fit = all.filter((at) => isFit(models[at]!, clock.now()))
  return fit.length > 0 ? fit : all
}

function afterFailure(
  error: ModelError,
  { retries, next }: { retries: number; next: number | undefined },
  { models, clock, deadline }: StepOptions,
): AfterFailure {
  const situation = { retries, hasNext: next !== undefined, now: clock.now(), deadline }
  const retryMs = pauseBeforeRetry(error, situation)
  if (retryMs !== undefined) return { retryMs }
  return next === undefined ? 'end' : { next: models[next]! }
}

function pause(ms: number, { clock, signal }: StepOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      cancel()
      reject(signal.reason)
    }
    const cancel = clock.schedule(() => {
      signal.removeEventListener('abort', onAbort)
      resolve()
    }, ms)
    signal.addEventListener('abort', onAbort, { once: true })
  })
}

/** A request that failed. `hasSpoken`: the sink got text before. */
interface FailedTry {
  error: ModelError
  hasSpoken: boolean
}

/** After so many pieces of an answer, other sessions have their turn, because many pieces may have arrived at once. */
const PIECES_A_TURN = 200

async function tryModel(
  model: LanguageModel,
  request: ModelRequest,
  { sink, signal, clock, limits: { modelSilenceMs: silenceMs, maxArgumentBytes } }: StepOptions,
): Promise<Omit<StepResult, 'model'> | FailedTry> {
  const startsInside = beginInside.get(model) ?? namesReasoning(model.name)
  const tools = new Set(request.toolChoice === 'none' ? [] : request.tools.map(({ name }) => name))
  const known = new Set(
    request.history.flatMap((one) => ('toolCalls' in one ? one.toolCalls : []).map(({ callId }) => callId)),
  )
  const step = new StepCollector(sink, { model: model.name, maxArgumentBytes, startsInside, tools, known })
  const stop = new AbortController()
  const onAbort = () => stop.abort(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  const message = `no sign of life for ${silenceMs / 1000} seconds`
  const late = () => new ModelError('timeout', { model: model.name, message })
  let isWhole = false
  try {
    const history = request.history.map((message) => ownDataOnly(message, model.name))
    const chunks = model.stream({ ...request, history }, { signal: stop.signal })
    let pieces = 0
    for await (const chunk of eachWithin(chunks, { clock, ms: silenceMs, signal, late })) {
      pieces += 1
      if (pieces % PIECES_A_TURN === 0) await nextTurn()
      step.take(chunk)
      if (step.isStopped) break
    }
    isWhole = !step.isStopped
    const result = step.finish()
    if (!beginInside.get(model)) beginInside.set(model, step.beganInside)
    noteAnswer(model)
    return result
  } catch (thrown) {
    if (signal.aborted) throw thrown
    const unread = () =>
      new ModelError('bad-answer', { model: model.name, message: messageOf(thrown), cause: thrown })
    const error = thrown instanceof ModelError ? thrown : unread()
    noteFailure(model, error, clock.now())
    return { error, hasSpoken: step.hasSpoken }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Lets the model release its resources. The step ends now, even if the provider does not react.
    if (!isWhole) stop.abort()
  }
}

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
  readonly #known: ReadonlySet<string>
  /** The id of a call, by the id that the model gave it. */
  readonly #ids = new Map<string, string>()
  readonly #streamed = new Map<string, number>()
  #tooLong: StepCall | undefined
  readonly #reasoning: ReasoningFilter
  readonly #written: WrittenCalls
  #hasText = false
  #isSilent = false
  #pieces = 0
  #reason: StepResult['reason'] | undefined
  #usage = { inputTokens: 0, outputTokens: 0 }
  #explain: StepResult['explain']
  #providerData: ProviderData | undefined

  constructor(
    sink: StepSink,
    options: {
      model: string
      maxArgumentBytes: number
      startsInside: boolean
      tools: ReadonlySet<string>
      known: ReadonlySet<string>
    },
  ) {
    const { startsInside, tools } = options
    this.#sink = sink
    this.#known = options.known
    this.#model = options.model
    this.#maxArgumentBytes = options.maxArgumentBytes
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

  get beganInside(): boolean {
    return this.#reasoning.beganInside
  }

  get hasSpoken(): boolean {
    return this.#hasText
  }

  get isStopped(): boolean {
    return this.#tooLong !== undefined
  }

  take(chunk: ModelChunk): void {
    this.#pieces += 1
    if (this.#pieces > MAX_PIECES)
      throw this.#error('bad-answer', `more than ${MAX_PIECES} pieces in one answer`)
    if (chunk.type === 'text-delta') this.#reasoning.push(cutPiece(chunk.text))
    else if (chunk.type === 'speech') {
      this.#hasText = true
      this.#sink.speech(chunk)
    } else if (chunk.type === 'reasoning-delta') {
      this.#reasoning.release()
      this.#sink.reasoning(cutPiece(chunk.text))
    } else if (chunk.type === 'tool-call-delta') this.#takeDelta({ ...chunk, name: cutName(chunk.name) })
    else if (chunk.type === 'tool-call') this.#addCall({ ...chunk, name: cutName(chunk.name) })
    else if (chunk.type === 'usage')
      this.#usage = { inputTokens: chunk.inputTokens, outputTokens: chunk.outputTokens }
    else if (chunk.type === 'explain') this.#explain = chunk
    else if (chunk.type === 'provider-data') this.#takeProviderData(chunk)
    else {
      this.#reason = chunk.reason
      this.#isSilent = chunk.isSilent ?? false
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
    const { name, delta } = chunk
    const callId = this.#idOf(chunk.callId)
    const bytes = (this.#streamed.get(callId) ?? 0) + Buffer.byteLength(delta)
    this.#streamed.set(callId, bytes)
    this.#refuseMany(this.#streamed)
    if (bytes > this.#maxArgumentBytes) this.#stopAt({ callId, name })
    else this.#sink.callDelta({ callId, name, delta })
  }

  /** Adds a call. The same call again is ignored; another call with the same id gets an id of its own. */
  #addCall({ callId: given, name, arguments: text }: ModelToolCall): void {
    const known = this.#calls.get(this.#idOf(given))
    if (known?.name === name && known.arguments === text) return
    const callId = known ? this.#freeId(given) : this.#idOf(given)
    this.#ids.set(given, callId)
    if (Buffer.byteLength(text) > this.#maxArgumentBytes) this.#stopAt({ callId, name })
    else this.#calls.set(callId, { callId, name, arguments: text })
    this.#refuseMany(this.#calls)
  }

  /** The id of a call that the model gave this id. Some servers give the same ids in each answer. */
  #idOf(given: string): string {
    const id = this.#ids.get(given) ?? this.#freeId(given)
    this.#ids.set(given, id)
    return id
  }

  #freeId(given: string): string {
    let id = given
    for (let number = 2; this.#known.has(id) || this.#calls.has(id); number += 1) id = `${given}_${number}`
    return id
  }

  /** The result of the step has only this call, because other calls may be incomplete. */
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
    const isEmpty = !this.#hasText && !this.#isSilent && calls.length === 0
    if (isEmpty && this.#reason === 'stop') throw this.#error('no-answer', 'the answer was empty')
    const explain = this.#explain && { explain: this.#explain }
    const providerData = this.#providerData && { providerData: this.#providerData }
    return { calls, reason: this.#reason, usage: this.#usage, ...explain, ...providerData }
  }

  #error(failure: ModelFailure, message: string): ModelError {
    return new ModelError(failure, { model: this.#model, message })
  }
}

const cutPiece = (text: string) => text.slice(0, MAX_PIECE_CHARS)

const cutName = (name: string) => (name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name)
