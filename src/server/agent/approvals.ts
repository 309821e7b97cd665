import type { Clock } from '../../ports.js'
import type { ApprovalCard } from '../../protocol/voice-events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { pathParameters } from './approval-fields.js'
import { type PreparedCall, parseArguments, prepareCall } from './tool-calls.js'

/** State of an approval request. A request that left `pending` becomes `pending` again only through `reopen`. */
export type ApprovalStatus = 'pending' | 'approved' | 'declined' | 'replaced' | 'expired'

export interface ApprovalRequest {
  id: string
  call: PreparedCall
  card?: ApprovalCard | undefined
}

interface SavedCall {
  tool: string
  /** {@link ToolFunction.identity}. */
  identity?: string | undefined
  arguments: string
  shown?: string | undefined
  waiting?: (SavedCall & { approvalId?: string | undefined })[]
}

/** All approval requests of a conversation as JSON. A call is saved as tool name, arguments and digest of its request. */
export interface SavedApprovals {
  statuses: [id: string, status: ApprovalStatus][]
  group: (SavedCall & { id: string; card?: ApprovalCard | undefined })[]
  question: string
  heard: string[]
  deadline: number
}

/**
 * The calls of one question are a group. Requests that are still pending lapse when the next question is asked, so that a
 * yes never answers more than the last question. Only an explicit yes approves; the first answer counts.
 * States: pending → approved | declined | replaced | expired; approved → replaced | expired with its group.
 */
export class Approvals {
  readonly #clock: Clock
  readonly #timeoutMs: number
  readonly #statuses = new Map<string, ApprovalStatus>()
  #group: ApprovalRequest[] = []
  /** The group that expired without an answer, until another question is asked. */
  #expired: ApprovalRequest[] = []
  /** The last answered group. Its answers can be withdrawn (`reopen`) for calls that have not begun to run. */
  #answered: { group: ApprovalRequest[]; question: string } | undefined
  #question = ''
  #heard: string[] = []
  #deadline = 0

  constructor(options: { clock: Clock; timeoutMs: number }) {
    this.#clock = options.clock
    this.#timeoutMs = options.timeoutMs
  }

