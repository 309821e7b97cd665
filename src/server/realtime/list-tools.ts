import { SERVER_LABEL } from '../../protocol/events.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import type { SessionParts } from './session-parts.js'

/**
 * Adds the list of server tools to the conversation, once in a session. A client requests the list with an entry for
 * this server in its `tools`. If `again` is true, the tools have changed, and the new list replaces the old one.
 */
export function listTools(
  session: Pick<SessionParts, 'conversation' | 'newId' | 'send' | 'serverTools'>,
  { again = false } = {},
): void {
  const { conversation, newId, serverTools } = session
  const shown = conversation.history.items.find((item) => item.type === 'mcp_list_tools')
  if (shown && !again) return
  if (shown) conversation.deleteItem(shown.id)
  const id = newId('mcpl')
  session.send({ type: 'mcp_list_tools.in_progress', item_id: id })
  conversation.addItem({
    id,
    type: 'mcp_list_tools',
    server_label: SERVER_LABEL,
    tools: serverTools.map(listed),
  })
  session.send({ type: 'mcp_list_tools.completed', item_id: id })
}

/**
 * One tool in the list. Its description is never absent, because standard Realtime clients discard a list in which a
 * description is missing.
 */
function listed({ name, description, parameters, annotations }: ToolFunction) {
  return { name, description, input_schema: parameters, annotations }
}
