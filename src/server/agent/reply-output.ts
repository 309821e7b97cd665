import { SERVER_LABEL } from '../../protocol/events.js'
import { CallItem, type CallShape } from './call-item.js'
import type { AgentEvent, Item, ReplyEnd } from './events.js'
import type { History } from './history.js'

/** What a reply writes to. */
export interface ReplyOutputOptions {
  replyId: string
  history: History
  emit: (event: AgentEvent) => void
  newId: (prefix: string) => string
  /** False for a response out of band: its items are shown but belong to no conversation. */
  listed: boolean
  metadata: Record<string, string> | null
  /** Whether the answer is wanted as sound; absent where nobody has said. */
  spoken?: boolean | undefined
  /** A call that went on after the reply has its result. */
  onLate: (item: Item & { type: 'mcp_call' }) => void
}

interface OpenMessage {
  item: Item & { type: 'message'; role: 'assistant' }
  previousId: string | null
  text: string
}

/**
 * The output of one reply, in order: messages, calls, questions. Whoever writes after the end writes nowhere, so a reply that was
 * cancelled can finish its awaits in peace.
 *
 * States: new → open → ended. Within open, a message is either open or not.
 */
export class ReplyOutput {
  readonly #options: ReplyOutputOptions
  readonly #openCalls = new Set<CallItem>()
  #state: 'new' | 'open' | 'ended' = 'new'
  #message: OpenMessage | undefined
  #stepItems: string[] = []

  constructor(options: ReplyOutputOptions) {
    this.#options = options
  }

  get ended(): boolean {
    return this.#state === 'ended'
  }

  get replyId(): string {
    return this.#options.replyId
  }

  /** Whether the answer is heard, as far as anybody has said. */
  get isSpoken(): boolean {
    return this.#options.spoken === true
  }

  start(): void {
    this.#state = 'open'
    const { replyId, listed, metadata, spoken } = this.#options
    const wish = spoken === undefined ? {} : { spoken }
    this.#emit({ type: 'reply-started', replyId, outOfBand: !listed, metadata, ...wish })
  }

  /** From here on `abandonStep` takes back what follows. */
  startStep(): void {
    this.#stepItems = []
  }

  /** Text that streams; opens a message when none is open. */
  text(delta: string): void {
    if (this.ended || !delta) return
    this.#message ??= this.#openMessage()
    const message = this.#message
    message.text += delta
    this.#emit({ type: 'text-delta', itemId: message.item.id, replyId: this.replyId, delta })
  }

  /** A whole message. `aside` keeps it from the model's history: fillers and failures are no content. */
  say(text: string, options: { aside: boolean }): void {
    if (this.ended) return
    this.closeMessage('completed')
    this.text(text)
    const id = this.#message?.item.id
    this.closeMessage('completed')
    if (options.aside && id) this.#options.history.setAside(id)
  }

  closeMessage(status: 'completed' | 'incomplete'): void {
    const message = this.#message
    if (!message || this.ended) return
    this.#message = undefined
    const { previousId, text } = message
    this.#emit({ type: 'text-done', itemId: message.item.id, replyId: this.replyId, text })
    const item: Item = { ...message.item, status, content: [{ type: 'output_text', text }] }
    this.#options.history.replace(item)
    this.#done(item, previousId)
  }

  /** Opens the item of a call; its events follow through the `CallItem`. */
  openCall(shape: CallShape): CallItem {
    this.closeMessage('completed')
    const previousId = this.#add(shape.item)
    const call = new CallItem(shape.item, { replyId: this.replyId, previousId, output: this })
    if (!this.ended) this.#openCalls.add(call)
    return call
  }

  /** A question for approval: the item is whole from the start. */
  addRequest(id: string, call: { tool: { name: string }; arguments: string }): void {
    if (this.ended) return
    this.closeMessage('completed')
    const item: Item = {
      id,
      type: 'mcp_approval_request',
      server_label: SERVER_LABEL,
      name: call.tool.name,
      arguments: call.arguments,
    }
    this.#done(item, this.#add(item))
  }

  /** Used by the calls: an event of one of them, or its last state. */
  emitCall(event: AgentEvent): void {
    // From here on the history knows what is about to be called, whatever becomes of this process.
    if (event.type === 'arguments-done' && !this.ended) this.#options.history.replace(event.item)
    this.#emit(event)
  }

  finishCall(call: CallItem, item: Item): void {
    if (this.ended) return
    this.#openCalls.delete(call)
    this.#options.history.replace(item)
    this.#done(item, call.previousId)
  }

  /** Used by the calls: the result of one that outlived the reply. */
  finishLate(item: Item & { type: 'mcp_call' }): void {
    this.#options.history.replace(item)
    this.#options.onLate(item)
  }

  /** Closes what the broken step has said, and keeps it from the model. */
  abandonStep(): void {
    if (this.ended) return
    this.breakOff()
    for (const id of this.#stepItems) this.#options.history.setAside(id)
    this.#stepItems = []
  }

  /** Closes what is open as it stands; more may follow. */
  breakOff(): void {
    this.closeMessage('incomplete')
    for (const call of [...this.#openCalls]) call.breakOff()
  }

  /** Ends the reply once; everything open is closed first. */
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

  #add(item: Item): string | null {
    if (this.ended) return null
    this.#stepItems.push(item.id)
    const previousId = this.#options.history.add(item)
    const { listed } = this.#options
    this.#emit({ type: 'item-added', item, previousId, replyId: this.replyId, listed })
    return previousId
  }

  #done(item: Item, previousId: string | null): void {
    const { listed } = this.#options
    this.#emit({ type: 'item-done', item, previousId, replyId: this.replyId, listed })
  }

  #emit(event: AgentEvent): void {
    if (!this.ended) this.#options.emit(event)
  }
}
