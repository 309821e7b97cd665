import type { VoiceCommand } from '../command.js'
import { collect, oneOf, wholeNumber } from '../output.js'
import type { ValidateFlags } from '../validate/run.js'

const FORMATS = ['pretty', 'json', 'llm', 'github', 'gitlab', 'sarif', 'junit'] as const
const PROFILES = ['official', 'agent', 'generated'] as const

export function addValidateCommand(program: VoiceCommand): void {
  program
    .command('validate')
    .description('check collections and show the line of each problem')
    .argument('[files...]', 'collection files or globs, - for standard input (default: postman.json)')
    .option(
      '--profile <profile>',
      'what to check: official (the schema of Postman), agent (what an agent needs; default) or generated (what the prompt demands)',
      oneOf('--profile', PROFILES),
    )
    .option(
      '--rule <code=level>',
      'severity of one rule: off, info, warning or error; may be repeated',
      collect,
    )
    .option(
      '--max-warnings <n>',
      'exit with 1 if there are more warnings than this',
      wholeNumber('--max-warnings'),
    )
    .option(
      '--baseline <file>',
      'ignore the diagnostics that an earlier report has; the file is the output of --format json',
    )
    .option('--fix', 'repair in the file what is safe to repair')
    .option('--watch', 'check again whenever a file changes')
    .collectionOptions({ baseUrl: false, filters: false })
    .outputOptions(FORMATS, { quiet: 'print errors only' })
    .examples(
      'voice validate postman.json',
      'voice validate "collections/*.json" --format github --max-warnings 0',
      'voice validate postman.json --env staging.json --fix',
    )
    // The implementation is loaded on demand, so that declaring the command is cheap.
    .runs(async (files: string[], flags: ValidateFlags) => {
      const { runValidate } = await import('../validate/run.js')
      return runValidate(files, flags)
    })
}
