import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ToolDefinition } from '../../toolkit/model/tool.js'

/** How many tools are made ready before requests that have arrived are answered: some milliseconds of work. */
const TOOLS_A_TURN = 20

/**
 * Reads the members of definitions that a search needs, a few definitions at a time. They are made when they are first
 * read. Without this, the first search makes all of them at once, and every request waits for it.
 */
export async function readAhead(definitions: readonly ToolDefinition[]): Promise<void> {
  for (const [index, { annotations, bindings, description, output, words }] of definitions.entries()) {
    void [annotations, bindings, description, output, words]
    if (index % TOOLS_A_TURN === 0) await nextTurn()
  }
}
