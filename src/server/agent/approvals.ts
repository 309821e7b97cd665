import type { Clock } from '../../ports.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type PreparedCall, readArguments } from './tool-calls.js'

/** Where a request for approval stands. It leaves `pending` once and never comes back. */
export type ApprovalStatus = 'pending' | 'approved' | 'declined' | 'expired'

/** A call that waits for a yes. */
export interface ApprovalRequest {
  /** Also the id of the item that shows it. */
  id: string
  call: PreparedCall
}

/** A group that was asked in one question and is settled. */
export interface SettledApprovals {
  approved: ApprovalRequest[]
  declined: ApprovalRequest[]
}

/** Where all questions of a conversation stand, as JSON: a call is its tool's name and its arguments. */
export interface SavedApprovals {
  statuses: [id: string, status: ApprovalStatus][]
  group: { id: string; tool: string; arguments: string }[]
  question: string
  heard: string[]
  /** Milliseconds since the epoch. */
  deadline: number
}

/**
 * The calls that wait for a yes, asked in one question, and what became of all earlier ones.
 *
 * States of a request: pending → approved | declined | expired; approved → expired with its group. A group is settled when none of it is pending.
 * Only an explicit yes approves; a second answer finds nothing to answer.
 */
export class Approvals {
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #statuses = new Map<string, ApprovalStatus>()
  #group: ApprovalRequest[] = []
  #question = ''
  #heard: string[] = []
  #deadline = 0

  constructor(options: { clock: Clock; timeoutMs: number }) {
    this.#clock = options.clock
    this.#timeoutMs = options.timeoutMs
  }

  /** Opens a group; whatever was still open counts as declined. */
  open(group: ApprovalRequest[], question: string): void {
    this.declinePending()
    this.#group = group
    this.#question = question
    this.#heard = []
    this.#deadline = this.#clock.now() + this.#timeoutMs
    for (const request of group) this.#statuses.set(request.id, 'pending')
  }

  /** The user said something: the item may hold the answer to the open question. */
  hear(itemId: string): void {
    if (this.#group.length > 0) this.#heard.push(itemId)
  }

  /** An item is gone from the conversation: a request is declined, and nothing of the item is remembered. */
  forget(itemId: string): void {
    this.answer(itemId, false)
    if (!this.#group.some(({ id }) => id === itemId)) this.#statuses.delete(itemId)
    this.#heard = this.#heard.filter((id) => id !== itemId)
  }

  /** The requests that still wait, the question that was asked, and the items in which the user has spoken since. */
  get pending(): { requests: ApprovalRequest[]; question: string; heard: readonly string[] } {
    this.#expire()
    return {
      requests: this.#group.filter(({ id }) => this.#statuses.get(id) === 'pending'),
      question: this.#question,
      heard: this.#heard,
    }
  }

  /** Where a request stands; one nobody knows any more counts as expired. */
  status(id: string): ApprovalStatus {
    this.#expire()
    return this.#statuses.get(id) ?? 'expired'
  }

  /** Takes one answer. False when there is no such request or it was answered before. */
  answer(id: string, approve: boolean): boolean {
    if (this.status(id) !== 'pending') return false
    this.#statuses.set(id, approve ? 'approved' : 'declined')
    return true
  }

  /** Says no to all that wait. */
  declinePending(): void {
    for (const { id } of this.pending.requests) this.#statuses.set(id, 'declined')
  }

  /** Hands over the group once it is settled; only the first caller gets it, so that nothing runs twice. */
  takeSettled(): SettledApprovals | undefined {
    if (this.#group.length === 0 || this.pending.requests.length > 0) return undefined
    const group = this.#group
    this.#group = []
    const approved = group.filter(({ id }) => this.#statuses.get(id) === 'approved')
    return { approved, declined: group.filter((request) => !approved.includes(request)) }
  }

  /** All of it, for a conversation that moves to another server. */
  save(): SavedApprovals {
    const group = this.#group.map(({ id, call }) => ({
      id,
      tool: call.tool.name,
      arguments: call.arguments,
    }))
    return {
      statuses: [...this.#statuses],
      group,
      question: this.#question,
      heard: [...this.#heard],
      deadline: this.#deadline,
    }
  }

  /** Takes over what was saved elsewhere. A call whose tool is gone makes its whole question void. */
  restore(saved: SavedApprovals, tools: ReadonlyMap<string, ToolFunction>): void {
    for (const [id, status] of saved.statuses) this.#statuses.set(id, status)
    const group = saved.group.flatMap(({ id, tool: name, arguments: text }) => {
      const tool = tools.get(name)
      const read = readArguments(text)
      return tool && 'input' in read ? [{ id, call: { tool, input: read.input, arguments: text } }] : []
    })
    this.#question = saved.question
    this.#heard = [...saved.heard]
    this.#deadline = saved.deadline
    if (group.length === saved.group.length) this.#group = group
    else for (const { id } of saved.group) this.#statuses.set(id, 'expired')
  }

  /** One question that was not answered whole in time: nothing of it runs, also what was agreed to. */
  #expire(): void {
    const open = this.#group.some(({ id }) => this.#statuses.get(id) === 'pending')
    if (!open || this.#clock.now() < this.#deadline) return
    for (const { id } of this.#group) this.#statuses.set(id, 'expired')
    this.#group = []
  }
}
