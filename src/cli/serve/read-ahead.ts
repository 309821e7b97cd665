import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/** Number of definitions that are read between two pauses: a few milliseconds of work. Pauses are for requests. */
const TOOLS_A_TURN = 20

/**
 * Reads the members of definitions that a search needs, a few definitions at a time. A member is computed when it is
 * first read. Otherwise the first search would compute all members at once, and every other request would wait.
 */
export async function readAhead(definitions: readonly ToolDefinition[]): Promise<void> {
  for (const [index, { annotations, bindings, description, output, words }] of definitions.entries()) {
    void [annotations, bindings, description, output, words]
    if (index % TOOLS_A_TURN === 0) await nextTurn()
  }
}
