import { programOf } from '../command-line.js'
import { addToolsCommand } from '../commands/tools.js'

/** Runs `voice tools` alone. */
export const run = programOf(addToolsCommand)
