import { VoiceError } from '../errors.js'
import type { ClientEvent } from '../protocol/events.js'
import { newUuid } from './ids.js'
import type { MessageView } from './state.js'

/** A text limit below the servers' limit of 4 MB per message. */
const MAX_TEXT_CHARS = 500_000

/** A user message with an id of its own; `view` shows it before the server confirms it. Throws `message-too-long`. */
export function userMessage(text: string): { view: MessageView; event: ClientEvent } {
  if (text.length > MAX_TEXT_CHARS)
    throw new VoiceError(
      'message-too-long',
      `The message has ${text.length} characters; at most ${MAX_TEXT_CHARS} can be sent at once.`,
    )
  const id = newItemId()
  const content = [{ type: 'input_text' as const, text }]
  return {
    view: { kind: 'message', id, role: 'user', text, partial: true, waits: true, interrupted: false },
    event: { type: 'conversation.item.create', item: { id, type: 'message', role: 'user', content } },
  }
}

export function approvalAnswer(requestId: string, approve: boolean): ClientEvent {
  const item = {
    id: newItemId(),
    type: 'mcp_approval_response' as const,
    approval_request_id: requestId,
    approve,
  }
  return { type: 'conversation.item.create', item }
}

const newItemId = () => `item_${newUuid().replaceAll('-', '')}`
