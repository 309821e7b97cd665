import { setMaxListeners } from 'node:events'
import { placeOf, stackOf } from '../../errors.js'
import type { FailureTexts } from '../../languages/agent-texts.js'
import { estimateTokens } from '../../toolkit/semantics/tokens.js'
import type { ModelChunk } from '../model/language-model.js'
import { ModelError, modelFault } from '../model/model-error.js'
import type { QuestionStyle } from './approval-fields.js'
import { approvalCards, approvalQuestion, droppedText } from './approval-question.js'
import type { ApprovalRequest } from './approvals.js'
import type { CallContext } from './call-checks.js'
import { approvalItem, type CallHistoryItem, CallItem } from './call-item.js'
import { CallRunner } from './call-runner.js'
import {
  type AssistantMessage,
  assistantMessage,
  type Fact,
  type HistoryItem,
  INTERNAL,
  type ModelAnswer,
  type ReplyEnd,
  type Usage,
} from './events.js'
import type { History } from './history.js'
import type { Log } from './log.js'
import { modelRequest, type RequestSources, zoneOf } from './model-request.js'
import { type AfterFailure, runStep, type StepEnd, type StepResult, type StepSink } from './step.js'
import type { PreparedCall } from './tool-calls.js'

export interface ReplyOptions extends RequestSources {
  context: CallContext
  log: Log
  onLate: (item: HistoryItem & { type: 'mcp_call' }) => void
  /** Called before each request to a model, which has all of the history. */
  onRequest: () => void
  /** The approved calls, if approval requests were answered just now. */
  approved?: ApprovalRequest[] | undefined
}

type End = Omit<ReplyEnd, 'usage'>

/** Streamed text counts as at least one token for this many characters: `estimateTokens` is too low for symbols. */
const MAX_CHARS_PER_TOKEN = 5

/** After this pause, in milliseconds, the user should hear that the answer takes longer, and a request is not new any more. */
const LONG_PAUSE_MS = 1_000

/**
 * One reply: steps of a language model with tool calls between them. It ends once; output after that is ignored, as
 * promises of a cancelled reply may still resolve. States: idle → (calls →)? (model → calls)* → asking? → done.
 */
export class Reply implements StepSink {
  readonly id: string
  readonly #options: ReplyOptions
  readonly #context: CallContext
  readonly #abort = new AbortController()
  readonly #calls: CallRunner
  readonly #started: number
  readonly #usage: Usage = { inputTokens: 0, outputTokens: 0 }
  readonly #stages: Record<string, number> = {}
  #state: 'idle' | 'model' | 'calls' | 'asking' | 'done' = 'idle'
  #message: AssistantMessage | undefined
  readonly #callItems: CallItem[] = []
  /** The items of the current step, which are hidden from models if its model fails. */
  #stepItems: string[] = []
  #streamedTokens = 0
  /** The request to the model that runs. It has begun to answer if `isAnswering` is set. */
  #request: { at: number; isAnswering: boolean; stop: AbortController } | undefined
  #model = 0
  #badSteps = 0
  #hasSaidWaiting = false

  constructor(options: ReplyOptions) {
    const { context, agent, log, clientTools } = options
    this.id = context.newId('resp')
    this.#options = options
    this.#context = context
    this.#started = context.clock.now()
    const { signal } = this.#abort
    // Each running call adds a listener to this signal. By default, Node warns about a leak at more than 10 listeners.
    setMaxListeners(0, signal)
    const canAsk = !this.isOutOfBand
    this.#calls = new CallRunner({ context, agent, log, clientTools, signal, canAsk, output: this })
  }

  get history(): History {
    return this.#options.log.history
  }

  get isOutOfBand(): boolean {
    return this.#options.asked.outOfBand !== undefined
  }

  get waitsForCalls(): boolean {
    return this.#state === 'calls'
  }

