import { once, setMaxListeners } from 'node:events'
import type { DryRun, ToolFunction, ToolResult } from '../../toolkit/model/tool.js'
import { takesSensitive } from '../../toolkit/secrets/sensitive-arguments.js'
import type { ModelToolCall } from '../model/language-model.js'
import { inDeclaredOrder } from './approval-fields.js'
import { mayChange, mayNeedApproval, needsApproval } from './approval-policy.js'
import type { ApprovalRequest } from './approvals.js'
import { type CallItem, clientCallShape, serverCallShape } from './call-item.js'
import type { ConversationOptions } from './conversation-options.js'
import type { ReplyOutput } from './reply-output.js'
import { shownArguments } from './sensitive-arguments.js'
import type { StepCall } from './step.js'
import { type PreparedCall, parseArguments, runCall } from './tool-calls.js'
import type { ClientTool } from './toolbox.js'

export interface CallRunnerOptions
  extends Pick<ConversationOptions, 'agent' | 'clock' | 'newId' | 'committed' | 'beforeWrite'> {
  clientTools: readonly ClientTool[]
  output: ReplyOutput
  signal: AbortSignal
  /** Identifies the conversation. Its calls share cookies and the values that were captured from responses. */
  session: object
  /** False in out-of-band replies: they cannot ask for approval. */
  canAsk: boolean
  /** The running calls, including those that outlived their reply. */
  underWay: Set<CallItem>
  maxOpenCalls: number
}

export interface CallsOutcome {
  /** Whether the client must run some of the calls. The reply then ends after these calls. */
  waitsForClient: boolean
  /** Calls that need approval. None of them has run. */
  toAsk: PreparedCall[]
  hasBad: boolean
}

type Plan = { call: ModelToolCall; item: CallItem | undefined } & (
  | { kind: 'client' }
  | { kind: 'run'; prepared: PreparedCall }
  | { kind: 'ask'; prepared: PreparedCall }
  | { kind: 'bad'; result: ToolResult }
)

const NEVER = new AbortController().signal
// Every running write adds a listener to this signal. By default, Node warns about a leak at more than 10 listeners.
setMaxListeners(0, NEVER)

const NOT_RUN: ToolResult = {
  isError: true,
  reason: 'cancelled',
  content: 'The call was cancelled before it ran. Nothing has happened.',
  requestMs: 0,
}

/** Runs the calls of a reply, or collects them for approval. Creates their items and stores their results. */
export class CallRunner {
  readonly #options: CallRunnerOptions
  readonly #tools: ReadonlyMap<string, ToolFunction>
  readonly #clientTools: Set<string>
  #streaming = new Map<string, CallItem>()
  #fillerSaid = false

  constructor(options: CallRunnerOptions) {
    this.#options = options
    this.#tools = options.agent.tools.callable
    this.#clientTools = new Set(options.clientTools.map((tool) => tool.name))
  }

  /** Adds streamed arguments of a call. If the call may need approval or takes a password, clients get only the complete arguments. */
  delta({ callId, name, delta }: { callId: string; name: string; delta: string }): void {
    const item = this.#streaming.get(callId) ?? (this.#showsEarly(name) ? this.#open(name) : undefined)
    if (!item) return
    this.#streaming.set(callId, item)
    item.delta(delta)
  }

  /**
   * Forgets the calls whose arguments the model has begun to stream. Called when a step begins, when its model fails,
   * and when its calls run.
   */
  reset(): void {
    this.#streaming = new Map()
  }

