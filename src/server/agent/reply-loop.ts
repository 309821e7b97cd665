import { setMaxListeners } from 'node:events'
import { placeOf, stackOf } from '../../errors.js'
import type { FailureTexts } from '../../languages/agent-texts.js'
import { estimateTokens } from '../../toolkit/semantics/tokens.js'
import type { LanguageModel, ModelRequest } from '../model/language-model.js'
import { ModelError, modelFault } from '../model/model-error.js'
import { approvalCards, approvalQuestion, type QuestionForm } from './approval-question.js'
import type { ApprovalRequest, Approvals } from './approvals.js'
import { CallRunner, type CallRunnerOptions } from './call-runner.js'
import type { ConversationOptions } from './conversation-options.js'
import { type AgentEvent, type HistoryItem, INTERNAL, type ReplyEnd, type Usage } from './events.js'
import type { History, ModelAnswer } from './history.js'
import type { HistoryWindow } from './history-window.js'
import { composeInstructions } from './instructions.js'
import { toModelMessages } from './model-messages.js'
import { momentFacts, type UserFacts } from './moment.js'
import { type AfterFailure, runStep, type StepResult } from './step.js'
import type { PreparedCall } from './tool-calls.js'
import type { ClientTool } from './toolbox.js'

export interface ReplyRequest {
  clientInstructions: string
  clientTools: readonly ClientTool[]
  toolChoice: ModelRequest['toolChoice']
  maxOutputTokens?: number
  /** The user, of whom models are told. Absent: they are not told. */
  user?: UserFacts | undefined
  /** The approved calls, if approval requests were answered just now. */
  settled?: ApprovalRequest[]
}

export interface ReplyOptions
  extends Omit<CallRunnerOptions, 'clientTools' | 'signal' | 'said'>,
    Pick<ConversationOptions, 'emit' | 'logger'> {
  history: History
  window: HistoryWindow
  approvals: Approvals
  request: ReplyRequest
}

type StepEnd = Pick<AgentEvent & { type: 'step-ended' }, 'model' | 'reason' | 'failure' | 'usage'>

/**
 * Streamed text counts as at least one token for each run of this many characters. `estimateTokens` alone gives too few
 * tokens for long runs of spaces or symbols.
 */
const MAX_CHARS_PER_TOKEN = 5

/** After this pause, in milliseconds, the user should hear that the answer takes longer. */
const LONG_PAUSE_MS = 1_000

/** A user may give a customer number first and the PIN when the agent asks for it, so this many messages count. */
const IDENTITY_MESSAGES = 4

/** Thrown to end a reply early. `words` is the key of the sentence that the agent then says to the user. */
class Stop extends Error {
  readonly words: keyof FailureTexts
  constructor(words: keyof FailureTexts) {
    super(words)
    this.words = words
  }
}

/**
 * One reply: requests to a language model (steps) with tool calls between them. It ends once: by an answer, an approval
 * request, calls for the client, a limit, a failure, or `cancel`. States: approved calls → (step → calls)* → ended.
 */
export class Reply {
  readonly #options: ReplyOptions
  readonly #abort = new AbortController()
  readonly #runner: CallRunner
  readonly #usage: Usage = { inputTokens: 0, outputTokens: 0 }
  #streamedTokens = 0
  readonly #stages: Record<string, number> = {}
  readonly #started: number
  #model = 0
  #badSteps = 0

  constructor(options: ReplyOptions) {
    this.#options = options
    this.#started = options.clock.now()
    const { request } = options
    const signal = this.#abort.signal
    // Each running call adds a listener to this signal. By default, Node warns about a leak at more than 10 listeners.
    setMaxListeners(0, signal)
    const { history } = options
    const said = () => ({
      said: history.recentUserText(IDENTITY_MESSAGES),
      latest: history.recentUserText(1),
    })
    this.#runner = new CallRunner({ ...options, clientTools: request.clientTools, signal, said })
  }

