import { VoiceError } from '../../errors.js'
import type { RealtimeMcpApprovalResponse } from '../../protocol/events.js'
import { defaultSessionLimits, jsonBytes, type SessionLimits, uncounted } from '../model/session-limits.js'
import type { Agent } from './agent.js'
import { readAnswer } from './approval-answer.js'
import { Approvals, type SettledApprovals } from './approvals.js'
import type { BudgetLimits } from './budget.js'
import type { CallItem } from './call-item.js'
import type {
  ConversationOptions,
  ConversationSettings,
  RespondOptions,
  SavedConversation,
} from './conversation-options.js'
import type { AgentEvent, Item } from './events.js'
import { History } from './history.js'
import { hasRoom, itemsToDrop } from './history-room.js'
import { HistoryWindow } from './history-window.js'
import { OutOfBandReplies } from './out-of-band.js'
import { ReplyFactory } from './reply-factory.js'
import type { Reply } from './reply-loop.js'

type LateCall = Item & { type: 'mcp_call' }

/**
 * One conversation, without any socket: items and requests come in through methods, everything that happens goes out as events.
 *
 * States: idle ⇄ replying; replies out of band run beside it. While idle, a question for approval may be open.
 */
export class Conversation {
  readonly history: History
  readonly outOfBand: OutOfBandReplies
  readonly #options: ConversationOptions
  readonly #approvals: Approvals
  readonly #window: HistoryWindow
  readonly #replies: ReplyFactory
  readonly #limits: SessionLimits
  readonly #underWay = new Set<CallItem>()
  #agent: Agent
  #settings: ConversationSettings = { instructions: '', tools: [], toolChoice: 'auto' }
  #active: { id: string; reply: Reply } | undefined
  #hasNewInput = false
  /** A call that outlived its reply has a result that nobody was told. */
  #hasNews = false
  #closed = false

