import type { Clock } from '../../ports.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { type PreparedCall, parseArguments } from './tool-calls.js'

/** State of an approval request. It leaves `pending` once and never returns to it. */
export type ApprovalStatus = 'pending' | 'approved' | 'declined' | 'expired'

/** A call that waits for approval. */
export interface ApprovalRequest {
  /** Also the id of the item that shows it. */
  id: string
  call: PreparedCall
}

/** A settled group of approval requests that were shown together. */
export interface SettledApprovals {
  approved: ApprovalRequest[]
  declined: ApprovalRequest[]
}

/** The state of all approval requests of a conversation, as JSON: a call is its tool's name and its arguments. */
export interface SavedApprovals {
  statuses: [id: string, status: ApprovalStatus][]
  group: { id: string; tool: string; arguments: string }[]
  question: string
  heard: string[]
  /** Milliseconds since the epoch. */
  deadline: number
}

/**
 * The pending approval requests, shown as one group, and the outcome of all earlier ones.
 *
 * States of a request: pending → approved | declined | expired; approved → expired with its group. A group is settled
 * when none of its requests is pending. Only an explicit yes approves. A second answer has no effect.
 */
export class Approvals {
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #statuses = new Map<string, ApprovalStatus>()
  #group: ApprovalRequest[] = []
  /** The last settled group and its question: the answer may be withdrawn. */
  #settled: { group: ApprovalRequest[]; question: string } | undefined
  #question = ''
  #heard: string[] = []
  #deadline = 0

  constructor(options: { clock: Clock; timeoutMs: number }) {
    this.#clock = options.clock
    this.#timeoutMs = options.timeoutMs
  }

  /** Opens a group. Declines all requests that are still pending. */
  open(group: ApprovalRequest[], question: string): void {
    this.declinePending()
    this.#group = group
    this.#question = question
    this.#heard = []
    this.#deadline = this.#clock.now() + this.#timeoutMs
    for (const request of group) this.#statuses.set(request.id, 'pending')
  }

  /** Records a user item that may hold the answer to the open approval request. */
  noteUserItem(itemId: string): void {
    if (this.#group.length > 0) this.#heard.push(itemId)
  }

  /** Handles the deletion of an item: declines its request and forgets the item. */
  forget(itemId: string): void {
    this.answer(itemId, false)
    if (!this.#group.some(({ id }) => id === itemId)) this.#statuses.delete(itemId)
    this.#heard = this.#heard.filter((id) => id !== itemId)
  }

  /** The pending requests, the text shown for them, and the user items since then. */
  get pending(): { requests: ApprovalRequest[]; question: string; heard: readonly string[] } {
    this.#expire()
    return {
      requests: this.#group.filter(({ id }) => this.#statuses.get(id) === 'pending'),
      question: this.#question,
      heard: this.#heard,
    }
  }

  /** The state of a request; an unknown request counts as expired. */
  status(id: string): ApprovalStatus {
    this.#expire()
    return this.#statuses.get(id) ?? 'expired'
  }

  /** Applies one answer. Returns false when there is no such request or it already has an answer. */
  answer(id: string, approve: boolean): boolean {
    if (this.status(id) !== 'pending') return false
    this.#statuses.set(id, approve ? 'approved' : 'declined')
    return true
  }

  /** Declines all pending requests. */
  declinePending(): void {
    for (const { id } of this.pending.requests) this.#statuses.set(id, 'declined')
  }

  /** Returns the group once it is settled. Only the first call returns it, so that no tool runs twice. */
  takeSettled(): SettledApprovals | undefined {
    if (this.#group.length === 0 || this.pending.requests.length > 0) return undefined
    const group = this.#group
    this.#settled = { group, question: this.#question }
    this.#group = []
    const approved = group.filter(({ id }) => this.#statuses.get(id) === 'approved')
    return { approved, declined: group.filter((request) => !approved.includes(request)) }
  }

  /** Withdraws the answers to the last settled group. `heard` are the user items that may hold the new answer. */
  reopen(heard: string[]): void {
    if (!this.#settled) return
    this.open(this.#settled.group, this.#settled.question)
    this.#heard = heard
    this.#settled = undefined
  }

  /** The complete state, for a handover to another server. */
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

  /** Restores a saved state. When the tool of a call no longer exists, the whole group becomes void. */
  restore(saved: SavedApprovals, tools: ReadonlyMap<string, ToolFunction>): void {
    for (const [id, status] of saved.statuses) this.#statuses.set(id, status)
    const group = saved.group.flatMap(({ id, tool: name, arguments: text }) => {
      const tool = tools.get(name)
      const read = parseArguments(text)
      return tool && 'input' in read ? [{ id, call: { tool, input: read.input, arguments: text } }] : []
    })
    this.#question = saved.question
    this.#heard = [...saved.heard]
    this.#deadline = saved.deadline
    if (group.length === saved.group.length) this.#group = group
    else for (const { id } of saved.group) this.#statuses.set(id, 'expired')
  }

  /**
   * The deadline passed before all requests of the group had an answer: no call of the group runs, also no approved
   * one.
   */
  #expire(): void {
    const open = this.#group.some(({ id }) => this.#statuses.get(id) === 'pending')
    if (!open || this.#clock.now() < this.#deadline) return
    for (const { id } of this.#group) this.#statuses.set(id, 'expired')
    this.#group = []
  }
}
