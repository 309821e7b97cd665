import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'
import { messageOf, stackOf } from '../../errors.js'
import type {
  DryRun,
  NeededBy,
  NeededTool,
  ToolFailure,
  ToolFunction,
  ToolResult,
} from '../../toolkit/model/tool.js'
import { failed, NOT_APPROVED } from '../../toolkit/run/refusal.js'
import { callWithNeeds, consentFor, shareRun } from '../../toolkit/run/with-prerequisites.js'
import { type ModelToolCall, ROUTER } from '../model/language-model.js'
import type { Agent } from './agent.js'
import type { ApprovalRequest } from './approvals.js'
import {
  type CallContext,
  type CheckedCall,
  checkCall,
  HELD_BACK,
  isInvalid,
  REQUEST_CHANGED,
  runShown,
  showRequest,
} from './call-checks.js'
import { type CallHistoryItem, type CallItem, clientCallItem, serverCallItem } from './call-item.js'
import type { AnswerCall } from './events.js'
import type { Log } from './log.js'
import { type ClientTool, isSameTool } from './offered-tools.js'
import type { StepCall } from './step.js'
import {
  agreedTo,
  mayChange,
  needsApproval,
  type PreparedCall,
  parseArguments,
  prepareCall,
  shownArguments,
  type WaitingCall,
} from './tool-calls.js'

export interface CallRunnerOptions {
  context: CallContext
  agent: Agent
  log: Log
  clientTools: readonly ClientTool[]
  output: { openCall(item: CallHistoryItem): CallItem; sayFiller(): void }
  signal: AbortSignal
  /** False in out-of-band replies: they cannot ask for approval. */
  canAsk: boolean
}

export interface CallsOutcome {
  waitsForClient: boolean
  toAsk: PreparedCall[]
  hasBad: boolean
}

/** Refuses a write that is in the answer already: no user is asked twice, and nothing is sent twice, by a slip of the model. */
function onceOnly(plan: Plan, writes: PreparedCall[]): Plan {
  if (!('prepared' in plan)) return plan
  const { call, made, item, prepared } = plan
  const { tool, input } = prepared
  const isTwice = writes.some((one) => one.tool === tool && isDeepStrictEqual(one.input, input))
  if (isTwice) return { kind: 'bad', result: TWICE, call, made, item }
  if (mayChange(tool, input)) writes.push(prepared)
  return plan
}

const TWICE = failed(
  'same-call',
  'Not run: the same call is in this answer already, and is made once. If the user wants it twice, make it again when the first one has ended.',
)

type Plan = CheckedCall & { call: ModelToolCall; made: AnswerCall; item?: CallItem | undefined }

const NOT_RUN = failed('cancelled', 'The call was cancelled before it ran. Nothing has happened.')

const BROKEN_OFF: ToolFailure = { ...NOT_RUN, content: 'The reply ended while the call was running.' }

interface CallOrigin {
  /** The id of the approval request that the user approved. */
  approvalId?: string | undefined
  neededBy?: NeededBy
  /** The tools that this call, or a call that needs it, has run already. */
  done?: ReadonlySet<ToolFunction>
}

/** Runs the calls of a reply, or collects them for approval. Creates their items and stores their results. */
export class CallRunner {
  readonly #options: CallRunnerOptions
  readonly #context: CallContext
  readonly #tools: ReadonlyMap<string, ToolFunction>
  readonly #clientTools: Set<string>
  #streaming = new Map<string, CallItem>()
  /** Calls to ask about besides those of the model: log-ins that calls need, and approved calls that have changed. */
  #neededFirst: PreparedCall[] = []
  /** The invalid calls of this reply. */
  readonly #mistakes = new Set<string>()

  constructor(options: CallRunnerOptions) {
    this.#options = options
    this.#context = options.context
    this.#tools = options.agent.tools.callable
    this.#clientTools = new Set(options.clientTools.map((tool) => tool.name))
  }

  /** Only of calls that the client runs. Other arguments must be known as a whole first, because some are masked. */
  delta({ callId, name, delta }: { callId: string; name: string; delta: string }): void {
    const item = this.#streaming.get(callId) ?? (this.#isOfClient(name) ? this.#openItem(name) : undefined)
    if (!item) return
    this.#streaming.set(callId, item)
    item.delta(delta)
  }

  reset(): void {
    this.#streaming = new Map()
  }

