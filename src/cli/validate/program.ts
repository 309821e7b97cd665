import { createCommandLine, runCommandLine } from '../command-line.js'
import { addValidateCommand } from '../commands/validate.js'

/**
 * Runs `voice validate` alone. The build makes files of its own for it, without the parts that other commands share:
 * a third of the files to open at each start.
 */
export async function run(argv: string[], version: string): Promise<void> {
  await runCommandLine(createCommandLine(version, [addValidateCommand]), argv)
}
