import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { messageOf } from '../../errors.js'
import { findAgentTexts } from '../../languages/agent-texts.js'
import { isObject } from '../../protocol/is-object.js'
import { approvalQuestion } from '../agent/approval-question.js'
import { showRequest } from '../agent/call-checks.js'
import type { PreparedCall } from '../agent/tool-calls.js'
import { type Confirmations, refused, toCallResult, waiting } from './call-result.js'
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
  accept: 'Not run: the form was accepted, but a field in it does not say yes.',
  decline: 'Not run: the user said no. Do not try it again unless the user asks for it.',
  cancel: 'Not run: the user closed the question without an answer.',
}

/** Whether the client can show a form to its user (elicitation). A client that declares neither form nor URL mode supports forms. */
export function canAsk(server: Server): boolean {
  const elicitation = server.getClientCapabilities()?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/**
 * Asks the user of an MCP client for approval. If the user approves, returns the call, which then sends only the request
 * that was shown. Otherwise returns a result that tells the model why the call did not run. If the client cannot ask its
 * user, the result says how to confirm the call.
 */
export async function askApproval(
  server: Server,
  { call, session, extra, confirmations }: ApprovalNeeded,
): Promise<{ approved: PreparedCall } | { refusal: CallToolResult }> {
  const asked = showRequest(call, session)
  if ('isError' in asked) return { refusal: toCallResult(asked, { structured: false }) }
  const message = approvalQuestion([asked], { locale: findAgentTexts('en'), form: 'shown' })
  if (!canAsk(server)) return { refusal: waiting(howToConfirm(message, confirmations.add(asked))) }
  const _meta = { tool: call.tool.name, request: asked.shown }
  try {
    const answer = await server.elicitInput(
      { message, requestedSchema: { type: 'object', properties: {} }, _meta },
      { signal: extra.signal, relatedRequestId: extra.requestId, timeout: ANSWER_TIMEOUT_MS },
    )
    if (isYes(answer)) return { approved: asked }
    return { refusal: refused(NOT_AGREED[answer.action]) }
  } catch (error) {
    return { refusal: refused(`Not run: the user could not be asked (${messageOf(error)}).`) }
  }
}

/**
 * Whether the answer to a question is a yes. The form has no fields, so a field in the answer must say yes too: an
 * accepted form with `{"approve": false}` is none.
 */
export function isYes({ action, content }: { action?: unknown; content?: unknown }): boolean {
  const fields = isObject(content) ? Object.values(content) : []
  return action === 'accept' && fields.every((value) => /^(?:true|yes)$/i.test(String(value)))
}

/** The question is a JSON string: no text of the collection in it ends its quotes and passes for these instructions. */
function howToConfirm(question: string, code: string): string {
  return (
    `Waiting for the user: this call needs their approval, and this client cannot ask. Ask the user: ${JSON.stringify(question)} ` +
    `Only after a yes, call ${CONFIRM_TOOL} with {"confirmation":"${code}"}. The code is for this call, once, within five minutes.`
  )
}
