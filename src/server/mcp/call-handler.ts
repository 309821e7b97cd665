import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import {
  type CallToolRequest,
  type CallToolResult,
  ErrorCode,
  McpError,
} from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '../../errors.js'
import { isTooDeep, MAX_NESTING } from '../../protocol/nesting.js'
import type { JsonObject } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { needsApproval } from '../agent/approval-policy.js'
import { approvalQuestion } from '../agent/approval-question.js'
import { type PreparedCall, runCall } from '../agent/tool-calls.js'
import type { ToolOffer } from '../agent/tool-offer.js'
import { english } from '../locales/en.js'
import { refused, toCallResult } from './call-result.js'
import { hasOutputSchema } from './listed-tools.js'
import type { McpExtra, McpOptions } from './mcp-options.js'
import { showProgress } from './progress.js'

/** Answers `tools/call` for one client, with what is offered at the time. Its calls share cookies and captured values. */
export function createCallHandler(
  server: Server,
  current: () => { offer: ToolOffer; options: McpOptions },
): (request: CallToolRequest, extra: McpExtra) => Promise<CallToolResult> {
  const session = {}

  return async ({ params }, extra) => {
    const { offer, options } = current()
    const named = nameTool(offer, { name: params.name, input: (params.arguments ?? {}) as JsonObject })
    if ('problem' in named) return refused(named.problem)
    const { tool, input } = named
    const prepared: PreparedCall = { tool, input, arguments: JSON.stringify(input) }
    if (needsApproval(tool, { policy: options.approve, input }) && canAsk(server)) {
      const refusal = await ask(server, { call: prepared, session, extra })
      if (refusal) return refusal
    }
    const stopProgress = showProgress(extra, { tool, clock: options.clock })
    try {
      const { clock, toolTimeoutMs: timeoutMs } = options
      const result = await runCall(prepared, { signal: extra.signal, timeoutMs, clock, session })
      options.logger.info('tool called over MCP', {
        tool: tool.name,
        status: result.status,
        ms: result.requestMs,
      })
      return toCallResult(result, { structured: hasOutputSchema(tool) && params.name === tool.name })
    } finally {
      stopProgress()
    }
  }
}

/** The tool a call means, also by way of `call_tool`. A name that is none is an error of the protocol. */
function nameTool(
  offer: ToolOffer,
  call: { name: string; input: JsonObject },
): { tool: ToolFunction; input: JsonObject } | { problem: string } {
  if (isTooDeep(call.input))
    return { problem: `The arguments are nested more than ${MAX_NESTING} levels deep. Send them flatter.` }
  const meant = offer.unwrap({ callId: '', name: call.name, arguments: JSON.stringify(call.input) })
  if ('problem' in meant) return meant
  const tool = offer.callable.get(meant.name)
  if (tool) return { tool, input: JSON.parse(meant.arguments) as JsonObject }
  if (meant.name !== call.name)
    return { problem: `There is no tool "${meant.name}". Find one with find_tools.` }
  throw new McpError(ErrorCode.InvalidParams, `There is no tool "${call.name}"; tools/list names all.`)
}

/** Whether the client can put a question to its user. One that says nothing of forms or addresses knows forms. */
function canAsk(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

interface Question {
  call: PreparedCall
  session: object
  extra: McpExtra
}

/** Asks the user; what the model is told when the answer is not a yes. A call that cannot be built is refused without a question. */
async function ask(server: Server, { call, session, extra }: Question): Promise<CallToolResult | undefined> {
  const dryRun = call.tool.dryRun?.(call.input, { session })
  if (dryRun && 'isError' in dryRun) return toCallResult(dryRun, { structured: false })
  const asked = { ...call, ...(dryRun ? { dryRun } : {}) }
  const message = approvalQuestion([asked], { locale: english, form: 'shown' })
  try {
    const { action } = await server.elicitInput(
      { message, requestedSchema: { type: 'object', properties: {} } },
      { signal: extra.signal, relatedRequestId: extra.requestId, timeout: ANSWER_TIMEOUT_MS },
    )
    return action === 'accept' ? undefined : refused(NOT_AGREED[action])
  } catch (error) {
    return refused(`Not run: the user could not be asked (${messageOf(error)}).`)
  }
}

/** How long a question stays open. */
const ANSWER_TIMEOUT_MS = 300_000

const NOT_AGREED = {
  decline: 'Not run: the user said no. Do not try it again unless the user asks for it.',
  cancel: 'Not run: the user closed the question without an answer.',
}