  async run(calls: readonly StepCall[], made: readonly AnswerCall[]): Promise<CallsOutcome> {
    const writes: PreparedCall[] = []
    const plans = calls.map((call, at) => onceOnly(this.#plan(call, { at, made: made[at]! }), writes))
    this.reset()
    const results = await this.#withFiller(plans.map((plan) => this.#carryOut(plan)))
    const invalid = plans.filter((_, at) => isInvalid(results[at]))
    const asked = plans.flatMap((plan) => (plan.kind === 'ask' ? [plan] : []))
    const isHeldBack = asked.length > 0 && this.#isNewMistake(invalid)
    if (isHeldBack) for (const plan of asked) this.#open(plan).ended(HELD_BACK)
    return {
      waitsForClient: plans.some((plan) => plan.kind === 'client'),
      toAsk: this.#takeToAsk(isHeldBack ? [] : asked.map(({ prepared }) => prepared)),
      hasBad: plans.some((plan) => plan.kind === 'bad'),
    }
  }

  /** Whether a call is invalid that was not so before in this reply: a model that repeats it will not correct it. */
  #isNewMistake(invalid: readonly Plan[]): boolean {
    const before = this.#mistakes.size
    for (const { call } of invalid) this.#mistakes.add(`${call.name} ${call.arguments}`)
    return this.#mistakes.size > before
  }

  dryRuns(calls: readonly StepCall[]): DryRun[] {
    return calls.flatMap((written) => {
      if (written.isTooLong) return []
      const call = this.#options.agent.tools.unwrap(written)
      const read = 'problem' in call ? call : parseArguments(call.arguments)
      if ('problem' in call || 'problem' in read) return []
      const { session } = this.#context
      const request = this.#tools.get(call.name)?.dryRun?.(read.input, { session })
      return request && 'method' in request ? [request] : []
    })
  }

  /** Runs approved calls, then those that wait for them. Returns calls that need approval now, or have changed. */
  async runApproved(requests: readonly ApprovalRequest[]): Promise<PreparedCall[]> {
    await this.#withFiller(
      requests.map(async ({ id, call }) => {
        const { waiting = [], ...own } = call
        const result = await this.#openAndRun(own, { approvalId: id })
        if (result.reason === REQUEST_CHANGED) this.#askAnew(call)
        if (result.isError) return
        const run = async ({ call, approvalId }: WaitingCall) => {
          const same = call.tool.needs?.filter(({ tool }) => isSameTool(tool, own.tool)) ?? []
          const done = new Set(same.map(({ tool }) => tool))
          const { reason } = await this.#openAndRun(call, { approvalId, done })
          if (reason === REQUEST_CHANGED) this.#askAnew(call)
        }
        await Promise.all(waiting.map(run))
      }),
    )
    return this.#takeToAsk([])
  }

