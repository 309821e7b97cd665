import { programOf } from '../command.js'
import { COMMAND_SETTINGS } from '../settings/command-settings.js'
import { runServe } from './run.js'

/** Runs `voice serve` alone. */
export const run = programOf({ serve: runServe }, COMMAND_SETTINGS)
