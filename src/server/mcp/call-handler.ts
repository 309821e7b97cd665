import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Clock } from '../../ports.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import { infinityIn } from '../../protocol/parse-exact.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { NeededBy, ToolFunction, ToolResult } from '../../toolkit/model/tool.js'
import { NOT_APPROVED } from '../../toolkit/run/refusal.js'
import { callWithNeeds, consentFor, shareRun } from '../../toolkit/run/with-prerequisites.js'
import { REQUEST_CHANGED, runShown } from '../agent/call-checks.js'
import type { OfferedTools } from '../agent/offered-tools.js'
import { agreedTo, needsApproval, type PreparedCall, prepareCall, tooLarge } from '../agent/tool-calls.js'
import { Approver } from './ask-approval.js'
import { type Confirmations, refused, toCallResult } from './call-result.js'
import { CONFIRM_TOOL, DESCRIBE_TOOL, describedTool, hasOutputSchema } from './listed-tools.js'
import type { McpOptions } from './mcp-options.js'

/**
 * Handles `tools/call` of one client with the current tools. All calls of the client share cookies and the values that
 * were captured from responses.
 */
export function createCallHandler(
  server: Server,
  {
    current,
    confirmations,
  }: { current: () => { offer: OfferedTools; options: McpOptions }; confirmations: Confirmations },
): (request: CallToolRequest, context: ServerContext) => Promise<CallToolResult | InputRequiredResult> {
  const session = {}

  return async ({ params }, context) => {
    const { offer, options } = current()
    const given = (params.arguments ?? {}) as JsonObject
    if (params.name === DESCRIBE_TOOL && offer.searches) return describedTool(offer, String(given.name ?? ''))
    const waiting =
      params.name === CONFIRM_TOOL ? confirmations.take(String(given.confirmation ?? '')) : undefined
    const confirmed = waiting?.granted ? undefined : waiting?.call
    // A tool of the collection may have the same name.
    const isOwn = offer.callable.has(CONFIRM_TOOL)
    if (params.name === CONFIRM_TOOL && !confirmed && !isOwn) return refused(NO_CONFIRMATION)
    const named = confirmed
      ? stillOffered(offer, confirmed)
      : nameTool(offer, { name: params.name, input: given })
    if ('problem' in named) return refused(named.problem)
    const { tool } = named
    let call: PreparedCall = { ...confirmed, ...prepareCall(tool, named.input) }
    const { input } = call
    const approver = new Approver({ server, context, session, confirmations })
    if (!confirmed && needsApproval(tool, { policy: options.approve, input })) {
      const answer = await approver.ask(call)
      if ('refusal' in answer) return approver.question ?? answer.refusal
      call = answer.approved
    }
    const stopProgress = showProgress(context, { tool, clock: options.clock })
    try {
      const isApproved = call.shown !== undefined
      const run = { options, session, signal: context.mcpReq.signal, approver, isApproved }
      const result = await startCall(call, run)
      if (approver.question) return approver.question
      const { outputSchemas = true } = options
      const structured = outputSchemas && hasOutputSchema(tool) && params.name === tool.name
      return toCallResult(result, { structured })
    } finally {
      stopProgress()
    }
  }
}

interface McpRun {
  options: McpOptions
  session: object
  signal: AbortSignal
  approver: Approver
  neededBy?: NeededBy
  done?: ReadonlySet<ToolFunction>
  /** Whether the user has approved the call with the request that it sends. */
  isApproved?: boolean
}

/** Runs a call if the budgets of the client allow one more. Calls count when they start. */
async function startCall(call: PreparedCall, run: McpRun): Promise<ToolResult> {
  const { budgets = [], logger } = run.options
  const spent = budgets.find((budget) => budget.isSpent('toolCalls'))
  if (spent) {
    logger.info('tool not called over MCP', { tool: call.tool.name, reason: 'budget' })
    return {
      isError: true,
      reason: 'budget',
      content: `Not run: the budget of tool calls of this ${spent.scope} is used up.`,
      requestMs: 0,
    }
  }
  for (const budget of budgets) budget.spend({ toolCalls: 1 })
  return runWithNeeds(call, run)
}

