import { programOf } from '../command.js'
import { listTools } from '../commands/tools.js'

/** Runs `voice tools` alone. */
export const run = programOf({ tools: listTools })
