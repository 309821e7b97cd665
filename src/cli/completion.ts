import type { Command, Option } from 'commander'
import bash from '../../templates/completion/bash.txt'
import zsh from '../../templates/completion/zsh.txt'
import { distinctBy } from '../toolkit/model/group-by.js'
import { type ExitCode, writeOut } from './output.js'

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }

/** `voice completion`: prints the script with which a shell completes commands, flags, their values and files. */
export async function printCompletion(
  shell: keyof typeof SCRIPTS,
  _flags: object,
  { parent }: Command,
): Promise<ExitCode> {
  writeOut(SCRIPTS[shell](describeCommands(parent!)))
  return 0
}

type FlagChoice =
  | { kind: 'words'; words: readonly string[] }
  | { kind: 'file' }
  | { kind: 'folder' }
  | { kind: 'any' }

interface Flag {
  names: string[]
  description: string
  /** The possible values of the flag; absent if the flag takes no value. */
  takes?: FlagChoice
}

interface CompletedCommand {
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

function valuesOf(parser: unknown): readonly string[] | undefined {
  if (typeof parser !== 'function' || !('values' in parser)) return undefined
  return Array.isArray(parser.values) ? parser.values : undefined
}

function choiceOf(placeholder: string | undefined): FlagChoice | undefined {
  if (placeholder === undefined) return undefined
  if (FILES.test(placeholder)) return { kind: 'file' }
  return FOLDERS.test(placeholder) ? { kind: 'folder' } : { kind: 'any' }
}

/** The completion script for bash 3.2 (macOS) and later. Where the script has no suggestions, bash offers files. */
export function bashCompletion(commands: CompletedCommand[]): string {
  const names = [...commands.map(({ name }) => name), '--help', '--version']
  return filled(bash, {
    names: names.join(' '),
    flags: commands.flatMap((one) => one.flags.flatMap((flag) => flagCase(one, flag))).join('\n'),
    commands: commands.map(commandCase).join('\n'),
  })
}

const filled = (script: string, holes: Record<string, string>) =>
  script.replace(/\{\{(\w+)\}\}/g, (_, hole: string) => holes[hole]!)

function flagCase({ name }: CompletedCommand, { names, takes }: Flag): string[] {
  if (!takes) return []
  const pattern = names.map((flag) => `'${name} ${flag}'`).join('|')
  return [`    ${pattern}) ${offer(takes)}; return ;;`]
}

function commandCase({ name, flags, takes }: CompletedCommand): string {
  const words = flags.flatMap(({ names }) => names.filter((flag) => flag.startsWith('--'))).join(' ')
  const flagsOnly = `case $cur in -*) COMPREPLY=($(compgen -W '${words}' -- "$cur")) ;; *) ${offer(takes)} ;; esac`
  return `    ${name}) ${flagsOnly} ;;`
}

function offer(choice: FlagChoice | undefined): string {
  if (choice?.kind === 'words') return `COMPREPLY=($(compgen -W '${choice.words.join(' ')}' -- "$cur"))`
  if (choice?.kind === 'folder') return 'COMPREPLY=($(compgen -d -- "$cur"))'
  if (choice?.kind === 'file') return ':'
  // Makes bash 4 and later offer nothing. In bash 3.2, `compopt` does not exist, so bash offers files.
  return 'compopt +o default 2>/dev/null'
}

/** The completion script for zsh: source it, or save it as `_voice` in a folder of fpath. */
export function zshCompletion(commands: CompletedCommand[]): string {
  const list = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`)
  return filled(zsh, { commands: list.join('\n'), arguments: commands.map(commandSpecs).join('\n') })
}

function commandSpecs({ name, flags, takes }: CompletedCommand): string {
  const specs = flags.flatMap(flagSpecs)
  const rest = takes ? [quoted(`*:${label(takes)}:${action(takes)}`)] : []
  return [`    ${name})`, `      _arguments -s \\`, ...[...specs, ...rest].map(continued), '      ;;'].join(
    '\n',
  )
}

function continued(spec: string, index: number, all: string[]): string {
  return `        ${spec}${index < all.length - 1 ? ' \\' : ''}`
}

function flagSpecs({ names, description, takes }: Flag): string[] {
  const text = description.replace(/[[\]]/g, ' ').replaceAll(':', '\\:')
  const tail = takes ? `:${label(takes)}:${action(takes)}` : ''
  return names.map((name) => quoted(`*${name}${takes && name.startsWith('--') ? '=' : ''}[${text}]${tail}`))
}

function label({ kind }: FlagChoice): string {
  return kind === 'words' || kind === 'any' ? 'value' : kind
}

function action(choice: FlagChoice): string {
  if (choice.kind === 'words') return `(${choice.words.join(' ')})`
  return { file: '_files', folder: '_files -/', any: ' ' }[choice.kind]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

export function fishCompletion(commands: CompletedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const { name, description, takes, flags } = command
    return [
      `complete -c voice -n __fish_use_subcommand -a ${name} -d ${fishQuoted(description)}`,
      ...positional(name, takes),
      ...flags.map((flag) => flagLine(name, flag)),
    ]
  })
  return [
    '# fish completion of voice. Run once:  voice completion fish > ~/.config/fish/completions/voice.fish',
    'complete -c voice -n __fish_use_subcommand -f',
    'complete -c voice -n __fish_use_subcommand -l help -d "show the help"',
    'complete -c voice -n __fish_use_subcommand -l version -d "print the version"',
    ...lines,
    '',
  ].join('\n')
}

function positional(name: string, takes: FlagChoice | undefined): string[] {
  if (takes?.kind === 'file') return []
  return [`${when(name)} -f${offered(takes)}`]
}

function flagLine(name: string, { names, description, takes }: Flag): string {
  const spelt = names.map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
  const value = takes === undefined ? '' : takes.kind === 'file' ? ' -r -F' : ` -x${offered(takes)}`
  return `${when(name)} ${spelt.join(' ')}${value} -d ${fishQuoted(description)}`
}

function offered(choice: FlagChoice | undefined): string {
  if (choice?.kind === 'words') return ` -a ${fishQuoted(choice.words.join(' '))}`
  return choice?.kind === 'folder' ? " -a '(__fish_complete_directories)'" : ''
}

function when(name: string): string {
  return `complete -c voice -n '__fish_seen_subcommand_from ${name}'`
}

function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
