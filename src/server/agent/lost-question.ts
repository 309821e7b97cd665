import type { AgentTexts } from '../../languages/agent-texts.js'
import { parseApprovalAnswer } from './approval-answer.js'
import type { History } from './history.js'

/**
 * Whether the user approves a call that is no longer known: the last approval request has expired without an answer,
 * or the conversation begins with a yes, because the one before it was lost. Nothing but the question comes before
 * such a yes. Call it only while no approval request is pending.
 */
export function answersLostQuestion(history: History, locale: AgentTexts): boolean {
  if (parseApprovalAnswer(history.turnText(), locale) !== 'yes') return false
  const { items } = history
  const before = items.slice(0, items.findLastIndex((item) => !isUserMessage(item)) + 1)
  const last = before.at(-1)
  if (last === undefined) return items.every(isUserMessage)
  return last.type === 'mcp_approval_request'
}

const isUserMessage = (item: History['items'][number]) => item.type === 'message' && item.role === 'user'
