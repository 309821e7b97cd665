import type { CompletedCommand, Flag, FlagChoice } from './command-line.js'

export function fishCompletion(commands: CompletedCommand[]): string {
  const lines = commands.flatMap((command) => {
    const { name, description, takes, flags } = command
    return [
      `complete -c voice -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
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
  return `${when(name)} ${spelt.join(' ')}${value} -d ${quoted(description)}`
}

function offered(choice: FlagChoice | undefined): string {
  if (choice?.kind === 'words') return ` -a ${quoted(choice.words.join(' '))}`
  return choice?.kind === 'folder' ? " -a '(__fish_complete_directories)'" : ''
}

function when(name: string): string {
  return `complete -c voice -n '__fish_seen_subcommand_from ${name}'`
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