  /** Runs all calls that may run, in parallel. The result says what the user and the client must do next. */
  async run(calls: readonly StepCall[]): Promise<CallsOutcome> {
    const plans = calls.map((call, at) => this.#plan(call, at))
    this.reset()
    const running = plans.map((plan) => this.#carryOut(plan))
    await this.#withFiller(running)
    return {
      waitsForClient: plans.some((plan) => plan.kind === 'client'),
      toAsk: plans.flatMap((plan) => (plan.kind === 'ask' ? [plan.prepared] : [])),
      hasBad: plans.some((plan) => plan.kind === 'bad'),
    }
  }

  dryRuns(calls: readonly StepCall[]): DryRun[] {
    return calls.flatMap((written) => {
      if (written.isTooLong) return []
      const call = this.#options.agent.tools.unwrap(written)
      const read = 'problem' in call ? call : parseArguments(call.arguments)
      if ('problem' in call || 'problem' in read) return []
      const { session } = this.#options
      const request = this.#tools.get(call.name)?.dryRun?.(read.input, { session })
      return request && 'method' in request ? [request] : []
    })
  }

  /** Runs approved calls. The id of the approval request is the idempotency key. */
  async runApproved(requests: readonly ApprovalRequest[]): Promise<void> {
    await this.#withFiller(
      requests.map(({ id, call }) => {
        const item = this.#options.output.openCall(
          serverCallShape({ id: this.#options.newId('mcp'), name: call.tool.name, approvalRequestId: id }),
        )
        return this.#runServerCall(item, call, [['Idempotency-Key', id]])
      }),
    )
  }

  #plan(written: StepCall, at: number): Plan {
    const unwrapped = this.#options.agent.tools.unwrap(written)
    const call = 'problem' in unwrapped ? written : unwrapped
    const shown = { call, item: this.#streaming.get(call.callId) }
    const bad = (content: string): Plan => ({
      ...shown,
      kind: 'bad',
      result: { isError: true, reason: 'invalid-call', content, requestMs: 0 },
    })
    const { maxCallsPerStep: limit, maxArgumentBytes } = this.#options.agent.limits
    if (written.isTooLong)
      return bad(
        `Not run: the arguments of a call have at most ${maxArgumentBytes} bytes. Call it again with less.`,
      )
    if (at >= limit) return bad(`Not run: at most ${limit} calls at a time. Call it again by itself.`)
    const { underWay, maxOpenCalls } = this.#options
    if (underWay.size + at >= maxOpenCalls)
      return bad(
        `Not run: ${underWay.size} calls of this conversation are still running. Call it again later.`,
      )
    const read = 'problem' in unwrapped ? unwrapped : parseArguments(call.arguments)
    if ('problem' in read) return bad(read.problem)
    const tool = this.#tools.get(call.name)
    if (!tool)
      return this.#clientTools.has(call.name)
        ? { ...shown, kind: 'client' }
        : bad(this.#unknownTool(call.name))
    const prepared: PreparedCall = { tool, input: read.input, arguments: call.arguments || '{}' }
    const { approve: policy } = this.#options.agent
    if (!needsApproval(tool, { policy, input: read.input })) return { ...shown, kind: 'run', prepared }
    if (!this.#options.canAsk)
      return bad('Not run: this call needs the approval of the user, who cannot be asked here.')
    // If the request cannot be built, the model gets the error and the user is not asked.
    const checked = tool.dryRun?.(read.input, { session: this.#options.session })
    if (checked && 'isError' in checked) return { ...shown, kind: 'bad', result: checked }
    // The arguments are put in the order of the tool's parameters, because every client shows them in the order of the
    // text.
    const ordered = JSON.stringify(inDeclaredOrder(read.input, tool.parameters))
    return {
      ...shown,
      kind: 'ask',
      prepared: { ...prepared, arguments: ordered, dryRun: checked },
    }
  }

  async #carryOut(plan: Plan): Promise<void> {
    if (plan.kind === 'ask') return
    // A function of the client may change something, so it waits for `beforeWrite` like a call that writes.
    const allowed = plan.kind === 'client' ? this.#options.beforeWrite?.() : undefined
    if (allowed) await allowed
    if (allowed && this.#options.signal.aborted) return
    const item = plan.item ?? this.#open(plan.call.name)
    item.finishArguments(shownArguments(this.#tools.get(plan.call.name), plan.call.arguments))
    if (plan.kind === 'run') await this.#runServerCall(item, plan.prepared)
    else if (plan.kind === 'bad') item.ended(plan.result)
  }

  async #runServerCall(item: CallItem, call: PreparedCall, headers?: [string, string][]): Promise<void> {
    const { signal, clock, agent, session, underWay } = this.#options
    // Stopping a write halfway would not undo it. So the write continues if the reply is aborted, but the reply does
    // not wait for it.
    const outlivesReply = mayChange(call.tool, call.input)
    item.finishArguments(shownArguments(call.tool, call.arguments))
    const allowed = outlivesReply ? this.#options.beforeWrite?.() : undefined
    if (allowed) await allowed
    if (signal.aborted) return item.ended(NOT_RUN)
    item.started({ outlivesReply })
    const committed = this.#options.committed?.()
    if (committed) await committed
    if (signal.aborted) return item.ended(NOT_RUN)
    underWay.add(item)
    const options = { clock, session, timeoutMs: agent.limits.toolTimeoutMs, headers }
    const running = runCall(call, { ...options, signal: outlivesReply ? NEVER : signal })
    const ended = running.then((result) => {
      underWay.delete(item)
      item.ended(result)
    })
    await (outlivesReply ? Promise.race([ended, once(signal, 'abort')]) : ended)
  }

  /** Says the filler sentence if the calls take long. */
  async #withFiller(running: Promise<void>[]): Promise<void> {
    const { clock } = this.#options
    const cancel = clock.schedule(() => this.sayFiller(), this.#options.agent.limits.fillerAfterMs)
    await Promise.all(running)
    cancel()
  }

  /** Says that the answer takes longer, at most once in a reply. The model does not see that sentence. */
  sayFiller(): void {
    if (this.#fillerSaid) return
    this.#fillerSaid = true
    this.#options.output.say(this.#options.agent.locale.filler, { aside: true })
  }

  #open(name: string): CallItem {
    const { output, newId } = this.#options
    return output.openCall(
      this.#clientTools.has(name)
        ? clientCallShape({ id: newId('item'), callId: newId('call'), name })
        : serverCallShape({ id: newId('mcp'), name }),
    )
  }

  #showsEarly(name: string): boolean {
    const tool = this.#tools.get(name)
    if (!tool) return this.#clientTools.has(name)
    return !mayNeedApproval(tool, this.#options.agent.approve) && !takesSensitive(tool.parameters)
  }

  #unknownTool(name: string): string {
    const known = [...this.#tools.keys(), ...this.#clientTools]
    const some = known.slice(0, 30).join(', ')
    return `There is no tool "${name}". The tools are: ${some || 'none'}${known.length > 30 ? ', ...' : ''}.`
  }
}
