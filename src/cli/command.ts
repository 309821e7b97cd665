import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { Command, CommanderError, Option } from 'commander'
import { VoiceError } from '../errors.js'
import { singleLine } from '../printable.js'
import { capitalize } from '../text/capitalize.js'
import { DEFAULT_COLLECTION } from './load.js'
import { collect, type ExitCode, oneOf, reportFailure, writeErr, writeOut } from './output.js'
import { aboutWithValues, type Setting, type SettingsTable } from './settings/kinds.js'
import { DEFAULT_CONFIG } from './settings/settings.js'

const RESULTS_ONLY = 'print only results and warnings'

/** The help of `--quiet` for a command that runs until it is stopped. */
export const ERRORS_ONLY = 'print only errors'

export class VoiceCommand extends Command {
  override createCommand(name?: string): VoiceCommand {
    return new VoiceCommand(name)
  }

  /**
   * Adds the flags of `CollectionFlags`. If `baseUrl` is false, omits `--base-url`, which the commands `mock` and
   * `validate` do not need. If `filters` is false, omits `--allow`, `--deny` and `--login`.
   */
  collectionOptions({ baseUrl = true, filters = true } = {}): this {
    this.option(
      '-c, --collection <file>',
      `the Postman collection, - for standard input (default: ${DEFAULT_COLLECTION})`,
    )
      .option('--env <file>', 'a Postman environment that fills variables')
      .option('--globals <file>', 'a Postman globals file that fills variables')
      .option('--env-var <name=value>', 'the value of one variable; may be repeated', collect)
      .option(
        '--config <file>',
        `read the settings from this file (default: ${DEFAULT_CONFIG}, if it exists)`,
      )
    if (baseUrl)
      this.option(
        '--base-url <url>',
        'send requests to this address; NAME=URL does this only for requests whose address begins with NAME, a variable or a host; may be repeated',
        collect,
      )
    if (filters)
      this.option(
        '--allow <pattern>',
        'offer only these tools: a name, folder, method or glob; may be repeated',
        collect,
      )
        .option('--deny <pattern>', 'do not offer these tools; may be repeated', collect)
        .option(
          '--login <tool>',
          'run this tool without a question when another tool needs it to log in; may be repeated',
          collect,
        )
    return this
  }

  /**
   * Adds the flags of settings. If `own` is true, the settings exist only as flags, and the parser applies their
   * defaults. If `own` is false, the settings are also in the configuration. Their defaults are then only shown in the
   * help, because a default that the parser applies would override the configuration.
   */
  settings(settings: SettingsTable, { own = false } = {}): this {
    for (const [name, setting] of Object.entries(settings)) {
      if (setting.flag === undefined) continue
      const option = new Option(setting.flag, helpOf(setting, own))
      option.attributeName = () => name
      const parser = setting.kind.parser?.(option.long!)
      if (parser) option.argParser(parser as Parameters<Option['argParser']>[0])
      if (own && setting.default !== undefined && !option.negate) option.default(setting.default)
      this.addOption(option)
    }
    return this
  }

  /** Adds `--format`, `--quiet` and `--no-color`. The first format is the default. */
  outputOptions(
    formats: readonly [string, ...string[]],
    { format = 'how to print', quiet = RESULTS_ONLY } = {},
  ): this {
    const about = `${format}: ${formats.join(', ')}`
    return this.option('--format <format>', about, oneOf('--format', formats), formats[0])
      .option('--quiet', quiet)
      .option('--no-color', 'print without colour')
  }

  /** Ends the help with lines that a user can copy. */
  examples(...lines: [string, ...string[]]): this {
    const title = lines.length > 1 ? 'Examples:' : 'Example:'
    return this.addHelpText('after', `\n${title}\n${lines.map((line) => `  $ ${line}`).join('\n')}`)
  }

  /**
   * Sets the function that runs the command. The function returns the exit code of the process. If the function throws
   * an error, the process prints one sentence about the error.
   */
  runs<A extends unknown[]>(action: (...args: A) => Promise<ExitCode>): this {
    return this.action(async (...args: unknown[]) => {
      process.exitCode = await action(...(args as A)).catch(reportFailure)
    })
  }
}

function helpOf(setting: Setting, own: boolean): string {
  const { kind } = setting
  const text = [aboutWithValues(setting), ...(kind.several ? [kind.several.flag] : [])]
  const usual = setting.otherwise ?? (own ? undefined : setting.default)
  const shown = usual === undefined || usual === false ? '' : ` (default: ${usual})`
  return text.join('; ') + shown
}

export type AddCommand = (program: VoiceCommand) => void

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

export function programOf(command: AddCommand): (argv: string[], version: string) => Promise<void> {
  return (argv, version) => runCommandLine(createCommandLine(version, [command]), argv)
}

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
