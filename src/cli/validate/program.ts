import { programOf } from '../command-line.js'
import { addValidateCommand } from '../commands/validate.js'

/** Runs `voice validate` alone. */
export const run = programOf(addValidateCommand)
