import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/**
 * Number of tool definitions to read between two pauses: a few milliseconds of work. In the pauses, the server answers
 * requests.
 */
const TOOLS_PER_PAUSE = 20

/**
 * Reads the members of definitions that a search needs, with pauses. A member is computed when it is first read, so
 * without this function the first search would compute all members at once, and every other request would wait.
 */
export async function readAhead(definitions: readonly ToolDefinition[]): Promise<void> {
  for (const [index, { annotations, bindings, description, output, words }] of definitions.entries()) {
    void [annotations, bindings, description, output, words]
    if (index % TOOLS_PER_PAUSE === 0) await nextTurn()
  }
}
