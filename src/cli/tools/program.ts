import { programOf } from '../command.js'
import { addToolsCommand } from '../commands/tools.js'

/** Runs `voice tools` alone. */
export const run = programOf(addToolsCommand)
