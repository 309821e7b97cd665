import type { Command, Option } from 'commander'
import { distinctBy } from '../../toolkit/model/group-by.js'

/** The possible values of a flag or an argument: words to choose from, a path, or any text. */
export type FlagChoice =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'file' }
  | { kind: 'folder' }
  | { kind: 'any' }

/** One flag with all its spellings. */
export interface Flag {
  names: string[]
  description: string
  /** The possible values of the flag; absent if the flag takes no value. */
  takes?: FlagChoice
}

/** The description of a command for the completion script of a shell. */
export interface CompletedCommand {
  name: string
  description: string
  flags: Flag[]
  /** The names of the subcommands, or the possible values of the arguments; absent if the command has neither. */
  takes?: FlagChoice
}

const FILES = /^(file|files|collection|collections|cases|path|old)$/
const FOLDERS = /^dir$/

export function describeCommands(program: Command): CompletedCommand[] {
  return program.commands.map((command) => {
    const inner = command.commands.map((one) => one.name())
    const [first, ...others] = command.registeredArguments
    // A shell does not know the names of tools, so it offers the files of the next argument.
    const own = others.find((one) => FILES.test(one.name())) ?? first
    const takes: FlagChoice | undefined =
      inner.length > 0
        ? { kind: 'words', words: inner }
        : own && (own.argChoices ? { kind: 'words', words: own.argChoices } : choiceOf(own.name()))
    const flags = [command, ...command.commands].flatMap((one) => one.options.map(describeFlag))
    const help: Flag = { names: ['-h', '--help'], description: 'show the help of the command' }
    return {
      name: command.name(),
      description: command.description(),
      flags: [...distinctBy(flags, ({ names }) => names[0]), help],
      takes,
    }
  })
}

function describeFlag(option: Option): Flag {
  const names = [option.short, option.long].filter((name) => name !== undefined)
  const placeholder = /[<[]([^\]>.]+)/.exec(option.flags)?.[1]
  const values = option.argChoices ?? valuesOf(option.parseArg)
  const takes: FlagChoice | undefined = values ? { kind: 'words', words: values } : choiceOf(placeholder)
  return { names, description: option.description, takes: placeholder === undefined ? undefined : takes }
}

/** The values that a `oneOf` parser accepts; undefined for another parser. */
function valuesOf(parser: unknown): readonly string[] | undefined {
  if (typeof parser !== 'function' || !('values' in parser)) return undefined
  return Array.isArray(parser.values) ? parser.values : undefined
}

function choiceOf(placeholder: string | undefined): FlagChoice | undefined {
  if (placeholder === undefined) return undefined
  if (FILES.test(placeholder)) return { kind: 'file' }
  return FOLDERS.test(placeholder) ? { kind: 'folder' } : { kind: 'any' }
}