  /**
   * The requests that are void when the user is asked about new calls: those that have expired, those that are open, and
   * approved ones in whose place a new call is meant.
   */
  lapsing(calls: readonly PreparedCall[]): ApprovalRequest[] {
    this.#expire()
    const isVoid = ({ id, call }: ApprovalRequest) => {
      const status = this.#statuses.get(id)
      return status === 'pending' || (status === 'approved' && calls.some((one) => isMeantInstead(one, call)))
    }
    return [...this.#expired, ...this.#group.filter(isVoid)]
  }

  /**
   * Opens the requests of a question. `question`: what the user sees. Earlier calls that the user has approved stay and
   * run with the new ones, unless a new call is meant in their place.
   */
  open(requests: readonly ApprovalRequest[], question: string): void {
    const lapsing = this.lapsing(requests.map(({ call }) => call))
    const isKept = (one: ApprovalRequest) =>
      this.#statuses.get(one.id) === 'approved' && !lapsing.includes(one)
    const kept = this.#group.filter(isKept)
    for (const { id } of lapsing) if (this.#statuses.get(id) !== 'expired') this.#statuses.set(id, 'replaced')
    this.#expired = []
    for (const { id } of requests) this.#statuses.set(id, 'pending')
    this.#group = [...kept, ...requests]
    this.#answered = undefined
    this.#question = question
    this.#heard = []
    this.#deadline = this.#clock.now() + this.#timeoutMs
  }

  noteUserItem(itemId: string): void {
    if (this.#group.length > 0) this.#heard.push(itemId)
  }

  forgetWords(): void {
    this.#heard = []
  }

  /** Call it for each deleted item: a pending request is declined, and the item is no possible answer any more. */
  forget(itemId: string): void {
    this.answer(itemId, false)
    if (!this.#group.some(({ id }) => id === itemId)) this.#statuses.delete(itemId)
    this.#heard = this.#heard.filter((id) => id !== itemId)
  }

  get pending(): { requests: ApprovalRequest[]; question: string; heard: readonly string[] } {
    this.#expire()
    return {
      requests: this.#group.filter(({ id }) => this.#statuses.get(id) === 'pending'),
      question: this.#question,
      heard: this.#heard,
    }
  }

  status(id: string): ApprovalStatus {
    this.#expire()
    return this.#statuses.get(id) ?? 'expired'
  }

  answer(id: string, approve: boolean): boolean {
    if (this.status(id) !== 'pending') return false
    this.#statuses.set(id, approve ? 'approved' : 'declined')
    return true
  }

  /** The approved requests of an answered group, only once, so that no tool runs twice; else `undefined`. */
  takeAnswered(): ApprovalRequest[] | undefined {
    if (this.#group.length === 0 || this.pending.requests.length > 0) return undefined
    const group = this.#group
    this.#answered = { group, question: this.#question }
    this.#group = []
    return group.filter(({ id }) => this.#statuses.get(id) === 'approved')
  }

  /** Notes that an approved call begins to run. From now on it cannot be reopened, so it never runs twice. */
  begin(id: string): void {
    if (!this.#answered) return
    this.#answered.group = this.#answered.group.filter((request) => request.id !== id)
  }

  /** Makes the last answered group pending again, without calls that have begun to run. `heard`: possible answers. */
  reopen(answered: readonly string[], heard: string[]): void {
    if (!this.#answered?.group.some(({ id }) => answered.includes(id))) return
    for (const { id } of this.#answered.group) this.#statuses.delete(id)
    this.open(this.#answered.group, this.#answered.question)
    this.#heard = heard
  }

  save(): SavedApprovals {
    return {
      statuses: [...this.#statuses],
      group: this.#group.map(({ id, call, card }) => ({ id, card, ...saveCall(call) })),
      question: this.#question,
      heard: [...this.#heard],
      deadline: this.#deadline,
    }
  }

  /** If a tool is gone or a request was not saved, the group expires. A call sends only the request that was shown. */
  restore(saved: SavedApprovals, tools: ReadonlyMap<string, ToolFunction>): void {
    for (const [id, status] of saved.statuses) this.#statuses.set(id, status)
    const group = saved.group.flatMap(({ id, card, ...one }) => {
      const call = restoreCall(one, tools)
      return call?.shown ? [{ id, card, call }] : []
    })
    this.#question = saved.question
    this.#heard = [...saved.heard]
    this.#deadline = saved.deadline
    if (group.length === saved.group.length) this.#group = group
    else for (const { id } of saved.group) this.#statuses.set(id, 'expired')
  }

  /**
   * If the deadline passes while a request of the group is pending, no call of the group runs, not even approved ones.
   */
  #expire(): void {
    const open = this.#group.some(({ id }) => this.#statuses.get(id) === 'pending')
    if (!open || this.#clock.now() < this.#deadline) return
    this.#expired = this.#group.filter(({ id }) => this.#statuses.get(id) !== 'declined')
    for (const { id } of this.#group) this.#statuses.set(id, 'expired')
    this.#group = []
  }
}

/** A call of the same tool ("wait, I meant order 18"), or for the same record ("refund it instead"). */
function isMeantInstead(one: PreparedCall, earlier: PreparedCall): boolean {
  const [record, before] = [recordOf(one), recordOf(earlier)]
  return one.tool.name === earlier.tool.name || (record !== undefined && record === before)
}

function recordOf({ tool, input }: PreparedCall): string | undefined {
  const value = input[pathParameters(tool.definition).at(-1) ?? '']
  return value === undefined ? undefined : String(value)
}

const saveCall = ({ tool, arguments: text, shown, waiting }: PreparedCall): SavedCall => ({
  tool: tool.name,
  identity: tool.identity,
  arguments: text,
  shown,
  ...(waiting && { waiting: waiting.map(({ call, approvalId }) => ({ ...saveCall(call), approvalId })) }),
})

/** The call of a saved one. `undefined` if its tool no longer exists or is another one, or not all calls that wait for it can be restored. */
function restoreCall(
  { tool: name, identity, arguments: text, shown, waiting = [] }: SavedCall,
  tools: ReadonlyMap<string, ToolFunction>,
): PreparedCall | undefined {
  const tool = tools.get(name)
  const read = parseArguments(text)
  if (!tool || tool.identity !== identity || !('input' in read)) return undefined
  const restored = waiting.flatMap(({ approvalId, ...one }) => {
    const call = restoreCall(one, tools)
    return call && (approvalId === undefined || call.shown !== undefined) ? [{ call, approvalId }] : []
  })
  if (restored.length < waiting.length) return undefined
  return {
    ...prepareCall(tool, read.input, text),
    ...(shown !== undefined && { shown }),
    ...(restored.length > 0 && { waiting: restored }),
  }
}
