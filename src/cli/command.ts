import { Command, Option } from 'commander'
import { DEFAULT_CONFIG } from './config.js'
import { DEFAULT_COLLECTION } from './load.js'
import { collect, type ExitCode, oneOf, reportFailure } from './output.js'
import { aboutWithValues, type Setting, type SettingsTable } from './settings/kinds.js'

/** The help of `--quiet` for a command that prints a result. */
const RESULTS_ONLY = 'print only results and warnings'

/** The help of `--quiet` for a command that runs until it is stopped. */
export const ERRORS_ONLY = 'print only errors'

/** A command of `voice`, with the flags that several commands share. */
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
