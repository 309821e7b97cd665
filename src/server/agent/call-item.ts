import { type RealtimeMcpToolCall, SERVER_LABEL } from '../../protocol/events.js'
import { cutText } from '../../text/cut.js'
import type { ToolResult } from '../../toolkit/model/tool.js'
import { waitsForApproval } from '../../toolkit/run/with-prerequisites.js'
import type { AgentEvent, HistoryItem } from './events.js'
import type { Log } from './log.js'
import { type PreparedCall, shownArguments } from './tool-calls.js'

export type CallHistoryItem = HistoryItem & { type: 'mcp_call' | 'function_call'; arguments: string }

export function serverCallItem(call: {
  id: string
  name: string
  server: string | undefined
  approvalRequestId?: string
}): CallHistoryItem {
  return {
    id: call.id,
    type: 'mcp_call',
    server_label: call.server ?? SERVER_LABEL,
    name: call.name,
    arguments: '',
    output: null,
    error: null,
    approval_request_id: call.approvalRequestId ?? null,
  }
}

/** The item of an approval request, without what is secret in the arguments. */
export function approvalItem(id: string, { tool, arguments: text }: PreparedCall): HistoryItem {
  const { name, server = SERVER_LABEL } = tool
  const shown = shownArguments(tool, text)
  return { id, type: 'mcp_approval_request', server_label: server, name, arguments: shown }
}

export function clientCallItem(call: { id: string; call_id: string; name: string }): CallHistoryItem {
  return { ...call, object: 'realtime.item', type: 'function_call', arguments: '', status: 'in_progress' }
}

type WithoutReply<E> = E extends AgentEvent ? Omit<E, 'replyId'> : never

export interface CallItemOptions {
  log: Pick<Log, 'append'>
  replyId: string
  listed: boolean
  onLate: (item: HistoryItem & { type: 'mcp_call' }) => void
  /** Whether the reply had ended before the call began. Such a call never runs and is not shown. */
  isLost: boolean
}

/** States: arguments → ready → running → done. A running call that outlives its reply becomes detached. */
export class CallItem {
  readonly #options: CallItemOptions
  #item: CallHistoryItem
  #streamed = ''
  #state: 'arguments' | 'ready' | 'running' | 'detached' | 'done' = 'arguments'
  #outlivesReply = false
  #stop: () => void = () => undefined

  constructor(item: CallHistoryItem, options: CallItemOptions) {
    this.#item = item
    this.#options = options
    if (options.isLost) this.#state = 'done'
  }

  get id(): string {
    return this.#item.id
  }

  /** The tool name of a running write, which cannot be stopped. `undefined` for other calls. */
  get runningWrite(): string | undefined {
    const isAtWork = this.#state === 'running' || this.#state === 'detached'
    return isAtWork && this.#outlivesReply ? this.#item.name : undefined
  }

  delta(delta: string): void {
    if (this.#state !== 'arguments' || !delta) return
    this.#streamed += delta
    this.#append({ type: 'arguments-delta', item: this.#item, delta })
  }

  /** Sets the complete arguments. A function of the client runs there, so its item is then complete. */
  finishArguments(text: string): void {
    if (this.#state !== 'arguments') return
    if (!this.#streamed) this.delta(text)
    this.#state = 'ready'
    this.#item = { ...this.#item, arguments: text }
    // From now on, the history has the arguments: this process may stop while the tool runs.
    this.#append({ type: 'arguments-done', item: this.#item, arguments: text })
    if (this.#item.type === 'function_call') this.#finish({ ...this.#item, status: 'completed' })
  }

  /** `outlivesReply`: the call is a write, so the end of the reply does not stop it. */
  started(options: { outlivesReply: boolean; stop: () => void }): void {
    if (this.#state !== 'ready') return
    this.#outlivesReply = options.outlivesReply
    this.#stop = options.stop
    this.#state = 'running'
    this.#append({ type: 'call-started', itemId: this.id })
  }

  /** Lets a running call go on: its item is complete without a result, which arrives late. False if it does not run. */
  toBackground(): boolean {
    if (this.#state !== 'running') return false
    this.#finish(this.#item)
    this.#state = 'detached'
    return true
  }

  /** Stops a call because its reply or its session ends. Writes go on. A call in the background outlives its reply. */
  stop(ending: 'reply' | 'session'): void {
    if (this.#outlivesReply || (ending === 'reply' && this.#state === 'detached')) return
    this.#stop()
  }

  ended(result: ToolResult): void {
    if (this.#state === 'done' || this.#item.type !== 'mcp_call') return
    if (this.#state === 'detached') {
      this.#state = 'done'
      this.#options.onLate({ ...this.#item, ...callOutcome(result) })
      return
    }
    this.#append({ type: 'call-ended', itemId: this.id, failed: isFailure(result) })
    this.#finish({ ...this.#item, ...callOutcome(result) })
  }

  /** Ends the item because the reply ends. If the tool was running, the model learns that the outcome is not known. */
  breakOff(): void {
    if (this.#item.type === 'function_call')
      this.#finish({ ...this.#item, arguments: this.#streamed, status: 'incomplete' })
    else if (this.#state !== 'detached') this.#endUnfinished(this.#state)
  }

  #endUnfinished(state: keyof typeof BROKEN_OFF): void {
    if (state === 'running' && this.#outlivesReply) this.toBackground()
    else this.ended({ isError: true, reason: 'cancelled', content: BROKEN_OFF[state], requestMs: 0 })
  }

  #finish(item: CallHistoryItem): void {
    if (this.#state === 'done') return
    this.#state = 'done'
    this.#item = item
    this.#append({ type: 'item-done', item, listed: this.#options.listed })
  }

  #append(event: WithoutReply<AgentEvent>): void {
    const { log, replyId } = this.#options
    log.append({ ...event, replyId } as AgentEvent)
  }
}

const BROKEN_OFF = {
  arguments: 'The call was cancelled before it ran. Nothing has happened.',
  ready: 'The call was cancelled before it ran. Nothing has happened.',
  running:
    'The call was cancelled while it was running. It may have taken effect all the same; check before you try again.',
  done: '',
}

/** Maximum characters of one result for the model. Tools from a collection shorten their results to far less. */
const MAX_OUTPUT_CHARS = 60_000

const isFailure = (result: ToolResult) => result.isError && !waitsForApproval(result)

/** A result as model and client get it. The response of an API is always inside `content`, so that models read it as data. */
function outputText(result: ToolResult): string {
  const { status, reason, content, truncated, next, partial, note } = result
  const isError = isFailure(result)
  const missingSettings = result.isError ? result.missingSettings : undefined
  const text = JSON.stringify({
    isError,
    status,
    reason,
    missingSettings,
    content,
    truncated,
    partial,
    next,
    note,
  })
  if (text.length <= MAX_OUTPUT_CHARS) return text
  const kept = cutText(JSON.stringify(content), MAX_OUTPUT_CHARS)
  return JSON.stringify({
    isError,
    status,
    reason,
    content: kept,
    truncated: { total: text.length, kept: kept.length },
  })
}

/** The outcome of a call as members of its `mcp_call` item. Either `output` or `error` is set. */
export function callOutcome(result: ToolResult): Required<Pick<RealtimeMcpToolCall, 'output' | 'error'>> {
  const text = outputText(result)
  if (!isFailure(result)) return { output: text, error: null }
  return {
    output: null,
    error:
      result.status === undefined
        ? { type: 'tool_execution_error', message: text }
        : { type: 'http_error', code: result.status, message: text },
  }
}
