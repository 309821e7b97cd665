import { SERVER_LABEL } from '../../protocol/events.js'
import type { ApprovalRequest } from './approvals.js'
import { CallItem, type CallShape } from './call-item.js'
import type { AgentEvent, HistoryItem, ReplyEnd } from './events.js'
import type { History } from './history.js'
import { shownArguments } from './sensitive-arguments.js'

export interface ReplyOutputOptions {
  replyId: string
  history: History
  emit: (event: AgentEvent) => void
  newId: (prefix: string) => string
  /** False for an out-of-band reply: the client gets its items, but they are not in the conversation. */
  listed: boolean
  metadata: Record<string, string> | null
  /** Whether the client requests audio; absent if it requests neither audio nor text. */
  spoken?: boolean | undefined
  /** Whether the output will be spoken. */
  isSpoken: boolean
  onLate: (item: HistoryItem & { type: 'mcp_call' }) => void
}

interface OpenMessage {
  item: HistoryItem & { type: 'message'; role: 'assistant' }
  previousId: string | null
  text: string
}

/**
 * The output of one reply, in order: messages, calls, approval requests. Output after the end is ignored: promises of
 * a cancelled reply may still resolve.
 * States: new → open → ended.
 */
export class ReplyOutput {
  readonly #options: ReplyOutputOptions
  readonly #openCalls = new Set<CallItem>()
  #state: 'new' | 'open' | 'ended' = 'new'
  #message: OpenMessage | undefined
  #stepItems: string[] = []
  #hasSaidWaiting = false

  constructor(options: ReplyOutputOptions) {
    this.#options = options
  }

  get ended(): boolean {
    return this.#state === 'ended'
  }

  get replyId(): string {
    return this.#options.replyId
  }

  get isSpoken(): boolean {
    return this.#options.isSpoken
  }

  start(): void {
    this.#state = 'open'
    const { replyId, listed, metadata, spoken } = this.#options
    const audio = spoken === undefined ? {} : { spoken }
    this.#emit({ type: 'reply-started', replyId, outOfBand: !listed, metadata, ...audio })
  }

  /** Starts a step: one request to a model. `abandonStep` can revert its output. */
  startStep(): void {
    this.#stepItems = []
  }

  /** The ids of the messages with the text of this step, which the model has written. */
  get stepTexts(): string[] {
    return this.#stepItems.filter((id) => {
      const item = this.#options.history.get(id)
      return item?.type === 'message' && !this.#options.history.isAside(id)
    })
  }

  /** Adds streamed text. Opens a message if none is open. */
  text(delta: string): void {
    if (this.ended || !delta) return
    this.#message ??= this.#openMessage()
    const message = this.#message
    message.text += delta
    this.#emit({ type: 'text-delta', itemId: message.item.id, replyId: this.replyId, delta })
  }

  /** Removes the text of the open message, because it was reasoning. */
  retract(): void {
    const message = this.#message
    if (this.ended || !message) return
    message.text = ''
    this.#emit({ type: 'text-retracted', itemId: message.item.id, replyId: this.replyId })
  }

  /**
   * Says that the answer takes some time, at most once in a reply. Only a spoken reply needs this: clients show text
   * users that a call is running, and the sentence would become a part of the answer.
   */
  sayWaiting(text: string): void {
    if (this.#hasSaidWaiting || !this.isSpoken) return
    this.#hasSaidWaiting = true
    this.say(text, { aside: true })
  }

  /**
   * Adds a complete message. `aside` hides a filler or a failure sentence from models. Returns the id of the message; `''`
   * if the reply has ended.
   */
  say(text: string, options: { aside: boolean }): string {
    if (this.ended) return ''
    this.closeMessage('completed')
    this.text(text)
    const id = this.#message?.item.id ?? ''
    this.closeMessage('completed')
    if (options.aside && id) this.#options.history.setAside(id)
    return id
  }

  closeMessage(status: 'completed' | 'incomplete'): void {
    const message = this.#message
    if (!message || this.ended) return
    this.#message = undefined
    const { previousId, text } = message
    this.#emit({ type: 'text-done', itemId: message.item.id, replyId: this.replyId, text })
    const item: HistoryItem = { ...message.item, status, content: [{ type: 'output_text', text }] }
    this.#options.history.replace(item)
    this.#done(item, previousId)
  }

  /** Adds the item of a call. The returned `CallItem` emits the further events. */
  openCall(shape: CallShape): CallItem {
    this.closeMessage('completed')
    const previousId = this.#add(shape.item)
    const call = new CallItem(shape.item, { replyId: this.replyId, previousId, output: this })
    if (!this.ended) this.#openCalls.add(call)
    return call
  }

  /** Adds the item of an approval request, which is complete at once. */
  addRequest({ id, call }: ApprovalRequest): void {
    if (this.ended) return
    this.closeMessage('completed')
    const item: HistoryItem = {
      id,
      type: 'mcp_approval_request',
      server_label: SERVER_LABEL,
      name: call.tool.name,
      arguments: shownArguments(call.tool, call.arguments),
    }
    this.#done(item, this.#add(item))
  }

  /** Hides an item from models. */
  hide(id: string): void {
    this.#options.history.setAside(id)
  }

  emitCall(event: AgentEvent): void {
    // The history must contain the arguments of a call before the tool runs, because this process may stop while the
    // tool runs.
    if (event.type === 'arguments-done' && !this.ended) this.#options.history.replace(event.item)
    this.#emit(event)
  }

  finishCall(call: CallItem, item: HistoryItem): void {
    if (this.ended) return
    this.#openCalls.delete(call)
    this.#options.history.replace(item)
    this.#done(item, call.previousId)
  }

  finishLate(item: HistoryItem & { type: 'mcp_call' }): void {
    this.#options.history.replace(item)
    this.#options.onLate(item)
  }

  /** Closes the items of a step whose model failed, and hides these items from models. */
  abandonStep(): void {
    if (this.ended) return
    this.breakOff()
    for (const id of this.#stepItems) this.#options.history.setAside(id)
    this.#stepItems = []
  }

  /** Closes the open items in their current state. More output may follow. */
  breakOff(): void {
    this.closeMessage('incomplete')
    for (const call of [...this.#openCalls]) call.breakOff()
  }

  /** Ends the reply, and first closes all open items. Does nothing if the reply has ended already. */
  end(end: ReplyEnd): void {
    if (this.#state !== 'open') return
    this.breakOff()
    this.#state = 'ended'
    this.#options.emit({ type: 'reply-ended', replyId: this.replyId, end })
  }

  #openMessage(): OpenMessage {
    const item: OpenMessage['item'] = {
      id: this.#options.newId('msg'),
      object: 'realtime.item',
      type: 'message',
      role: 'assistant',
      status: 'in_progress',
      content: [],
    }
    const previousId = this.#add(item)
    this.#emit({ type: 'text-started', itemId: item.id, replyId: this.replyId })
    return { item, text: '', previousId }
  }

  #add(item: HistoryItem): string | null {
    if (this.ended) return null
    this.#stepItems.push(item.id)
    const previousId = this.#options.history.add(item)
    const { listed } = this.#options
    this.#emit({ type: 'item-added', item, previousId, replyId: this.replyId, listed })
    return previousId
  }

  #done(item: HistoryItem, previousId: string | null): void {
    const { listed } = this.#options
    this.#emit({ type: 'item-done', item, previousId, replyId: this.replyId, listed })
  }

  #emit(event: AgentEvent): void {
    if (!this.ended) this.#options.emit(event)
  }
}
