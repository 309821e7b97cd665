import { type Command, Help, type Option } from 'commander'
import { wrapped } from '../../src/cli/output.js'

const HEAD = `# The command line

This page has every command and its flags. \`voice COMMAND --help\` prints the same.
`

/** The commands by what a reader wants to do. */
const GROUPS: Record<string, string[]> = {
  'Make and check a collection': ['validate', 'import', 'prompt', 'generate', 'init'],
  'Use its requests': ['tools', 'call', 'compile', 'mcp', 'mock', 'replay'],
  'Run the agent': ['serve', 'chat', 'eval'],
  'Set up this machine': ['doctor', 'models', 'completion'],
}

/** What a reader of the page has to know beside what each command says of itself. */
const GENERAL = `## Input, output, exit codes

| exit code | means |
|---|---|
| 0 | success |
| 1 | diagnostics, a failed run, or a file with invalid content |
| 2 | wrong usage, a file that cannot be read, or something that is missing: a key, a server, a free port, a package |

- \`voice chat --message\` also exits with 1 if a tool call failed or was declined.
- Results go to stdout, messages to stderr. \`--format json\` prints one JSON document and nothing else.
- For standard input, write \`-\` in place of a file name.
- Credentials in documents for a model (\`--docs\` of \`prompt\` and \`generate\`) are masked. Files whose name says that they
  have secrets, such as \`.env\`, \`id_rsa\`, \`server.key\` and \`prod.env\`, are left out.
- The variable \`NO_COLOR\` and the flag \`--no-color\` turn colour off.
- Texts of files, APIs and models cannot control your terminal. Their control characters are shown (\`␛\`, \`<U+202E>\`)
  or, in JSON, escaped (\`\\u001b\`, \`\\u202e\`).

## Completion with the Tab key

| shell | run once |
|---|---|
| bash | \`echo 'source <(voice completion bash)' >> ~/.bashrc\` |
| zsh | \`echo 'source <(voice completion zsh)' >> ~/.zshrc\` (after \`compinit\`) |
| fish | \`voice completion fish > ~/.config/fish/completions/voice.fish\` |
`

/** A flag that at least this number of commands have with the same words stands in the first table only. */
const SHARED_BY = 5

/** docs/cli.md from what the program says of itself: the shared flags, then a section per command. */
export function cliPage(program: Command): string {
  const listed = (name: string) => {
    const command = program.commands.find((one) => one.name() === name)
    return `- [${name}](#voice-${name}): ${command?.description()}`
  }
  const commands = program.commands.flatMap((command) =>
    command.commands.length > 0 ? [command, ...command.commands] : [command],
  )
  const list = Object.entries(GROUPS).flatMap(([title, names]) => [
    `**${title}**`,
    '',
    ...names.map(listed),
    '',
  ])
  const grouped = Object.values(GROUPS).flat()
  const others = program.commands.filter((command) => !grouped.includes(command.name()))
  if (others.length > 0) throw new Error(`GROUPS lacks ${others.map((command) => command.name()).join(', ')}`)
  const all = commands.flatMap(optionsOf)
  const isShared = (option: Option) => all.filter((one) => isEqual(one, option)).length >= SHARED_BY
  const shared = all.filter(
    (option, index) => isShared(option) && all.findIndex((one) => isEqual(one, option)) === index,
  )
  return [
    HEAD,
    ...list,
    GENERAL,
    '## Shared flags',
    '',
    'Several commands have these flags. The sections of the commands list only their names.',
    '',
    ...table('option', shared.map(rowOf)),
    ...commands.map((command) => section(command, isShared)),
  ].join('\n')
}

const isEqual = (one: Option, other: Option) =>
  one.flags === other.flags && one.description === other.description

function section(command: Command, isShared: (option: Option) => boolean): string {
  const help = command.createHelp()
  const text = helpText(command)
  const examples = text.includes('\nExample')
    ? text.slice(text.indexOf('\nExample')).trim().split('\n').slice(1)
    : []
  const usage = help.commandUsage(command)
  const options = optionsOf(command)
  const shared = options.filter(isShared).map(({ long, short }) => `\`${long ?? short}\``)
  return [
    `## ${pathOf(command)}`,
    '',
    `${capital(command.description())}.`,
    '',
    `\`${usage}\``,
    '',
    ...(examples.length > 0 ? ['```', ...examples.map((line) => line.replace(/^ *\$ /, '')), '```', ''] : []),
    ...table(
      'argument',
      help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
    ),
    ...table('option', options.filter((option) => !isShared(option)).map(rowOf)),
    ...(shared.length > 0
      ? [...wrapped(`[Shared flags](#shared-flags): ${shared.join(', ')}.`, 118), '']
      : []),
  ].join('\n')
}

function optionsOf(command: Command): Option[] {
  const visible = command.createHelp().visibleOptions(command)
  return visible.filter(({ long }) => long !== '--help')
}

function rowOf(option: Option): string[] {
  const help = new Help()
  return [help.optionTerm(option), help.optionDescription(option)]
}

function table(title: string, rows: string[][]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(([term, text]) => `| \`${escaped(term!)}\` | ${escaped(text!)} |`)
  return [`| ${title} | meaning |`, '|---|---|', ...lines, '']
}

/** The whole help, with what stands after it. */
function helpText(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (part) => (text += part) })
  command.outputHelp()
  return text
}

function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
