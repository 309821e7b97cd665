import { tryParseJson } from '../../protocol/parse-json.js'
import type { ModelMessage } from '../model/language-model.js'
import type { ApprovalStatus } from './approvals.js'
import type { HistoryItem } from './events.js'
import { textOf } from './history.js'

/** The tool result that a model gets for an approval request. An approved request has none: the model gets its call instead. */
const APPROVAL_NOTES: Record<Exclude<ApprovalStatus, 'approved'>, string> = {
  pending: 'Not run. The user was asked whether to go ahead and has not answered yet.',
  declined: 'Not run. The user did not agree to it.',
  replaced: 'Not run. You proposed another call before the user had answered.',
  expired: 'Not run. The user was asked and did not answer in time.',
}

const NO_OUTPUT = 'No result has come from the client.'

/** Converts the history to messages for a model. Each call is directly followed by one result, because providers reject anything else. */
export function toModelMessages(
  items: readonly HistoryItem[],
  approvalStatus: (requestId: string) => ApprovalStatus,
): ModelMessage[] {
  const outputs = new Map<string, string>()
  for (const item of items) if (item.type === 'function_call_output') outputs.set(item.call_id, item.output)
  const messages: ModelMessage[] = []
  for (const item of items) {
    if (item.type === 'message') addMessage(messages, item)
    else if (item.type === 'function_call')
      addCall(messages, item, { output: outputs.get(item.call_id ?? item.id) ?? NO_OUTPUT, isError: false })
    else if (item.type === 'mcp_call')
      addCall(messages, item, { output: callOutput(item), isError: Boolean(item.error) })
    else if (item.type === 'mcp_approval_request') {
      const status = approvalStatus(item.id)
      if (status !== 'approved') addCall(messages, item, { output: APPROVAL_NOTES[status], isError: true })
    }
  }
  return messages
}

function addMessage(messages: ModelMessage[], item: HistoryItem & { type: 'message' }): void {
  const text = textOf(item)
  // Some providers refuse a message without words, and then every later request.
  if (!text.trim()) return
  messages.push(
    item.role === 'assistant' ? { role: 'assistant', text, toolCalls: [] } : { role: item.role, text },
  )
}

/**
 * Adds a call to the message directly before it if that is a message of the agent without a call. Each further call
 * gets a message of its own, because all providers accept this.
 */
function addCall(
  messages: ModelMessage[],
  call: HistoryItem & { name: string; arguments: string; call_id?: string },
  result: { output: string; isError: boolean },
): void {
  const callId = call.call_id ?? call.id
  const toolCalls = [{ callId, name: call.name, arguments: validJson(call.arguments) }]
  const last = messages.at(-1)
  if (last?.role === 'assistant' && last.toolCalls.length === 0) last.toolCalls = toolCalls
  else messages.push({ role: 'assistant', text: '', toolCalls })
  messages.push({ role: 'tool', callId, name: call.name, ...result })
}

function callOutput(item: HistoryItem & { type: 'mcp_call' }): string {
  return item.output ?? item.error?.message ?? 'No result has come yet.'
}

/** Malformed arguments become `{}`, because providers reject them. */
function validJson(text: string): string {
  return tryParseJson(text) === undefined ? '{}' : text
}
