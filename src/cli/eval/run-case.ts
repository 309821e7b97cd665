import { setImmediate as nextTurn } from 'node:timers/promises'
import { silentLogger, systemClock } from '../../ports.js'
import { tryParseJson } from '../../protocol/parse-json.js'
import type { Agent } from '../../server/agent/agent.js'
import { Conversation } from '../../server/agent/conversation.js'
import type { AgentEvent, HistoryItem } from '../../server/agent/events.js'
import { textOf } from '../../server/agent/history.js'
import { explainFault } from '../../server/model/model-error.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { EvalCase } from './cases.js'

/** A tool call that the agent made or requested. */
export interface ObservedCall {
  name: string
  input: JsonObject
  /** Whether the agent sent the HTTP request of the call. */
  ran: boolean
  /** Whether the call was approved; absent if the agent did not ask for approval. */
  approved?: boolean
}

/** The observed result of a case. */
export interface Observed {
  calls: ObservedCall[]
  /** The agent's last response. */
  answer: string
  /** The reason of a failed response. */
  failure?: string
}

/** Runs the conversation of one case. Approves all calls if `approve` of the case is true, else declines all. */
export async function runCase({ say, approve }: EvalCase, agent: Agent): Promise<Observed> {
  const watch = new Watch()
  let ids = 0
  const newId = (prefix: string) => `${prefix}_${++ids}`
  const conversation = new Conversation({
    agent,
    clock: systemClock,
    logger: silentLogger,
    newId,
    emit: (event) => watch.take(event),
  })
  for (const text of say) {
    watch.startTurn()
    conversation.addItem({
      id: newId('item'),
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text }],
    })
    conversation.respond()
    await watch.idle()
    for (let open = watch.openQuestions(); open.length > 0; open = watch.openQuestions()) {
      for (const id of open)
        conversation.answerApproval({
          type: 'mcp_approval_response',
          approval_request_id: id,
          approve: approve === true,
          reason: null,
        })
      await watch.idle()
    }
  }
  conversation.close()
  return watch.observed
}

/** Records the events of a conversation. */
class Watch {
  readonly #items: HistoryItem[] = []
  readonly #answers = new Map<string, boolean>()
  #turnStart = 0
  #active = 0
  #failure: string | undefined
  #wake: (() => void) | undefined

  take(event: AgentEvent): void {
    if (event.type === 'item-done') this.#keep(event.item)
    if (event.type === 'reply-started') this.#active += 1
    if (event.type !== 'reply-ended') return
    this.#active -= 1
    const { status, errorCode = 'failed', fault } = event.end
    if (status === 'failed') this.#failure = fault ? explainFault(fault) : errorCode
    this.#wake?.()
  }

  startTurn(): void {
    this.#turnStart = this.#items.length
  }

  /** Waits until no response is in progress. If another response follows immediately, also waits for its end. */
  async idle(): Promise<void> {
    do {
      if (this.#active > 0) await new Promise<void>((resolve) => (this.#wake = resolve))
      await nextTurn()
    } while (this.#active > 0)
  }

  /** The ids of approval requests without an answer. */
  openQuestions(): string[] {
    return this.#items.flatMap((item) =>
      item.type === 'mcp_approval_request' && !this.#answers.has(item.id) ? [item.id] : [],
    )
  }

  get observed(): Observed {
    const said = this.#items.slice(this.#turnStart)
    const answer = said
      .flatMap((item) => (item.type === 'message' && item.role === 'assistant' ? [textOf(item)] : []))
      .join(' ')
    const calls = this.#items.flatMap((item) => this.#callOf(item))
    return { calls, answer, failure: this.#failure }
  }

  #keep(item: HistoryItem): void {
    this.#items.push(item)
    if (item.type === 'mcp_approval_response') this.#answers.set(item.approval_request_id, item.approve)
  }

  /**
   * The tool call in an item, if the item has one. A call that needs approval has two items: the approval request and
   * the call that ran. Only the approval request counts, so that the call is not counted twice.
   */
  #callOf(item: HistoryItem): ObservedCall[] {
    if (item.type === 'mcp_approval_request') {
      const approved = this.#answers.get(item.id) === true
      return [{ name: item.name, input: readInput(item.arguments), ran: approved, approved }]
    }
    if (item.type !== 'mcp_call' || item.approval_request_id) return []
    return [{ name: item.name, input: readInput(item.arguments), ran: true }]
  }
}

const readInput = (text: string): JsonObject => asObject(tryParseJson(text)) ?? {}
