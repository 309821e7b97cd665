import { programOf } from '../command.js'
import { addServeCommand } from '../commands/serve.js'

/** Runs `voice serve` alone. */
export const run = programOf(addServeCommand)