  get #isDone(): boolean {
    return this.#state === 'done'
  }

  /** Goes on to another state. Throws if the reply was stopped meanwhile. */
  #enter(state: 'model' | 'calls' | 'asking'): void {
    this.#abort.signal.throwIfAborted()
    this.#state = state
  }

  async run(): Promise<void> {
    this.#start()
    const { replyTimeoutMs } = this.#options.agent.limits
    const cancelTimer = this.#context.clock.schedule(() => this.#stop('tooLong'), replyTimeoutMs)
    try {
      this.#end(await this.#answer())
    } catch (error) {
      this.#endBroken(this.#abort.signal.aborted ? this.#abort.signal.reason : error)
    } finally {
      cancelTimer()
    }
  }

  /** Says a text; `asks`: and the question that waits for an answer. */
  runText(text: string, { asks = false, ...options }: { aside: boolean; asks?: boolean }): void {
    this.#start()
    this.#say(text, options)
    if (asks) this.#repeatQuestion()
    this.#done({ status: 'completed' })
  }

  cancel(reason: ReplyEnd['reason'] & string): void {
    this.#end({ status: 'cancelled', reason })
    this.#stop('internal')
  }

  #stop(words: Stop['words']): void {
    const stop = new Stop(words)
    this.#abort.abort(stop)
    this.#request?.stop.abort(stop)
  }

  #start(): void {
    const { asked, isSpoken: spoken } = this.#options
    this.#state = 'model'
    const { metadata = null } = asked
    this.#append({ type: 'reply-started', replyId: this.id, outOfBand: this.isOutOfBand, metadata, spoken })
  }

  /** Approved calls, then steps until one needs no more calls, or the user or the client must act. */
  async #answer(): Promise<End> {
    const { agent, approved } = this.#options
    this.#enter('calls')
    if (approved && this.#ask(await this.#calls.runApproved(approved))) return COMPLETED
    for (let step = 0; step < agent.limits.maxSteps; step += 1) {
      const result = await this.#askModel(step)
      this.#closeMessage('completed')
      const answer = this.#record(result)
      if (result.reason === 'length') return { status: 'incomplete', reason: 'max_output_tokens' }
      if (result.reason === 'content-filter') return { status: 'incomplete', reason: 'content_filter' }
      if (result.calls.length === 0) {
        this.#repeatQuestion()
        return COMPLETED
      }
      if (await this.#runCalls(result, answer)) return COMPLETED
      if (this.#badSteps > agent.limits.maxBadSteps) throw new Stop('tooManyBadCalls')
      if (this.#isOverTokens) throw new Stop('tooManyTokens')
    }
    throw new Stop('tooManySteps')
  }

  async #askModel(step: number): Promise<StepResult> {
    const { agent, approved } = this.#options
    const { clock } = this.#context
    const before = clock.now()
    const unreported = this.#streamedTokens
    this.#enter('model')
    this.#options.onRequest()
    this.#stepItems = []
    this.#calls.reset()
    const isFirst = step === 0 && !approved
    const stop = new AbortController()
    this.#request = { at: before, isAnswering: false, stop }
    const result = await runStep((model) => modelRequest(model, this.#options, { isFirst }), {
      models: agent.models,
      from: this.#model,
      signal: stop.signal,
      clock,
      deadline: this.#started + agent.limits.replyTimeoutMs,
      limits: agent.limits,
      sink: this,
    }).catch((error: unknown) => {
      if (this.#abort.signal.aborted || !stop.signal.aborted) throw error
      return undefined
    })
    if (!result) return this.#askModel(step)
    this.#model = result.model
    const { inputTokens, outputTokens } = result.usage
    this.#usage.inputTokens += inputTokens
    this.#usage.outputTokens += outputTokens
    if (outputTokens > 0) this.#streamedTokens = unreported
    this.#addStage('llm', clock.now() - before)
    this.#explain(result)
    return result
  }

  /**
   * Asks the model again, with a result that has come since, if it was asked within the last second and has not begun to
   * answer: so that it does not tell first that the call is still running.
   */
  askAgain(): boolean {
    const request = this.#request
    if (this.#state !== 'model' || !request || request.isAnswering) return false
    const isNew = this.#context.clock.now() - request.at <= LONG_PAUSE_MS
    if (!isNew || this.#options.agent.speech?.voiceModel) return false
    request.stop.abort()
    return true
  }

  stepEnded(step: StepEnd): void {
    this.#append({ type: 'step-ended', replyId: this.id, ...step })
  }

  abandon(error: ModelError, then: AfterFailure): void {
    const { logger } = this.#context
    logger.warn('language model failed', { turn: this.id, ...modelFault(error) })
    logger.debug('place of the failure', { turn: this.id, place: placeOf(error.cause) })
    this.#breakOff()
    for (const itemId of this.#stepItems) this.#append({ type: 'item-hidden', itemId })
    this.#stepItems = []
    this.#calls.reset()
    this.#tellWait(then)
  }

  /** Tells the user, once in a reply, that the answer takes longer, or that the built-in router gives it. */
  #tellWait(then: AfterFailure): void {
    const { agent } = this.#options
    if (then === 'end') return
    if ('next' in then && then.next === agent.lastResort)
      this.#say(agent.locale.failures.lastResort, { aside: true })
    else if ('next' in then || then.retryMs >= LONG_PAUSE_MS) this.sayFiller()
  }

  /** Keeps the answer of the model as it was made, so that later requests contain it unchanged. */
  #record({ calls, providerData }: StepResult): ModelAnswer {
    const { history } = this
    const made = calls.map(({ isTooLong: _, ...call }) => this.#calls.withoutSecrets(call))
    const texts = this.#stepItems.filter((id) => history.get(id)?.type === 'message' && !history.isAside(id))
    const answer = { texts, calls: made, providerData }
    if (calls.length > 0 || providerData) this.#append({ type: 'model-answered', answer })
    return answer
  }

  #explain({ explain, calls }: StepResult): void {
    if (!explain && calls.length === 0) return
    const { candidates = [], missing = [], chosen = calls[0]?.name ?? null } = explain ?? {}
    const requests = () => this.#calls.dryRuns(calls)
    this.#options.log.append({ type: 'explain', turnId: this.id, candidates, chosen, missing, requests })
  }

  /** Runs the tool calls in one answer of the model. Returns true if the user or the client must act next. */
  async #runCalls({ calls }: StepResult, answer: ModelAnswer): Promise<boolean> {
    const { clock } = this.#context
    const before = clock.now()
    this.#enter('calls')
    const { waitsForClient, toAsk, hasBad } = await this.#calls.run(calls, answer.calls)
    this.#addStage('tools', clock.now() - before)
    if (hasBad) this.#badSteps += 1
    return this.#ask(toAsk) || waitsForClient
  }

  /** Asks about calls, with a request for each. Earlier requests that are still open lapse. False if there are no calls. */
  #ask(calls: readonly PreparedCall[]): boolean {
    this.#enter('asking')
    if (calls.length === 0) return false
    const { approvals, newId } = this.#context
    const style = { ...this.#style, said: this.history.turnText() }
    const question = approvalQuestion(calls, style)
    const cards = approvalCards(calls, style)
    this.#dropOpenRequests(calls)
    const message_id = this.#say(question, { aside: true })
    const cardOf = (at: number) => ({ message_id, ...cards[at]! })
    const requests = calls.map((call, at) => ({ id: newId('mcpr'), call, card: cardOf(at) }))
    approvals.open(requests, question)
    for (const request of requests) this.#addRequest(request)
    this.#tellAsked(requests)
    return true
  }

  /** Tells clients what the requests ask. Without the calls, whose arguments are not masked. */
  #tellAsked(requests: readonly ApprovalRequest[]): void {
    const asked = requests.map(({ id, card }) => ({ id, card }))
    this.#append({ type: 'approval-asked', replyId: this.id, requests: asked })
  }

  /** Tells the user which requests the new ones replace, and adds an answer to each that is open, so that no client shows it. */
  #dropOpenRequests(calls: readonly PreparedCall[]): void {
    const { approvals, newId } = this.#context
    const text = droppedText(approvals.lapsing(calls), { calls, style: this.#style })
    if (text) this.#say(text, { aside: true })
    for (const request of approvals.pending.requests) {
      const answer = { approval_request_id: request.id, approve: false, reason: 'replaced' }
      const item: HistoryItem = { id: newId('item'), type: 'mcp_approval_response', ...answer }
      for (const type of ['item-added', 'item-done'] as const)
        this.#options.log.append({ type, item, listed: true })
    }
  }

  /** So that a later "yes" can mean nothing else. Changed requests are replaced by new ones. */
  #repeatQuestion(): void {
    const { requests } = this.#context.approvals.pending
    if (this.isOutOfBand || requests.length === 0) return
    const calls = requests.map(({ call }) => this.#calls.restate(call) ?? call)
    if (calls.some(({ shown }, at) => shown !== requests[at]?.call.shown)) return void this.#ask(calls)
    const message_id = this.#say(approvalQuestion(calls, this.#style), { aside: true })
    for (const request of requests) if (request.card) request.card = { ...request.card, message_id }
    this.#tellAsked(requests)
  }

  get #style(): QuestionStyle {
    const { agent, isSpoken, settings } = this.#options
    const form = isSpoken ? 'spoken' : 'typed'
    return { locale: agent.locale, form, outputs: this.history.outputs(), timezone: zoneOf(agent, settings) }
  }

  /** Counts streamed text, because a model reports its usage only at the end. Returns false if the reply has used too many tokens. */
  #mayStream(delta: string): boolean {
    if (this.#request) this.#request.isAnswering = true
    this.#streamedTokens += Math.max(estimateTokens(delta), delta.length / MAX_CHARS_PER_TOKEN)
    if (!this.#isOverTokens) return true
    this.#stop('tooManyTokens')
    return false
  }

  get #isOverTokens(): boolean {
    const { inputTokens, outputTokens } = this.#usage
    return inputTokens + outputTokens + this.#streamedTokens > this.#options.agent.limits.maxReplyTokens
  }

  #addStage(name: string, ms: number): void {
    this.#stages[name] = (this.#stages[name] ?? 0) + ms
  }

  /** Ends the reply with a sentence that says why it failed. Models do not see this sentence later. */
  #endBroken(error: unknown): void {
    const { agent } = this.#options
    const endWith = (words: keyof FailureTexts, end: End) => {
      this.#breakOff()
      this.#say(agent.locale.failures[words], { aside: true })
      this.#end(end)
    }
    if (error instanceof Stop) endWith(error.words, COMPLETED)
    else if (error instanceof ModelError) {
      const errorCode = `model-${error.failure}`
      endWith(error.failure, { status: 'failed', errorCode, fault: modelFault(error) })
    } else {
      this.#context.logger.error('reply failed', {
        turn: this.id,
        during: this.#state,
        error: stackOf(error),
      })
      endWith('internal', { status: 'failed', errorCode: INTERNAL })
    }
  }

  #end(end: End): void {
    if (this.#isDone) return
    this.#done(end)
    this.#addStage('total', this.#context.clock.now() - this.#started)
    this.#options.log.append({ type: 'metrics', turnId: this.id, stagesMs: this.#stages })
  }

  #done(end: End): void {
    this.#breakOff()
    this.#state = 'done'
    this.#options.log.append({ type: 'reply-ended', replyId: this.id, end: { ...end, usage: this.#usage } })
  }

  text(delta: string): void {
    if (!this.#mayStream(delta)) return
    this.#stages.first_text ??= this.#context.clock.now() - this.#started
    this.#write(delta)
  }

  reasoning(delta: string): void {
    if (this.#mayStream(delta)) this.#append({ type: 'reasoning-delta', replyId: this.id, delta })
  }

  callDelta(call: { callId: string; name: string; delta: string }): void {
    if (this.#mayStream(call.delta)) this.#calls.delta(call)
  }

  #write(delta: string): void {
    if (this.#isDone || !delta) return
    const message = this.#message ?? this.#openMessage()
    this.#message = message
    this.#append({ type: 'text-delta', itemId: message.id, replyId: this.id, delta })
  }

  /** Adds what a voice model speaks. Each of its messages is one here, with the same id. */
  speech({ itemId, text = '', audio }: ModelChunk & { type: 'speech' }): void {
    if (!this.#mayStream(text) || this.#isDone) return
    this.#stages.first_text ??= this.#context.clock.now() - this.#started
    if (this.#message?.id !== itemId) {
      if (this.history.get(itemId)) return
      this.#closeMessage('completed')
      this.#message = this.#openMessage(itemId)
    }
    this.#write(text)
    if (audio && this.#options.isSpoken)
      this.#append({ type: 'audio-delta', itemId, replyId: this.id, audio })
  }

  /** Removes the text of the open message, because it was reasoning. */
  retract(): void {
    if (this.#isDone || !this.#message) return
    this.#append({ type: 'text-retracted', itemId: this.#message.id, replyId: this.id })
  }

  /** `aside` hides a filler or a failure from models. Returns the id of the message; `''` if the reply has ended. */
  #say(text: string, { aside }: { aside: boolean }): string {
    if (this.#isDone) return ''
    this.#closeMessage('completed')
    this.#write(text)
    const itemId = this.#message?.id ?? ''
    this.#closeMessage('completed')
    if (aside && itemId) this.#append({ type: 'item-hidden', itemId })
    return itemId
  }

  /** Says that the answer takes some time, at most once. Users who read see that a call is running. */
  sayFiller(): void {
    const { isSpoken, agent } = this.#options
    if (this.#hasSaidWaiting || !isSpoken) return
    this.#hasSaidWaiting = true
    this.#say(agent.locale.filler, { aside: true })
  }

  #openMessage(ownId?: string): AssistantMessage {
    const itemId = ownId ?? this.#context.newId('msg')
    const item = assistantMessage(itemId, { status: 'in_progress', content: [] })
    this.#add(item)
    this.#append({ type: 'text-started', itemId, replyId: this.id, ...(ownId && { isSpoken: true }) })
    return item
  }

  #closeMessage(status: 'completed' | 'incomplete'): void {
    const item = this.#message
    if (!item || this.#isDone) return
    this.#message = undefined
    const text = this.history.openText(item.id)
    this.#append({ type: 'text-done', itemId: item.id, replyId: this.id, text })
    this.#finish({ ...item, status, content: [{ type: 'output_text', text }] })
  }

  openCall(item: CallHistoryItem): CallItem {
    this.#closeMessage('completed')
    this.#add(item)
    const { log, onLate } = this.#options
    const place = { replyId: this.id, listed: !this.isOutOfBand, isLost: this.#isDone }
    const call = new CallItem(item, { log, onLate, ...place })
    this.#callItems.push(call)
    return call
  }

  #addRequest({ id, call }: ApprovalRequest): void {
    if (call.made) call.made.itemId = id
    const item = approvalItem(id, call)
    this.#add(item)
    this.#finish(item)
  }

  #breakOff(): void {
    this.#closeMessage('incomplete')
    for (const call of this.#callItems) call.breakOff()
  }

  #add(item: HistoryItem): void {
    this.#stepItems.push(item.id)
    this.#append({ type: 'item-added', item, replyId: this.id, listed: !this.isOutOfBand })
  }

  #finish(item: HistoryItem): void {
    this.#append({ type: 'item-done', item, replyId: this.id, listed: !this.isOutOfBand })
  }

  #append(fact: Fact): void {
    if (!this.#isDone) this.#options.log.append(fact)
  }
}

const COMPLETED: End = { status: 'completed' }

/** Thrown to end a reply early. `words` is the key of the sentence that the agent then says to the user. */
class Stop extends Error {
  constructor(readonly words: keyof FailureTexts) {
    super(words)
  }
}