  /** Runs the reply to its end. Never throws. */
  async run(): Promise<void> {
    const { output, agent, clock } = this.#options
    output.start()
    const cancelTimer = clock.schedule(
      () => this.#abort.abort(new Stop('tooLong')),
      agent.limits.replyTimeoutMs,
    )
    try {
      const { settled } = this.#options.request
      const toAsk = settled ? await this.#runner.runApproved(settled) : []
      if (this.#abort.signal.aborted) throw this.#abort.signal.reason
      if (toAsk.length > 0) this.#ask(toAsk)
      this.#end(toAsk.length > 0 ? { status: 'completed' } : await this.#steps())
    } catch (error) {
      this.#endBroken(this.#abort.signal.aborted ? this.#abort.signal.reason : error)
    } finally {
      cancelTimer()
    }
  }

  /** Ends the reply at once. Closes open items and aborts running calls. */
  cancel(reason: 'client_cancelled' | 'turn_detected'): void {
    this.#end({ status: 'cancelled', reason })
    this.#abort.abort(new Stop('internal'))
  }

  async #steps(): Promise<Omit<ReplyEnd, 'usage'>> {
    for (let step = 0; step < this.#options.agent.limits.maxSteps; step += 1) {
      const result = await this.#step(step)
      this.#options.output.closeMessage('completed')
      const answer = this.#record(result)
      if (result.reason === 'length') return { status: 'incomplete', reason: 'max_output_tokens' }
      if (result.reason === 'content-filter') return { status: 'incomplete', reason: 'content_filter' }
      if (result.calls.length === 0) {
        this.#repeatQuestion()
        return { status: 'completed' }
      }
      if (await this.#runCalls(result, answer)) return { status: 'completed' }
      this.#checkLimits()
    }
    throw new Stop('tooManySteps')
  }

  async #step(number: number): Promise<StepResult> {
    const { agent, output, clock, logger, emit } = this.#options
    const before = clock.now()
    const unreported = this.#streamedTokens
    let startedAt = before
    const ended = (step: StepEnd) => {
      const now = clock.now()
      // After its end, a cancelled reply emits no events.
      if (!output.ended)
        emit({ type: 'step-ended', replyId: output.replyId, startedAt, ms: now - startedAt, ...step })
      startedAt = now
    }
    output.startStep()
    this.#runner.reset()
    const result = await runStep((model) => this.#modelRequest(number, model), {
      models: agent.models,
      from: this.#model,
      signal: this.#abort.signal,
      clock,
      deadline: this.#started + agent.limits.replyTimeoutMs,
      silenceMs: agent.limits.modelSilenceMs,
      maxArgumentBytes: agent.limits.maxArgumentBytes,
      sink: {
        text: (delta) => this.#text(delta),
        reasoning: (delta) => {
          if (this.#mayStream(delta)) emit({ type: 'reasoning-delta', replyId: output.replyId, delta })
        },
        retract: () => output.retract(),
        callDelta: (call) => {
          if (this.#mayStream(call.delta)) this.#runner.delta(call)
        },
        abandon: (error, then) => {
          const fault = { turn: output.replyId, ...modelFault(error), place: placeOf(error.cause) }
          logger.warn('language model failed', fault)
          ended({ model: error.model, failure: error.failure })
          output.abandonStep()
          this.#runner.reset()
          this.#tellWait(then)
        },
      },
    })
    this.#model = result.model
    ended({ model: agent.models[result.model]!.name, reason: result.reason, usage: result.usage })
    this.#usage.inputTokens += result.usage.inputTokens
    this.#usage.outputTokens += result.usage.outputTokens
    if (result.usage.outputTokens > 0) this.#streamedTokens = unreported
    this.#addStage('llm', clock.now() - before)
    this.#explain(result)
    return result
  }

  /** Tells the user, once in a reply, that the answer takes longer, or that the built-in router gives it. */
  #tellWait(then: AfterFailure): void {
    const { agent, output } = this.#options
    if (then === 'end') return
    if ('next' in then && then.next === agent.lastResort)
      output.say(agent.locale.failures.lastResort, { aside: true })
    else if ('next' in then || then.retryMs >= LONG_PAUSE_MS) this.#runner.sayFiller()
  }

