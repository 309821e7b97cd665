import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { type Command, CommanderError } from 'commander'
import { VoiceError } from '../errors.js'
import { singleLine } from '../printable.js'
import { capitalize } from '../text/capitalize.js'
import { VoiceCommand } from './command.js'
import { reportFailure } from './output.js'
import { writeErr, writeOut } from './terminal.js'

export type AddCommand = (program: VoiceCommand) => void

/** Creates the `voice` program with the given commands. */
export function createCommandLine(version: string, commands: readonly AddCommand[]): VoiceCommand {
  const program = new VoiceCommand('voice')
    .description('Turn a Postman collection into an agent you can talk to.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ writeOut, writeErr, outputError: (text, write) => write(sentenceOf(text)) })
    .showHelpAfterError('Add --help to see what it takes.')
  for (const add of commands) add(program)
  return program.examples(
    'voice validate postman.json',
    'voice serve --mock postman.json',
    'voice serve --help',
  )
}

/** Runs a program and sets the exit code. Never throws, and shows a stack trace only with VOICE_DEBUG=1. */
export async function runCommandLine(program: Command, argv: string[]): Promise<void> {
  endWhenOutputFails(process.stdout, process.exit)
  try {
    if (argv.length === 2) {
      program.outputHelp({ error: true })
      process.exitCode = 2
    } else {
      refuseFileAsOption(argv.slice(2))
      await program.parseAsync(argv)
    }
  } catch (error) {
    process.exitCode = error instanceof CommanderError ? (error.exitCode === 0 ? 0 : 2) : reportFailure(error)
  }
}

/**
 * Throws `wrong-usage` for an option that is also the name of a file in the working directory. A hook or a glob of the
 * shell that lists files passes such a name, and the option would change the outcome of the command.
 */
function refuseFileAsOption(args: readonly string[]): void {
  const end = args.indexOf('--')
  const options = (end < 0 ? args : args.slice(0, end)).filter((one) => one.startsWith('-') && one !== '-')
  const file = options.find((one) => existsSync(one))
  if (file === undefined) return
  throw new VoiceError(
    'wrong-usage',
    `"${singleLine(file)}" is an option and also the name of a file in this folder. For the file, write -- before the files, or ./ before its name. For the option, rename the file.`,
  )
}

/** Creates a function that runs the command line with only one command. */
export function programOf(command: AddCommand): (argv: string[], version: string) => Promise<void> {
  return (argv, version) => runCommandLine(createCommandLine(version, [command]), argv)
}

/** An error message of commander, such as `error: unknown option '--x'`, as a sentence. */
function sentenceOf(text: string): string {
  return capitalize(text.replace(/^error: /, ''))
}

/**
 * Ends the process when its output is closed, as in `voice tools | head`. Any other error of the output, such as a full
 * disk, is reported in one sentence and ends the process with code 2.
 */
export function endWhenOutputFails(stdout: EventEmitter, exit: (code?: number) => void): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return exit()
    writeErr(`The output cannot be written: ${error.message}.\n`)
    exit(2)
  })
}