/** Runs a call, and first the tools that it needs, such as a log-in. The user is asked before a log-in. */
function runWithNeeds(call: PreparedCall, run: McpRun): Promise<ToolResult> {
  const { options, session, signal, neededBy, done, isApproved } = run
  const { clock, logger, approve: policy, toolTimeoutMs: timeoutMs } = options
  const { tool } = call
  return callWithNeeds({
    tool,
    session,
    ...(done && { done }),
    attempt: async () => {
      const agreed = agreedTo(call, { policy, isApproved: isApproved === true, neededBy })
      const result = await runShown(call, { signal, timeoutMs, clock, logger, session, neededBy, agreed })
      if (result.reason === NOT_APPROVED && !isApproved) {
        const answer = await run.approver.ask(call)
        if ('approved' in answer) return runWithNeeds(answer.approved, { ...run, isApproved: true })
        return notApproved(answer.refusal, '')
      }
      const { status, requestMs: ms } = result
      logger.info('tool called over MCP', { tool: tool.name, status, ms, neededBy: neededBy?.tool })
      if (result.reason !== REQUEST_CHANGED) return result
      return { ...result, content: `${String(result.content)} Call ${tool.name} again to ask for it.` }
    },
    first: (need, doneThen) =>
      shareRun(session, need, async () => {
        const first = prepareCall(need.tool, {})
        const own = consentFor(need, (needed) => needsApproval(needed, { policy, input: {} }))
        const answer = own ? { approved: first } : await run.approver.ask(first)
        if ('refusal' in answer)
          return notApproved(answer.refusal, run.approver.canAsk ? '' : ` Then call ${tool.name} again.`)
        const consent = own ?? 'approved'
        return startCall(answer.approved, {
          ...run,
          isApproved: own === undefined,
          done: doneThen,
          neededBy: { tool: tool.name, consent },
        })
      }),
  })
}

/** The result of a needed call that the user has not approved, or not yet. */
function notApproved({ content, isError }: CallToolResult, advice: string): ToolResult {
  const text = content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
  const reason = isError ? 'not-approved' : 'approval-needed'
  return { isError: true, reason, content: `${text}${advice}`, requestMs: 0 }
}

const NO_CONFIRMATION =
  'Not run: this confirmation is unknown, used or expired. Call the tool again to get a new one.'

/**
 * A confirmed call with the tool as the client has it now. The client may have lost the tool since it asked, and another one
 * may have its name.
 */
function stillOffered(
  offer: OfferedTools,
  { tool: { name, identity }, input }: PreparedCall,
): { tool: ToolFunction; input: JsonObject } | { problem: string } {
  const tool = offer.callable.get(name)
  if (!tool) return { problem: `Not run: there is no tool "${name}" any more.` }
  if (tool.identity === identity) return { tool, input }
  return { problem: `Not run: "${name}" is another tool than when the user was asked. Call it again to ask.` }
}

/** The tool that a call runs, directly or through `call_tool`. Throws a `ProtocolError` if a direct call names an unknown tool. */
function nameTool(
  offer: OfferedTools,
  call: { name: string; input: JsonObject },
): { tool: ToolFunction; input: JsonObject } | { problem: string } {
  if (isTooDeep(call.input))
    return { problem: `The arguments are nested more than ${MAX_NESTING} levels deep. Send them flatter.` }
  const infinite = infinityIn(call.input)
  if (infinite !== undefined) return { problem: tooLarge(infinite) }
  const meant = offer.unwrap({ callId: '', name: call.name, arguments: JSON.stringify(call.input) })
  if ('problem' in meant) return meant
  const tool = offer.callable.get(meant.name)
  if (tool) return { tool, input: JSON.parse(meant.arguments) as JsonObject }
  if (meant.name !== call.name)
    return { problem: `There is no tool "${meant.name}". Find one with find_tools.` }
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `There is no tool "${call.name}"; tools/list names all.`,
  )
}

const INTERVAL_MS = 1_000

/** Notifies the client of progress every second, if it asked for progress. Returns a function that ends the notifications. */
function showProgress(
  { mcpReq: { _meta, notify } }: ServerContext,
  { tool, clock }: { tool: ToolFunction; clock: Clock },
): () => void {
  const progressToken = _meta?.progressToken
  if (progressToken === undefined) return () => {}
  const route = tool.definition ? `${tool.definition.method} ${tool.definition.path}` : tool.name
  let progress = 0
  let cancel = () => {}
  const tell = () => {
    progress += 1
    const message = progress === 1 ? `Calling ${route}.` : `Waiting for ${route}.`
    // An error is ignored: a disconnected client needs no progress, and the call itself goes on.
    notify({ method: 'notifications/progress', params: { progressToken, progress, message } }).catch(() => {})
    cancel = clock.schedule(tell, INTERVAL_MS)
  }
  tell()
  return () => cancel()
}
