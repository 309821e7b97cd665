import { VoiceError } from '../../errors.js'
import { findAgentTexts } from '../../languages/agent-texts.js'
import type { RealtimeMcpApprovalResponse } from '../../protocol/events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { defaultSessionLimits } from '../defaults.js'
import type { LanguageModel, ModelRequest } from '../model/language-model.js'
import { type MemoryAccount, type SessionLimits, uncounted } from '../model/session-limits.js'
import type { Agent } from './agent.js'
import { answersLostQuestion, readApprovalAnswers } from './approval-answer.js'
import { askedCall } from './approval-question.js'
import { type ApprovalRequest, Approvals, type SavedApprovals } from './approvals.js'
import type { BudgetLimits } from './budget.js'
import type { CallContext } from './call-checks.js'
import type { CallItem } from './call-item.js'
import type { AgentEvent, HistoryItem } from './events.js'
import { History, hasRoom, itemBytes, itemsToDrop } from './history.js'
import { HistoryWindow } from './history-window.js'
import { Log } from './log.js'
import { type ConversationSettings, modelRequest, type RespondOptions, zoneOf } from './model-request.js'
import { usableClientTools } from './offered-tools.js'
import { Reply, type ReplyOptions } from './reply.js'

export interface SavedConversation {
  approvals: SavedApprovals
  hasNewInput: boolean
  /** Ids of the calls that are running. Absent in sessions of earlier versions. */
  running?: string[]
  spent: BudgetLimits
}

export interface ConversationOptions
  extends Omit<CallContext, 'approvals' | 'underWay' | 'maxOpenCalls' | 'session'> {
  agent: Agent
  sessionLimits?: SessionLimits | undefined
  memory?: MemoryAccount | undefined
  /** Receives every event synchronously, in order. Must not call methods of the conversation. */
  emit: (event: AgentEvent) => void
  /** The settings of the client. Each reply reads them at its start. @default none */
  settings?: ConversationSettings
  /** Whether a reply will be spoken. `wanted`: whether the client wants audio in it, if it said so. @default never */
  speaks?: (wanted: boolean | undefined) => boolean
  onAgentChanged?: () => void
  /** Called with the number of oldest items that the conversation dropped at its limit. */
  onDropped?: (items: number) => void
  /** A call that outlived its reply has a result to report. @default a reply starts as soon as none runs */
  onNews?: () => void
}

/** One conversation, without sockets. States: idle ⇄ replying; out-of-band replies run in parallel. */
export class Conversation {
  readonly log: Log
  readonly #options: ConversationOptions
  readonly #approvals: Approvals
  readonly #window: HistoryWindow
  readonly #limits: SessionLimits
  readonly #underWay = new Set<CallItem>()
  readonly #context: CallContext
  #agent: Agent
  /** The running replies by their ids: at most one in the conversation, and those out of band. */
  readonly #replies = new Map<string, Reply>()
  #hasNewInput = false
  #hasNews = false
  #closed = false
  /** The calls that ran when the state was saved that this conversation was restored from. */
  #lost: readonly string[] | undefined = []

