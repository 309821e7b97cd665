import type { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { Argument, Command, CommanderError, Option } from 'commander'
import data from '../../templates/commands.json'
import { VoiceError } from '../errors.js'
import { singleLine } from '../printable.js'
import { capitalize } from '../text/capitalize.js'
import { collect, type ExitCode, oneOf, reportFailure, wholeNumber, writeErr, writeOut } from './output.js'
import { aboutWithValues, type Setting, type SettingsTable } from './settings/kinds.js'

type Run = (...args: never[]) => Promise<ExitCode>

export type LoadRun = () => Promise<Run | Record<string, Run>>

/** Settings that are flags. `own`: flags only, with their defaults; others would override the configuration by theirs. */
export interface SettingFlags {
  settings: SettingsTable
  own?: boolean
}

interface Declaration {
  about: string
  arguments?: DeclaredArgument[]
  options?: DeclaredOption[]
  /** The groups of flags of `shared` for a command that works on a collection. */
  collection?: (keyof typeof data.shared)[]
  formats?: [string, ...string[]]
  formatAbout?: string
  quiet?: string
  commands?: Record<string, Declaration>
  examples: string[]
}

interface DeclaredArgument {
  name: string
  about: string
  values?: string[]
  default?: string
}

/** A flag. Its value is a text, one of `values`, or with `min` a whole number; with `repeat`, a list of texts. */
interface DeclaredOption {
  flag: string
  about: string
  values?: string[]
  min?: number
  max?: number
  repeat?: true
  required?: true
  default?: string | number
}

const { commands: DECLARATIONS, shared: SHARED } = data as unknown as {
  commands: Record<string, Declaration>
  shared: Record<keyof typeof data.shared, DeclaredOption[]>
}

export class VoiceCommand extends Command {
  override createCommand(name?: string): VoiceCommand {
    return new VoiceCommand(name)
  }

  declare(declaration: Declaration, load: LoadRun, settings: readonly SettingFlags[] = []): this {
    const { about, options = [], collection = [], formats, commands, examples } = declaration
    this.description(about)
    for (const one of declaration.arguments ?? []) this.addArgument(argumentOf(one))
    for (const one of options) this.addOption(optionOf(one))
    for (const one of settings) this.settings(one)
    for (const one of collection.flatMap((group) => SHARED[group])) this.addOption(optionOf(one))
    if (formats) this.#outputOptions(formats, declaration)
    for (const [name, inner] of Object.entries(commands ?? {}))
      this.command(name).declare(inner, async () => ((await load()) as Record<string, Run>)[name]!)
    if (!commands)
      this.action(async (...args: unknown[]) => {
        const run = async () => ((await load()) as Run)(...(args as never[]))
        process.exitCode = await run().catch(reportFailure)
      })
    const title = examples.length > 1 ? 'Examples:' : 'Example:'
    return this.addHelpText('after', `\n${title}\n${examples.map((line) => `  $ ${line}`).join('\n')}`)
  }

  settings({ settings, own = false }: SettingFlags): this {
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
  #outputOptions(
    formats: readonly [string, ...string[]],
    { formatAbout = 'how to print', quiet = 'print only results and warnings' }: Declaration,
  ): void {
    this.option(
      '--format <format>',
      `${formatAbout}: ${formats.join(', ')}`,
      oneOf('--format', formats),
      formats[0],
    )
      .option('--quiet', quiet)
      .option('--no-color', 'print without colour')
  }
}

function argumentOf({ name, about, values, default: preset }: DeclaredArgument): Argument {
  const argument = new Argument(name, about)
  if (values) argument.choices(values)
  return preset === undefined ? argument : argument.default(preset)
}

function optionOf(declared: DeclaredOption): Option {
  const { flag, about, values, min, max, repeat, required, default: preset } = declared
  const option = new Option(flag, about)
  if (values) option.argParser(oneOf(option.long!, values) as Parameters<Option['argParser']>[0])
  if (min !== undefined) option.argParser(wholeNumber(option.long!, { min, max }))
  if (repeat) option.argParser(collect)
  if (required) option.makeOptionMandatory()
  return preset === undefined ? option : option.default(preset)
}

function helpOf(setting: Setting, own: boolean): string {
  const { kind } = setting
  const text = [aboutWithValues(setting), ...(kind.several ? [kind.several.flag] : [])]
  const usual = setting.otherwise ?? (own ? undefined : setting.default)
  const shown = usual === undefined || usual === false ? '' : ` (default: ${usual})`
  return text.join('; ') + shown
}

/** Creates the `voice` program with the given commands. `settings` has the commands with settings as flags. */
export function createCommandLine(
  version: string,
  commands: Readonly<Record<string, LoadRun>>,
  settings: Readonly<Record<string, readonly SettingFlags[]>> = {},
): VoiceCommand {
  const program = new VoiceCommand('voice')
    .description('Turn a Postman collection into an agent you can talk to.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show this help')
    .helpCommand('help [command]', 'show the help of a command')
    .exitOverride()
    .configureOutput({ writeOut, writeErr, outputError: (text, write) => write(sentenceOf(text)) })
    .showHelpAfterError('Add --help to see what it takes.')
  for (const [name, load] of Object.entries(commands))
    program.command(name).declare(DECLARATIONS[name]!, load, settings[name])
  return program.addHelpText(
    'after',
    '\nExamples:\n  $ voice validate postman.json\n  $ voice serve --mock postman.json\n  $ voice serve --help',
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

/** Refuses an option that is also a file here: globs and hooks pass names, which would change the command. */
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

export function programOf(
  commands: Readonly<Record<string, Run>>,
  settings?: Readonly<Record<string, readonly SettingFlags[]>>,
): (argv: string[], version: string) => Promise<void> {
  const loaders = Object.fromEntries(Object.entries(commands).map(([name, run]) => [name, async () => run]))
  return (argv, version) => runCommandLine(createCommandLine(version, loaders, settings), argv)
}

function sentenceOf(text: string): string {
  return capitalize(text.replace(/^error: /, ''))
}

/** Ends when the output closes, as in `| head`. Another error, such as a full disk, is said, with code 2. */
export function endWhenOutputFails(stdout: EventEmitter, exit: (code?: number) => void): void {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') return exit()
    writeErr(`The output cannot be written: ${error.message}.\n`)
    exit(2)
  })
}