  /** Keeps the answer of the model as it was made, so that later requests contain it unchanged. */
  #record({ calls, providerData }: StepResult): ModelAnswer {
    const { history, output } = this.#options
    const made = calls.map(({ isTooLong: _, ...call }) => this.#runner.withoutSecrets(call))
    const answer = { texts: output.stepTexts, calls: made, providerData }
    if (!output.ended && (calls.length > 0 || providerData)) history.addAnswer(answer)
    return answer
  }

  /** Counts streamed text, because a model reports its usage only at the end. Returns false if the reply has used too many tokens. */
  #mayStream(delta: string): boolean {
    this.#streamedTokens += Math.max(estimateTokens(delta), delta.length / MAX_CHARS_PER_TOKEN)
    if (!this.#isOverTokens()) return true
    this.#abort.abort(new Stop('tooManyTokens'))
    return false
  }

  #text(delta: string): void {
    if (!this.#mayStream(delta)) return
    this.#stages.first_text ??= this.#options.clock.now() - this.#started
    this.#options.output.text(delta)
  }

  #explain({ explain, calls }: StepResult): void {
    if (!explain && calls.length === 0) return
    const { candidates = [], missing = [], chosen = calls[0]?.name ?? null } = explain ?? {}
    const requests = () => this.#runner.dryRuns(calls)
    this.#options.emit({
      type: 'explain',
      turnId: this.#options.output.replyId,
      candidates,
      chosen,
      missing,
      requests,
    })
  }

  /** Runs the tool calls in one answer of the model. Returns true if the user or the client must act next. */
  async #runCalls({ calls }: StepResult, answer: ModelAnswer): Promise<boolean> {
    const before = this.#options.clock.now()
    const { waitsForClient, toAsk, hasBad } = await this.#runner.run(calls, answer.calls)
    this.#addStage('tools', this.#options.clock.now() - before)
    if (this.#abort.signal.aborted) throw this.#abort.signal.reason
    if (hasBad) this.#badSteps += 1
    if (toAsk.length > 0) this.#ask(toAsk)
    return waitsForClient || toAsk.length > 0
  }

  /** Describes the calls to the user and adds an approval request for each. */
  #ask(calls: PreparedCall[]): void {
    const { agent, approvals, history, output, newId, emit } = this.#options
    const asked = { locale: agent.locale, said: history.turnText(), outputs: history.outputs() }
    const question = approvalQuestion(calls, { ...asked, form: this.#questionForm })
    const cards = approvalCards(calls, asked)
    this.#closeReplaced()
    const message_id = output.say(question, { aside: true })
    const requests = calls.map((call, at) => ({
      id: newId('mcpr'),
      call,
      card: { message_id, ...cards[at]! },
    }))
    approvals.open(requests, question)
    for (const request of requests) {
      if (request.call.made) request.call.made.itemId = request.id
      output.addRequest(request)
    }
    // Without the calls, whose arguments are not masked.
    if (!output.ended)
      emit({ type: 'approval-asked', requests: requests.map(({ id, card }) => ({ id, card })) })
  }

  /** Adds an answer to each request that the new ones replace, so that clients no longer show it as open. */
  #closeReplaced(): void {
    const { approvals, history, newId, emit } = this.#options
    for (const { id } of approvals.pending.requests) {
      const answer = { approval_request_id: id, approve: false, reason: 'replaced' }
      const item: HistoryItem = { id: newId('item'), type: 'mcp_approval_response', ...answer }
      const previousId = history.add(item)
      emit({ type: 'item-added', item, previousId, listed: true })
      emit({ type: 'item-done', item, previousId, listed: true })
    }
  }

  /**
   * Asks again what the user has not answered, so that a later "yes" can mean nothing else. If a request has changed since
   * the question, such as by a captured value, new approval requests replace the old ones.
   */
  #repeatQuestion(): void {
    const { agent, approvals, history, output, canAsk } = this.#options
    const { requests } = approvals.pending
    if (!canAsk || requests.length === 0) return
    const calls = requests.map(({ call }) => this.#runner.restate(call) ?? call)
    if (calls.some(({ shown }, at) => shown !== requests[at]?.call.shown)) {
      this.#ask(calls)
      return
    }
    const style = { locale: agent.locale, form: this.#questionForm, outputs: history.outputs() }
    output.say(approvalQuestion(calls, style), { aside: true })
  }

  get #questionForm(): QuestionForm {
    return this.#options.output.isSpoken ? 'spoken' : 'typed'
  }

  #modelRequest(step: number, model: LanguageModel): ModelRequest {
    const { agent, request, history, window, approvals, clock } = this.#options
    const { clientInstructions, clientTools, maxOutputTokens } = request
    // A forced tool is forced only before the first call, which may be an approved one. Otherwise the reply would never
    // produce an answer.
    const items = history.told
    const facts = [
      request.user && momentFacts(clock.now(), request.user),
      agent.tools.suggest(model, () => history.clues()),
    ]
      .filter(Boolean)
      .join('\n\n')
    const approvalStatus = (id: string) => approvals.status(id)
    const isForced = (step === 0 && !request.settled) || request.toolChoice === 'none'
    const toolChoice = isForced ? request.toolChoice : 'auto'
    return {
      instructions: composeInstructions({
        asks: agent.tools.mayAsk(agent.approve),
        application: agent.application ?? '',
        server: agent.instructions,
        client: clientInstructions,
      }),
      history: window.fit(toModelMessages({ items, answers: history.answers, approvalStatus })),
      ...(facts && { facts }),
      tools: agent.tools.offer(model, {
        clues: { words: history.recentUserText() },
        client: clientTools,
        approve: agent.approve,
        forced: typeof toolChoice === 'object' ? toolChoice.name : undefined,
        readsOnly: model === agent.lastResort,
      }),
      toolChoice,
      maxOutputTokens,
    }
  }

  #checkLimits(): void {
    if (this.#badSteps > this.#options.agent.limits.maxBadSteps) throw new Stop('tooManyBadCalls')
    if (this.#isOverTokens()) throw new Stop('tooManyTokens')
  }

  #isOverTokens(): boolean {
    const { inputTokens, outputTokens } = this.#usage
    return inputTokens + outputTokens + this.#streamedTokens > this.#options.agent.limits.maxReplyTokens
  }

  #addStage(name: string, ms: number): void {
    this.#stages[name] = (this.#stages[name] ?? 0) + ms
  }

  /** Ends the reply with a sentence that says why it failed. Models do not see this sentence later. */
  #endBroken(error: unknown): void {
    const { output, agent, logger } = this.#options
    const { failures } = agent.locale
    output.breakOff()
    if (error instanceof Stop) {
      output.say(failures[error.words], { aside: true })
      this.#end({ status: 'completed' })
    } else if (error instanceof ModelError) {
      output.say(failures[error.failure], { aside: true })
      this.#end({ status: 'failed', errorCode: `model-${error.failure}`, fault: modelFault(error) })
    } else {
      logger.error('reply failed', { turn: output.replyId, error: stackOf(error) })
      output.say(failures.internal, { aside: true })
      this.#end({ status: 'failed', errorCode: INTERNAL })
    }
  }

  #end(end: Omit<ReplyEnd, 'usage'>): void {
    const { output, emit, clock } = this.#options
    if (output.ended) return
    output.end({ ...end, usage: this.#usage })
    this.#addStage('total', clock.now() - this.#started)
    emit({ type: 'metrics', turnId: output.replyId, stagesMs: this.#stages })
  }
}
