import type { ClientEvent } from '../protocol/events.js'
import type { MessageView, ViewItem } from './state.js'

/** Maximum number of restored messages; a model needs no more history. */
const MAX_MESSAGES = 40
const MAX_CHARS = 60_000

/**
 * The messages of a conversation, for a server that no longer has it (restart, or the grace period ended). Tool calls
 * are left out: a client cannot vouch for what an API did. `pending` are items that are already being sent.
 */
export function eventsToRestore(items: readonly ViewItem[], pending: ReadonlySet<string>): ClientEvent[] {
  const messages = items.filter(
    (item): item is MessageView => item.kind === 'message' && item.text !== '' && !pending.has(item.id),
  )
  let chars = 0
  const kept = messages
    .slice(-MAX_MESSAGES)
    .reverse()
    .filter(({ text }) => {
      chars += text.length
      return chars <= MAX_CHARS
    })
  return kept.reverse().map(({ id, role, text }) => ({
    type: 'conversation.item.create',
    item:
      role === 'user'
        ? { id, type: 'message', role, content: [{ type: 'input_text', text }] }
        : { id, type: 'message', role, content: [{ type: 'output_text', text }] },
  }))
}