  #askAnew(call: PreparedCall): void {
    const asked = this.restate(call)
    if (asked) this.#neededFirst.push(asked)
  }

  restate(call: PreparedCall): PreparedCall | undefined {
    const asked = showRequest(call, this.#context.session)
    return 'isError' in asked ? undefined : asked
  }

  /** Adds the calls that running calls need first. A call that is also among `calls` is asked for only once. */
  #takeToAsk(calls: PreparedCall[]): PreparedCall[] {
    const first = this.#neededFirst
    this.#neededFirst = []
    const isAlso = (one: PreparedCall) => (other: PreparedCall) =>
      one.tool === other.tool && Object.keys(other.input).length === 0
    const joined = calls.map((call) => {
      const waiting = first.filter((one) => isAlso(one)(call)).flatMap((one) => one.waiting ?? [])
      return waiting.length > 0 ? { ...call, waiting } : call
    })
    return [...first.filter((one) => !calls.some(isAlso(one))), ...joined]
  }

  withoutSecrets(written: ModelToolCall): ModelToolCall {
    const call = this.#unwrapped(written)
    const shown = this.#shown(call)
    if (shown === call.arguments) return { ...written }
    if (call === written) return { ...written, arguments: shown }
    return { ...written, arguments: `{"name":${JSON.stringify(call.name)},"input":${shown}}` }
  }

  /** The arguments of a call as clients and models see them. A client gets those of its own functions as they are. */
  #shown({ name, arguments: text }: ModelToolCall): string {
    return this.#isOfClient(name) ? text : shownArguments(this.#tools.get(name), text)
  }

  #plan(written: StepCall, { at, made }: { at: number; made: AnswerCall }): Plan {
    const call = this.#unwrapped(written)
    const checked = checkCall(written, { ...this.#options, at, clientTools: this.#clientTools })
    const item = this.#streaming.get(call.callId)
    if (item) made.itemId = item.id
    if ('prepared' in checked) checked.prepared.made = made
    return { ...checked, call, made, item }
  }

  /** The call that a call of `call_tool` contains; other calls as they are. */
  #unwrapped(written: ModelToolCall): ModelToolCall {
    const call = this.#options.agent.tools.unwrap(written)
    return 'problem' in call ? written : call
  }

  /** The result of a call that ends here. */
  async #carryOut(plan: Plan): Promise<ToolResult | undefined> {
    if (plan.kind === 'ask') return undefined
    // A function of the client may change something, so it waits for `beforeWrite` like a call that writes.
    const allowed = plan.kind === 'client' ? this.#context.beforeWrite?.() : undefined
    if (allowed) await allowed
    if (allowed && this.#options.signal.aborted) return undefined
    const item = this.#open(plan)
    if (plan.kind === 'run') return this.#runServerCall(item, plan.prepared)
    if (plan.kind !== 'bad') return undefined
    item.ended(plan.result)
    return plan.result
  }

  #openAndRun(call: PreparedCall, origin: CallOrigin): Promise<ToolResult> {
    const { output, log } = this.#options
    const { newId } = this.#context
    const name = this.#offered(call.tool)?.name ?? call.tool.name
    const { server } = call.tool
    const shown = { id: newId('mcp'), name, server, approvalRequestId: origin.approvalId }
    const item = output.openCall(serverCallItem(shown))
    // A call that no model has made, such as a log-in that runs by itself, is not shown to models.
    if (origin.neededBy) log.append({ type: 'item-hidden', itemId: item.id })
    // A call that runs again after a log-in has its result where the model made it.
    else if (call.made && !origin.approvalId) {
      if (call.made.itemId) log.append({ type: 'item-hidden', itemId: call.made.itemId })
      call.made.itemId = item.id
    }
    return this.#runServerCall(item, call, origin)
  }

  /** Runs a call; every call passes here. The id of its approval request is its idempotency key. */
  async #runServerCall(item: CallItem, call: PreparedCall, origin: CallOrigin = {}): Promise<ToolResult> {
    const { signal, agent } = this.#options
    const { session, underWay } = this.#context
    // Stopping a write halfway would not undo it. So the write continues if the reply is aborted, but the reply does
    // not wait for it.
    const outlivesReply = mayChange(call.tool, call.input)
    const refused = (result: ToolResult) => {
      item.ended(result)
      return result
    }
    item.finishArguments(shownArguments(call.tool, call.arguments))
    const allowed = outlivesReply ? this.#context.beforeWrite?.() : undefined
    if (allowed) await allowed
    if (signal.aborted) return refused(NOT_RUN)
    const spent = this.#context.budgets?.find((budget) => budget.isSpent('toolCalls'))
    if (spent) return refused(failed('budget', agent.locale.budgets[spent.scope]))
    const stop = new AbortController()
    underWay.add(item)
    item.started({ outlivesReply, stop: () => stop.abort() })
    for (const budget of this.#context.budgets ?? []) budget.spend({ toolCalls: 1 })
    const committed = this.#context.committed?.()
    if (committed) await committed
    if (signal.aborted) {
      underWay.delete(item)
      return refused(NOT_RUN)
    }
    if (origin.approvalId) this.#context.approvals.begin(origin.approvalId)
    const onAbort = () => item.stop('reply')
    signal.addEventListener('abort', onAbort)
    const running = callWithNeeds({
      tool: call.tool,
      session,
      ...(origin.done && { done: origin.done }),
      attempt: async () =>
        this.#askIfMore(call, { origin, result: await this.#attempt(call, { origin, signal: stop.signal }) }),
      first: (need, done) => this.#runFirst(need, { done, waiting: { call, approvalId: origin.approvalId } }),
    })
    const ended = running
      .catch((error: unknown) => this.#thrown(call, error))
      .then((result) => {
        signal.removeEventListener('abort', onAbort)
        underWay.delete(item)
        item.ended(result)
        return result
      })
    const others = [
      ...(outlivesReply ? [once(signal, 'abort')] : []),
      // A call that others wait for stays in the foreground.
      ...(origin.neededBy || call.waiting ? [] : [this.#inBackground(item, ended)]),
    ]
    return Promise.race([ended, ...others.map((other) => other.then(() => BROKEN_OFF))])
  }

  /** Resolves when a long call has gone into the background. Not for replies out of band, nor for the router. */
  #inBackground(item: CallItem, ended: Promise<unknown>): Promise<void> {
    const { agent, canAsk } = this.#options
    return new Promise((resolve) => {
      if (!canAsk || agent.models[0]?.name === ROUTER) return
      const afterMs = agent.limits.backgroundAfterMs
      const cancel = this.#context.clock.schedule(() => item.toBackground() && resolve(), afterMs)
      void ended.then(cancel)
    })
  }

  #thrown({ tool }: PreparedCall, error: unknown): ToolResult {
    this.#context.logger.error('tool failed', { tool: tool.name, error: stackOf(error) })
    return failed('tool-failed', `The tool failed: ${messageOf(error)}`)
  }

  #attempt(
    call: PreparedCall,
    { origin, signal }: { origin: CallOrigin; signal: AbortSignal },
  ): Promise<ToolResult> {
    const { clock, logger, session } = this.#context
    const { agent } = this.#options
    const { approvalId, neededBy } = origin
    const headers: [string, string][] | undefined = approvalId ? [['Idempotency-Key', approvalId]] : undefined
    const timeoutMs = agent.limits.toolTimeoutMs
    const policy = agent.approve
    const agreed = agreedTo(call, { policy, isApproved: approvalId !== undefined, neededBy })
    return runShown(call, { clock, logger, session, timeoutMs, headers, neededBy, agreed, signal })
  }

  /** Asks about a call that was not sent, because its request does more than its tool says. */
  #askIfMore(call: PreparedCall, { origin, result }: { origin: CallOrigin; result: ToolResult }): ToolResult {
    if (result.reason !== NOT_APPROVED || origin.neededBy || !this.#options.canAsk) return result
    this.#askAnew(call)
    return { ...result, content: `${String(result.content)} The user is asked now.` }
  }

  /** Runs a tool that a call needs first, such as a log-in. If it needs approval, the user is asked after this step. */
  async #runFirst(
    need: NeededTool,
    { done, waiting }: { done: ReadonlySet<ToolFunction>; waiting: WaitingCall },
  ): Promise<ToolResult> {
    const { agent } = this.#options
    const { session } = this.#context
    const policy = agent.approve
    const consent = consentFor(need, (tool) => needsApproval(tool, { policy, input: {} }))
    if (!consent) return this.#askFirst(need.tool, waiting)
    const call = prepareCall(need.tool, {})
    const neededBy = { tool: waiting.call.tool.name, consent }
    const result = await shareRun(session, need, () => this.#openAndRun(call, { neededBy, done }))
    return result.reason === NOT_APPROVED ? this.#askFirst(need.tool, waiting) : result
  }

  #askFirst(needed: ToolFunction, waiting: WaitingCall): ToolResult {
    const tool = this.#offered(needed)
    if (!this.#options.canAsk || !tool) {
      return failed(NOT_APPROVED, `${needed.name} needs the approval of the user, who cannot be asked here.`)
    }
    const asked = showRequest(prepareCall(tool, {}), this.#context.session)
    if ('isError' in asked) return asked
    const known = this.#neededFirst.find((call) => call.tool === tool)
    if (known) known.waiting = [...(known.waiting ?? []), waiting]
    else this.#neededFirst.push({ ...asked, waiting: [waiting] })
    const content = `The user is asked now whether ${tool.name} may run. After a yes, it runs, and then this call runs by itself.`
    return failed('approval-needed', content)
  }

  #offered(needed: ToolFunction): ToolFunction | undefined {
    return [...this.#tools.values()].find((tool) => isSameTool(tool, needed))
  }

  async #withFiller<Result>(running: Promise<Result>[]): Promise<Result[]> {
    const { agent, output } = this.#options
    const cancel = this.#context.clock.schedule(() => output.sayFiller(), agent.limits.fillerAfterMs)
    const results = await Promise.all(running)
    cancel()
    return results
  }

  #open({ call, made, item = this.#openItem(call.name) }: Plan): CallItem {
    made.itemId = item.id
    item.finishArguments(this.#shown(call))
    return item
  }

  #openItem(name: string): CallItem {
    const { newId } = this.#context
    return this.#options.output.openCall(
      this.#isOfClient(name)
        ? clientCallItem({ id: newId('item'), call_id: newId('call'), name })
        : serverCallItem({ id: newId('mcp'), name, server: this.#tools.get(name)?.server }),
    )
  }

  #isOfClient(name: string): boolean {
    return this.#clientTools.has(name) && !this.#tools.has(name)
  }
}