  constructor(options: ConversationOptions) {
    const { sessionLimits = defaultSessionLimits, memory = uncounted } = options
    this.#options = options
    this.#agent = options.agent
    this.#limits = sessionLimits
    this.history = new History(memory)
    this.outOfBand = new OutOfBandReplies(memory)
    const { approvalTimeoutMs: timeoutMs, maxHistoryTokens } = options.agent.limits
    this.#approvals = new Approvals({ clock: options.clock, timeoutMs })
    this.#window = new HistoryWindow(maxHistoryTokens)
    const { maxOpenCalls } = sessionLimits
    this.#replies = new ReplyFactory({
      ...options,
      ...{ approvals: this.#approvals, underWay: this.#underWay, session: this, maxOpenCalls },
      forward: (event) => this.#forward(event),
      onLate: (item) => this.#onLate(item),
    })
  }

  /** Whether a reply of the conversation is under way. */
  get replying(): boolean {
    return this.#active !== undefined
  }

  /** Whether any reply is under way, in the conversation or beside it, or a call that has outlived its reply. */
  get working(): boolean {
    return this.replying || this.outOfBand.size > 0 || this.#underWay.size > 0
  }

  /** Whether something came in that no reply has taken up yet. */
  get hasNewInput(): boolean {
    return this.#hasNewInput
  }

  configure(settings: ConversationSettings): void {
    this.#settings = settings
  }

  /** Calls that run, wait for approval, or wait for the output of a client's function. */
  get openCalls(): number {
    return this.#underWay.size + this.#approvals.pending.requests.length + this.history.waitingCalls
  }

  /** Puts an item into the conversation; where it is too long, its oldest turns are dropped. Throws `item-exists` or `item-not-found`. */
  addItem(item: Item, afterId?: string | null): void {
    this.makeRoom(jsonBytes(item))
    const previousId = this.history.add(item, afterId)
    if (item.type === 'message' || item.type === 'function_call_output') this.#hasNewInput = true
    if (item.type === 'message' && item.role === 'user') this.#approvals.hear(item.id)
    this.#options.emit({ type: 'item-added', item, previousId, listed: true })
    this.#options.emit({ type: 'item-done', item, previousId, listed: true })
  }

  /** Drops the oldest turns that keep an item of so many bytes out. False when what is left is too much all the same. */
  makeRoom(bytes: number): boolean {
    const dropped = itemsToDrop(this.history, bytes, this.#limits)
    for (const { id } of dropped) this.deleteItem(id)
    if (dropped.length > 0) this.#options.onDropped?.(dropped.length)
    return hasRoom(this.history, { items: 1, bytes }, this.#limits)
  }

  /** False when there is no such item. A request for approval that is deleted is declined. */
  deleteItem(id: string): boolean {
    const item = this.history.get(id)
    if (!item) return false
    this.history.delete(id)
    this.#approvals.forget(id)
    this.#options.emit({ type: 'item-deleted', item })
    return true
  }

  /** Starts a reply. Throws `reply-active` when one is under way and this one is not out of band. */
  respond(options: RespondOptions = {}): void {
    if (this.#closed) return
    const spent = (this.#options.budgets ?? []).find((budget) => budget.exhausted)
    if (this.#active && !options.outOfBand)
      throw new VoiceError('reply-active', 'The conversation has a reply under way already.')
    if (spent) this.#sayOnly(this.#agent.locale.budgets[spent.scope], options)
    else if (options.outOfBand) this.#respondOutOfBand(options, options.outOfBand.items)
    else if (this.#approvals.pending.requests.length > 0) this.#respondToQuestion(options)
    else this.#start(options, this.#approvals.takeSettled())
  }

  /**
   * An answer by event. False when nothing waits under that id. When it was the last one of its question, the reply goes on by itself.
   */
  answerApproval(
    answer: Omit<RealtimeMcpApprovalResponse, 'id'> & { id?: string },
    afterId?: string | null,
  ): boolean {
    if (this.#approvals.status(answer.approval_request_id) !== 'pending') return false
    const item: Item = { ...answer, id: answer.id ?? this.#options.newId('item') }
    this.addItem(item, afterId)
    this.#approvals.answer(answer.approval_request_id, answer.approve === true)
    this.#goOn()
    return true
  }

  /** Stops the named reply, or the one under way. False when there is none. */
  cancel(reason: 'client_cancelled' | 'turn_detected', replyId?: string): boolean {
    const reply =
      replyId === undefined || replyId === this.#active?.id
        ? this.#active?.reply
        : this.outOfBand.get(replyId)
    reply?.cancel(reason)
    return reply !== undefined
  }

  /** Says something by itself, as a reply that needs no model. Does nothing while a reply is under way. */
  say(text: string, options: { aside: boolean }): void {
    if (!this.#active && !this.#closed) this.#sayOnly(text, { aside: options.aside })
  }

  /** What a conversation takes along to another server, beside its items. */
  save(): SavedConversation {
    const own = this.#options.budgets?.find(({ scope }) => scope === 'session')
    return { approvals: this.#approvals.save(), hasNewInput: this.#hasNewInput, spent: own?.used ?? {} }
  }

  /** Goes on from what was saved elsewhere; the items are in the history already. */
  restore({ approvals, hasNewInput, spent }: SavedConversation): void {
    this.#approvals.restore(approvals, this.#agent.tools.callable)
    this.#hasNewInput = hasNewInput
    this.#options.budgets?.find(({ scope }) => scope === 'session')?.spend(spent)
  }

  /** Stops everything; nothing begins afterwards. */
  close(): void {
    this.#closed = true
    const writes = [...this.#underWay].flatMap((call) => call.runningWrite ?? [])
    if (writes.length > 0) this.#options.logger.warn('writes go on after their session', { tools: writes })
    this.cancel('client_cancelled')
    for (const id of this.outOfBand.ids) this.cancel('client_cancelled', id)
  }

  /** A question is open: what the user has said since is its answer, and all but a plain yes is a no. */
  #respondToQuestion(options: RespondOptions): void {
    const { requests, question, heard } = this.#approvals.pending
    const said = this.history.textOfItems(heard)
    if (said) {
      const approve = readAnswer(said, this.#agent.locale) === 'yes'
      for (const { id } of requests) this.#recordAnswer(id, approve)
      this.#start(options, this.#approvals.takeSettled())
    } else this.#sayOnly(`${this.#agent.locale.approval.again} ${question}`, options)
  }

  #recordAnswer(requestId: string, approve: boolean): void {
    const id = this.#options.newId('item')
    const item: Item = {
      id,
      type: 'mcp_approval_response',
      approval_request_id: requestId,
      approve,
      reason: null,
    }
    this.addItem(item)
    this.#approvals.answer(requestId, approve)
  }

  /** Takes up a question that was settled, unless a reply is under way; then its end does. */
  #goOn(): void {
    if (this.#active || this.#closed) return
    const settled = this.#approvals.takeSettled()
    const hasNews = this.#hasNews
    this.#hasNews = false
    if (settled || hasNews) this.#start({}, settled)
  }

  #start(options: RespondOptions, settled?: SettledApprovals): void {
    this.#hasNewInput = false
    if (!settled) this.#renewAgent()
    const id = this.#options.newId('resp')
    const place = { id, history: this.history, listed: true, asked: options }
    const reply = this.#replies.create({ ...place, ...this.#common, window: this.#window, settled })
    this.#active = { id, reply }
    this.#options.emit({ type: 'state', state: 'thinking' })
    if (!settled) this.#spend({ turns: 1 })
    void reply.run()
  }

  #respondOutOfBand(asked: RespondOptions, items: Item[] | undefined): void {
    const id = this.#options.newId('resp')
    const history = this.outOfBand.historyOf(items ?? this.history.told)
    const window = new HistoryWindow(this.#agent.limits.maxHistoryTokens)
    const reply = this.#replies.create({ ...this.#common, id, history, window, listed: false, asked })
    this.outOfBand.add(id, { reply, history })
    this.#spend({ turns: 1 })
    void reply.run()
  }

  /** A reply that needs no model: a question that still stands, a budget that is used up. */
  #sayOnly(text: string, asked: RespondOptions & { aside?: boolean }): void {
    const listed = asked.outOfBand === undefined
    const history = listed ? this.history : new History()
    const output = this.#replies.output({ id: this.#options.newId('resp'), history, listed, asked })
    this.#hasNewInput = false
    output.start()
    output.say(text, { aside: asked.aside ?? true })
    output.end({ status: 'completed', usage: { inputTokens: 0, outputTokens: 0 } })
  }

  /** What every reply is made of now. */
  get #common() {
    return { agent: this.#agent, settings: this.#settings }
  }

  #renewAgent(): void {
    const latest = this.#agent.latest?.() ?? this.#agent
    if (latest === this.#agent) return
    this.#agent = latest
    this.#options.onAgentChanged?.(latest)
  }

  #spend(amounts: BudgetLimits): void {
    for (const budget of this.#options.budgets ?? []) budget.spend(amounts)
  }

  /** The model is told what came of a call that went on after an interruption, and tells the user. */
  #onLate({ name, error }: LateCall): void {
    const { newId, onNews, logger } = this.#options
    if (this.#closed) {
      logger.warn('a write ended after its session', { tool: name, failed: Boolean(error) })
      return
    }
    const text = `The call of ${name} that was running when the user interrupted has ${error ? 'failed' : 'finished'}; what came of it stands with the call. Tell the user in a sentence.`
    this.addItem({
      id: newId('item'),
      type: 'message',
      role: 'system',
      content: [{ type: 'input_text', text }],
    })
    if (onNews) onNews()
    else {
      this.#hasNews = true
      this.#goOn()
    }
  }

  #forward(event: AgentEvent): void {
    this.#options.emit(event)
    if (event.type === 'call-started') this.#spend({ toolCalls: 1 })
    if (event.type !== 'reply-ended') return
    this.#spend({ tokens: event.end.usage.inputTokens + event.end.usage.outputTokens })
    this.outOfBand.ended(event.replyId)
    if (this.#active?.id !== event.replyId) return
    this.#active = undefined
    this.#options.emit({ type: 'state', state: 'idle' })
    this.#goOn()
  }
}
