import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '../../errors.js'
import { englishAgent } from '../../languages/en/agent.js'
import { approvalQuestion } from '../agent/approval-question.js'
import type { PreparedCall } from '../agent/tool-calls.js'
import { refused, toCallResult } from './call-result.js'
import type { Confirmations } from './confirmations.js'
import { CONFIRM_TOOL } from './listed-tools.js'
import type { McpRequestContext } from './mcp-options.js'

export interface ApprovalNeeded {
  call: PreparedCall
  session: object
  extra: McpRequestContext
  confirmations: Confirmations
}

const ANSWER_TIMEOUT_MS = 300_000

const NOT_AGREED = {
  decline: 'Not run: the user said no. Do not try it again unless the user asks for it.',
  cancel: 'Not run: the user closed the question without an answer.',
}

/** Whether the client can show a form to its user (elicitation). A client that declares neither form nor URL mode supports forms. */
export function canAsk(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/**
 * Asks the user of an MCP client for approval. Returns `undefined` if the user approves, otherwise a result that tells
 * the model why the call did not run. If the client cannot ask its user, the result says how to confirm the call.
 */
export async function askApproval(
  server: Server,
  { call, session, extra, confirmations }: ApprovalNeeded,
): Promise<CallToolResult | undefined> {
  const dryRun = call.tool.dryRun?.(call.input, { session })
  if (dryRun && 'isError' in dryRun) return toCallResult(dryRun, { structured: false })
  const asked = { ...call, dryRun }
  const message = approvalQuestion([asked], { locale: englishAgent, form: 'shown' })
  if (!canAsk(server)) return refused(howToConfirm(message, confirmations.add(call)))
  try {
    const { action } = await server.elicitInput(
      { message, requestedSchema: { type: 'object', properties: {} }, _meta: { tool: call.tool.name } },
      { signal: extra.signal, relatedRequestId: extra.requestId, timeout: ANSWER_TIMEOUT_MS },
    )
    return action === 'accept' ? undefined : refused(NOT_AGREED[action])
  } catch (error) {
    return refused(`Not run: the user could not be asked (${messageOf(error)}).`)
  }
}

function howToConfirm(question: string, code: string): string {
  return (
    `Not run yet: this call needs the approval of the user, and this client cannot ask. Ask the user: "${question}" ` +
    `Only after a yes, call ${CONFIRM_TOOL} with {"confirmation":"${code}"}. The code is for this call, once, within five minutes.`
  )
}
