import type { Command } from 'commander'
import { addCollectionOptions } from '../load.js'
import {
  addExamples,
  addOutputOptions,
  collect,
  type ExitCode,
  oneOf,
  runCommand,
  wholeNumber,
} from '../output.js'
import type { ValidateFlags } from '../validate/flags.js'

const FORMATS = ['pretty', 'json', 'llm', 'github', 'gitlab', 'sarif', 'junit'] as const
const PROFILES = ['official', 'agent', 'generated'] as const

/** Declares `voice validate`. */
export function addValidateCommand(program: Command): void {
  const command = program
    .command('validate')
    .description('check collections and show the line of each problem')
    .argument('[files...]', 'collection files or globs, - for standard input (default: postman.json)')
    .option(
      '--profile <profile>',
      'which requirements: official (the published schema), agent (default) or generated (the prompt)',
      oneOf('--profile', PROFILES),
    )
    .option('--rule <code=level>', 'off, info, warning or error for one rule; may be repeated', collect)
    .option('--max-warnings <n>', 'fail if there are more warnings', wholeNumber('--max-warnings'))
    .option('--baseline <file>', 'count only diagnostics that an earlier --format json report does not have')
    .option('--fix', 'repair what is safe, in place')
    .option('--watch', 'check again whenever a file changes')
  addCollectionOptions(command, { baseUrl: false, filters: false })
  addOutputOptions(command, FORMATS, { quiet: 'print errors only' })
  addExamples(
    command,
    'voice validate postman.json',
    'voice validate "collections/*.json" --format github --max-warnings 0',
    'voice validate postman.json --env staging.json --fix',
  )
  command.action(runCommand(validate))
}

/** Loads the implementation on demand, so that declaring the command is cheap. */
async function validate(files: string[], flags: ValidateFlags): Promise<ExitCode> {
  const { runValidate } = await import('../validate/run.js')
  return runValidate(files, flags)
}