  constructor(options: ConversationOptions) {
    const { agent, clock, sessionLimits = defaultSessionLimits, memory = uncounted } = options
    this.#options = options
    this.#agent = agent
    this.#limits = sessionLimits
    this.log = this.#logOf(new History(memory))
    const { approvalTimeoutMs: timeoutMs, maxHistoryTokens } = agent.limits
    this.#approvals = new Approvals({ clock, timeoutMs })
    this.#context = {
      ...options,
      approvals: this.#approvals,
      underWay: this.#underWay,
      maxOpenCalls: sessionLimits.maxOpenCalls,
      session: this,
    }
    this.#window = new HistoryWindow(maxHistoryTokens)
  }

  get history(): History {
    return this.log.history
  }

  get tools(): readonly ToolFunction[] {
    return this.#agent.tools.tools
  }

  get replying(): boolean {
    return this.#active !== undefined
  }

  get #active(): Reply | undefined {
    return [...this.#replies.values()].find(({ isOutOfBand }) => !isOutOfBand)
  }

  /** Whether the running reply waits for calls, so that it goes on with what the user has said meanwhile. */
  get waitsForCalls(): boolean {
    return this.#active?.waitsForCalls ?? false
  }

  get outOfBandReplies(): number {
    return this.#replies.size - (this.replying ? 1 : 0)
  }

  get working(): boolean {
    return this.#replies.size > 0 || this.#underWay.size > 0
  }

  /** The tools of the calls that write, and so do not stop with their reply. */
  get runningWrites(): string[] {
    return [...this.#underWay].flatMap((call) => call.runningWrite ?? [])
  }

  get hasNewInput(): boolean {
    return this.#hasNewInput
  }

  /** Whether a call that outlived its reply has a result that no request to a model has yet. */
  get hasNews(): boolean {
    return this.#hasNews
  }

  /** The agent in the language that the client has set for its user, if the agent speaks it. */
  get #speaking(): Agent {
    const code = this.#settings.user?.language?.toLowerCase().split(/[-_]/)[0]
    const locale = findAgentTexts(code)
    const isSpoken = locale.tag === code && code !== this.#agent.locale.tag
    return isSpoken ? { ...this.#agent, locale } : this.#agent
  }

  get openCalls(): number {
    return this.#underWay.size + this.#approvals.pending.requests.length + this.history.waitingCalls
  }

  get openRequests(): readonly ApprovalRequest[] {
    return this.#approvals.pending.requests
  }

  /** Whether an approval request waits for the words of a user item that came after it; by default, of any such item. */
  awaitsWords(itemId?: string): boolean {
    const { requests, heard } = this.#approvals.pending
    return requests.length > 0 && (itemId === undefined ? heard.length > 0 : heard.includes(itemId))
  }

  /** Adds an item, and drops the oldest turns if there is no room. Throws `item-exists` or `item-not-found`. */
  addItem(item: HistoryItem, afterId?: string | null): void {
    this.makeRoom(itemBytes(item))
    this.log.append({ type: 'item-added', item, listed: true, afterId })
    if (item.type === 'message' || item.type === 'function_call_output') this.#hasNewInput = true
    if (item.type === 'message' && item.role === 'user') this.#approvals.noteUserItem(item.id)
    this.log.append({ type: 'item-done', item, listed: true })
  }

  /** It answers no approval request: only a message that arrives as one of the user, or a response, approves. */
  countAsUser(message: HistoryItem & { type: 'message' }): void {
    this.log.append({ type: 'item-changed', item: { ...message, role: 'user' } as HistoryItem })
  }

  /** Drops the oldest turns until this many bytes fit. Returns false if they cannot fit. */
  makeRoom(bytes: number): boolean {
    const dropped = itemsToDrop(this.history, bytes, this.#limits)
    for (const { id } of dropped) this.deleteItem(id)
    if (dropped.length > 0) this.#options.onDropped?.(dropped.length)
    return hasRoom(this.history, { items: 1, bytes }, this.#limits)
  }

  /** Deletes an item; an approval request is declined. Returns false if the item does not exist. */
  deleteItem(id: string): boolean {
    const item = this.history.get(id)
    if (!item) return false
    this.#approvals.forget(id)
    this.log.append({ type: 'item-deleted', item })
    return true
  }

  /** Whether all items after `afterId` (except `keep`) are output of the agent or answers to its approval requests. */
  canWithdraw(afterId: string, { keep }: { keep?: string } = {}): boolean {
    return areOutput(itemsAfter(this.history.items, afterId, keep))
  }

  /** Deletes the items after `afterId`. Requests that they answered are pending again; `keep` may be the new answer. */
  withdraw(afterId: string, { keep }: { keep: string }): void {
    const items = itemsAfter(this.history.items, afterId, keep)
    for (const { id } of items) this.deleteItem(id)
    const answered = items.flatMap((item) =>
      item.type === 'mcp_approval_response' ? [item.approval_request_id] : [],
    )
    this.#approvals.reopen(answered, [keep])
  }

  request(model: LanguageModel): ModelRequest {
    return modelRequest(model, { ...this.#sources({}), isSpoken: true }, { isFirst: true })
  }

  /** Starts a reply. Throws `reply-active` if another reply is running, except for an out-of-band reply. */
  respond(options: RespondOptions = {}): void {
    if (this.#closed) return
    const spent = (this.#options.budgets ?? []).find((budget) => budget.exhausted)
    if (this.#active && !options.outOfBand)
      throw new VoiceError('reply-active', 'The conversation has a reply under way already.')
    if (spent) this.#sayOnly(this.#speaking.locale.budgets[spent.scope], options)
    else if (options.outOfBand) this.#respondOutOfBand(options, options.outOfBand.items)
    else if (this.#approvals.pending.requests.length > 0) this.#respondToQuestion(options)
    else if (answersLostQuestion(this.history, this.#speaking.locale))
      this.#sayOnly(this.#speaking.locale.approval.gone, options)
    else this.#start(options, this.#approvals.takeAnswered())
  }

  /** Returns false if no such request is pending. After the last answer of a group, the agent goes on by itself. */
  answerApproval(
    answer: Omit<RealtimeMcpApprovalResponse, 'id'> & { id?: string },
    afterId?: string | null,
  ): boolean {
    if (this.#approvals.status(answer.approval_request_id) !== 'pending') return false
    const item: HistoryItem = { ...answer, id: answer.id ?? this.#options.newId('item') }
    this.addItem(item, afterId)
    this.#approvals.answer(answer.approval_request_id, answer.approve === true)
    this.#goOn()
    return true
  }

  cancel(reason: 'client_cancelled' | 'turn_detected', replyId?: string): boolean {
    const reply = replyId === undefined ? this.#active : this.#replies.get(replyId)
    reply?.cancel(reason)
    return reply !== undefined
  }

  say(text: string, options: { aside: boolean }): void {
    if (!this.#active && !this.#closed) this.#sayOnly(text, { aside: options.aside })
  }

  save(): SavedConversation {
    const own = this.#options.budgets?.find(({ scope }) => scope === 'session')
    return {
      approvals: this.#approvals.save(),
      hasNewInput: this.#hasNewInput,
      running: [...this.#underWay].map(({ id }) => id),
      spent: own?.used ?? {},
    }
  }

  /** Restores a saved state. The history must already have the items. */
  restore({ approvals, hasNewInput, running, spent }: SavedConversation): void {
    this.#lost = running
    this.#approvals.restore(approvals, this.#agent.tools.callable)
    this.#hasNewInput = hasNewInput
    this.#options.budgets?.find(({ scope }) => scope === 'session')?.spend(spent)
  }

  /** Whether a call without an outcome may have run on the server that had this conversation before. */
  mayHaveRun(call: HistoryItem & { type: 'mcp_call' }): boolean {
    // Earlier versions did not save which calls were running. The arguments of a call are complete before it starts.
    return this.#lost?.includes(call.id) ?? call.arguments !== ''
  }

  close(): void {
    this.#closed = true
    for (const call of this.#underWay) call.stop('session')
    const tools = this.runningWrites
    if (tools.length > 0) this.#options.logger.warn('writes go on after their session', { tools })
    for (const reply of this.#replies.values()) reply.cancel('session_closed')
  }

  /** Yes or no answers the request. Other words go to the model, and it stays open. Without words, asks again. */
  #respondToQuestion(options: RespondOptions): void {
    const { requests, question, heard } = this.#approvals.pending
    const { locale } = this.#speaking
    const said = this.history.textOfItems(heard)
    if (!said) {
      this.#sayOnly(locale.approval.again, { ...options, asks: true })
      return
    }
    const style = { locale, timezone: zoneOf(this.#agent, this.#settings) }
    const calls = requests.map(({ call }) => askedCall(call, style))
    const { answers, hasRequest } = readApprovalAnswers(said, { calls, question, language: locale.tag })
    this.#approvals.forgetWords()
    for (const [at, { id }] of requests.entries()) {
      const answer = answers[at]
      if (answer !== undefined) this.#recordAnswer(id, { approve: answer, reason: said })
    }
    // After the results, a yes would ask for the same calls again. So models get the words with the results, unless the
    // user also wants something else.
    if (answers.includes(true) && !answers.includes(undefined) && !hasRequest)
      for (const itemId of heard) this.log.append({ type: 'item-hidden', itemId })
    this.#start(options, this.#approvals.takeAnswered())
  }

  #recordAnswer(requestId: string, { approve, reason }: { approve: boolean; reason: string }): void {
    const id = this.#options.newId('item')
    const answer = { approval_request_id: requestId, approve, reason }
    this.addItem({ id, type: 'mcp_approval_response', ...answer })
    this.#approvals.answer(requestId, approve)
  }

  #goOn(): void {
    if (this.#active || this.#closed) return
    const approved = this.#approvals.takeAnswered()
    const reports = this.#hasNews && this.#options.onNews === undefined
    if (approved || reports) this.#start({}, approved)
  }

  #start(asked: RespondOptions, approved?: ApprovalRequest[]): void {
    this.#hasNewInput = false
    if (!approved) this.#renewAgent()
    const reply = this.#reply(asked, { approved })
    this.#replies.set(reply.id, reply)
    this.log.append({ type: 'state', state: 'thinking' })
    if (!approved) this.#spend({ turns: 1 })
    void reply.run()
  }

  #respondOutOfBand(asked: RespondOptions, items: HistoryItem[] | undefined): void {
    const history = new History(this.#options.memory)
    for (const item of items ?? this.history.forModels) history.add(item)
    for (const answer of items ? [] : this.history.answers) history.addAnswer(structuredClone(answer))
    const window = new HistoryWindow(this.#agent.limits.maxHistoryTokens)
    const reply = this.#reply(asked, { log: this.#logOf(history), window })
    this.#replies.set(reply.id, reply)
    this.#spend({ turns: 1 })
    void reply.run()
  }

  #sayOnly(
    text: string,
    { aside = true, asks, ...asked }: RespondOptions & { aside?: boolean; asks?: boolean },
  ): void {
    this.#hasNewInput = false
    const reply = this.#reply(asked, asked.outOfBand ? { log: this.#logOf(new History()) } : {})
    reply.runText(text, { aside, asks })
  }

  #logOf(history: History): Log {
    return new Log(history, (event) => {
      this.#options.emit(event)
      if (event.type === 'reply-ended') this.#onReplyEnded(event)
    })
  }

  #reply(asked: RespondOptions, own: Partial<Pick<ReplyOptions, 'log' | 'approved' | 'window'>>): Reply {
    const { speaks } = this.#options
    return new Reply({
      ...this.#sources(asked),
      ...own,
      isSpoken: !asked.outOfBand && (speaks?.(asked.spoken) ?? false),
      onLate: (item) => this.#onLate(item),
      onRequest: () => {
        if (asked.outOfBand) return
        this.#hasNewInput = false
        this.#hasNews = false
      },
    })
  }

  /** What requests to models are made of, with the settings that the client has now. */
  #sources(asked: RespondOptions): Omit<ReplyOptions, 'isSpoken' | 'onLate' | 'onRequest'> {
    const { instructions, tools, toolChoice, maxOutputTokens, user } = this.#settings
    const agent = this.#speaking
    return {
      context: this.#context,
      agent,
      settings: { instructions, toolChoice, maxOutputTokens, user },
      clientTools: usableClientTools(asked.tools ?? tools, agent.tools.tools),
      asked,
      log: this.log,
      window: this.#window,
    }
  }

  get #settings(): ConversationSettings {
    return this.#options.settings ?? NO_SETTINGS
  }

  #renewAgent(): void {
    const latest = this.#agent.latest?.() ?? this.#agent
    if (latest === this.#agent) return
    this.#agent = latest
    this.#options.onAgentChanged?.()
  }

  #spend(amounts: BudgetLimits): void {
    for (const budget of this.#options.budgets ?? []) budget.spend(amounts)
  }

  #onLate(call: LateCall): void {
    const { newId, onNews, logger } = this.#options
    if (this.#closed) {
      this.log.append({ type: 'item-changed', item: call })
      logger.warn('a write ended after its session', { tool: call.name, failed: Boolean(call.error) })
      return
    }
    if (this.history.get(call.id)) this.log.append({ type: 'item-done', item: call, listed: true })
    this.addItem(lateCallNotice(call, newId('item')))
    if (this.#active?.askAgain()) return
    this.#hasNews = true
    if (onNews) onNews()
    else this.#goOn()
  }

  #onReplyEnded({ replyId, end }: AgentEvent & { type: 'reply-ended' }): void {
    this.#spend({ tokens: end.usage.inputTokens + end.usage.outputTokens })
    const reply = this.#replies.get(replyId)
    if (!reply) return
    this.#replies.delete(replyId)
    if (reply.isOutOfBand) {
      this.#options.memory?.add(-reply.history.bytes)
      return
    }
    this.log.append({ type: 'state', state: 'idle' })
    this.#goOn()
  }
}

const NO_SETTINGS: ConversationSettings = { instructions: '', tools: [], toolChoice: 'auto' }

function itemsAfter(items: readonly HistoryItem[], id: string, keep?: string): HistoryItem[] {
  const at = items.findLastIndex((item) => item.id === id)
  return items.slice(at + 1).filter((item) => item.id !== keep)
}

function areOutput(items: readonly HistoryItem[]): boolean {
  return items.every((item) =>
    item.type === 'message' ? item.role === 'assistant' : item.type?.startsWith('mcp_'),
  )
}

type LateCall = HistoryItem & { type: 'mcp_call' }

function lateCallNotice({ name, error }: LateCall, id: string): HistoryItem {
  const text = `The call of ${name} that went on in the background has ${error ? 'failed' : 'finished'}. Its result stands with the call. Tell the user in a sentence.`
  return { id, type: 'message', role: 'system', content: [{ type: 'input_text', text }] }
}
