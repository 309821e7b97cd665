import { SERVER_LABEL } from '../../protocol/events.js'
import type { ToolResult } from '../../toolkit/model/tool.js'
import type { AgentEvent, Item } from './events.js'
import { callOutcome } from './tool-output.js'

/** An item of a call that is about to stream. */
export type CallShape = { item: Item & { type: 'mcp_call' | 'function_call'; arguments: string } }

/** The reply a call writes to. */
export interface CallSink {
  emitCall(event: AgentEvent): void
  finishCall(call: CallItem, item: Item): void
}

/** A call that the server runs. */
export function serverCallShape(call: { id: string; name: string; approvalRequestId?: string }): CallShape {
  return {
    item: {
      id: call.id,
      type: 'mcp_call',
      server_label: SERVER_LABEL,
      name: call.name,
      arguments: '',
      output: null,
      error: null,
      approval_request_id: call.approvalRequestId ?? null,
    },
  }
}

/** A call that the client runs. */
export function clientCallShape(call: { id: string; callId: string; name: string }): CallShape {
  return {
    item: {
      id: call.id,
      object: 'realtime.item',
      type: 'function_call',
      call_id: call.callId,
      name: call.name,
      arguments: '',
      status: 'in_progress',
    },
  }
}

/**
 * One call on its way out.
 *
 * States: arguments → ready → running → done. A client's call is done with its arguments, a server's with its result.
 */
export class CallItem {
  readonly replyId: string
  readonly previousId: string | null
  readonly #output: CallSink
  #item: CallShape['item']
  #streamed = ''
  #state: 'arguments' | 'ready' | 'running' | 'done' = 'arguments'

  constructor(item: CallShape['item'], at: { replyId: string; previousId: string | null; output: CallSink }) {
    this.#item = item
    this.replyId = at.replyId
    this.previousId = at.previousId
    this.#output = at.output
  }

  get id(): string {
    return this.#item.id
  }

  /** A piece of the arguments as the model writes them. */
  delta(delta: string): void {
    if (this.#state !== 'arguments' || !delta) return
    this.#streamed += delta
    this.#output.emitCall({ type: 'arguments-delta', item: this.#item, replyId: this.replyId, delta })
  }

  /** The arguments are whole. For a client's call this is its end. */
  finishArguments(text: string): void {
    if (this.#state !== 'arguments') return
    if (!this.#streamed) this.delta(text)
    this.#state = 'ready'
    this.#item = { ...this.#item, arguments: text }
    this.#output.emitCall({
      type: 'arguments-done',
      item: this.#item,
      replyId: this.replyId,
      arguments: text,
    })
    if (this.#item.type === 'function_call') this.#finish({ ...this.#item, status: 'completed' })
  }

  started(): void {
    if (this.#state !== 'ready') return
    this.#state = 'running'
    this.#output.emitCall({ type: 'call-started', itemId: this.id, replyId: this.replyId })
  }

  ended(result: ToolResult): void {
    if (this.#state === 'done' || this.#item.type !== 'mcp_call') return
    this.#output.emitCall({
      type: 'call-ended',
      itemId: this.id,
      replyId: this.replyId,
      failed: result.isError,
    })
    this.#finish({ ...this.#item, ...callOutcome(result) })
  }

  /** The reply ends before the call: the model is told that the outcome is unknown when the tool was running already. */
  breakOff(): void {
    if (this.#item.type === 'function_call')
      this.#finish({ ...this.#item, arguments: this.#streamed, status: 'incomplete' })
    else this.ended({ isError: true, reason: 'cancelled', content: BROKEN_OFF[this.#state], requestMs: 0 })
  }

  #finish(item: CallShape['item']): void {
    if (this.#state === 'done') return
    this.#state = 'done'
    this.#item = item
    this.#output.finishCall(this, item)
  }
}

const BROKEN_OFF = {
  arguments: 'The call was cancelled before it ran. Nothing has happened.',
  ready: 'The call was cancelled before it ran. Nothing has happened.',
  running:
    'The call was cancelled while it was running. It may have taken effect all the same; check before you try again.',
  done: '',
}
