import type { Command, Option } from 'commander'

/** What may stand in a place: words to choose from, a path, or anything. */
export type Choice =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'file' }
  | { kind: 'folder' }
  | { kind: 'any' }

/** One flag, with all ways to write it. */
export interface Flag {
  names: string[]
  description: string
  /** What it takes; absent when it takes nothing. */
  takes?: Choice
}

/** One command as a shell has to know it. */
export interface CompletedCommand {
  name: string
  description: string
  flags: Flag[]
  /** What its arguments are; absent when it takes none. */
  takes?: Choice
}

const FILES = /^(file|files|collection|collections|cases|path|old)$/
const FOLDERS = /^dir$/

/** All commands of the program, from what each declares of itself. */
export function describeCommands(program: Command): CompletedCommand[] {
  return program.commands.map((command) => {
    const inner = command.commands.map((one) => one.name())
    const own = command.registeredArguments[0]
    const takes: Choice | undefined =
      inner.length > 0
        ? { kind: 'words', words: inner }
        : own && (own.argChoices ? { kind: 'words', words: own.argChoices } : choiceOf(own.name()))
    const flags = [command, ...command.commands].flatMap((one) => one.options.map(describeFlag))
    const help: Flag = { names: ['-h', '--help'], description: 'show the help of the command' }
    return {
      name: command.name(),
      description: command.description(),
      flags: [...distinct(flags), help],
      ...(takes && { takes }),
    }
  })
}

function describeFlag(option: Option): Flag {
  const names = [option.short, option.long].filter((name) => name !== undefined)
  const placeholder = /[<[]([^\]>.]+)/.exec(option.flags)?.[1]
  const values = option.argChoices ?? valuesOf(option.parseArg)
  const takes: Choice | undefined = values ? { kind: 'words', words: values } : choiceOf(placeholder)
  return { names, description: option.description, ...(placeholder !== undefined && takes && { takes }) }
}

/** The list that a parser of `oneOf` carries. */
function valuesOf(parser: unknown): readonly string[] | undefined {
  if (typeof parser !== 'function' || !('values' in parser)) return undefined
  return Array.isArray(parser.values) ? parser.values : undefined
}

function choiceOf(placeholder: string | undefined): Choice | undefined {
  if (placeholder === undefined) return undefined
  if (FILES.test(placeholder)) return { kind: 'file' }
  return FOLDERS.test(placeholder) ? { kind: 'folder' } : { kind: 'any' }
}

function distinct(flags: Flag[]): Flag[] {
  return flags.filter(({ names }, index) => flags.findIndex((one) => one.names[0] === names[0]) === index)
}
