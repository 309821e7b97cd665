import type { Command, Help } from 'commander'

/** What a reader of the page has to know beside what each command says of itself. */
const HEAD = `# The command line

Every command and its flags, as \`voice COMMAND --help\` prints them.

| exit code | means |
|---|---|
| 0 | success |
| 1 | diagnostics, or a failed run |
| 2 | wrong usage, or input that cannot be read |

- Results go to stdout, messages to stderr. \`--format json\` prints one JSON document and nothing else.
- \`-\` as a file is standard input. \`NO_COLOR\` and \`--no-color\` turn colour off.
- Text from a file, an API or a model never controls the terminal. Its control characters are shown (\`␛\`,
  \`<U+202E>\`). In JSON they are escaped (\`\\u001b\`, \`\\u202e\`).

Completion in your shell:

| shell | run once |
|---|---|
| bash | \`echo 'source <(voice completion bash)' >> ~/.bashrc\` |
| zsh | \`echo 'source <(voice completion zsh)' >> ~/.zshrc\` (after \`compinit\`) |
| fish | \`voice completion fish > ~/.config/fish/completions/voice.fish\` |
`

/** docs/cli.md from what the program says of itself: a section per command with its flags and examples. */
export function cliPage(program: Command): string {
  const commands = program.commands.flatMap((command) =>
    command.commands.length > 0 ? [command, ...command.commands] : [command],
  )
  const list = program.commands.map(
    (command) => `- [${command.name()}](#voice-${command.name()}): ${command.description()}`,
  )
  return [HEAD, ...list, '', ...commands.map(section)].join('\n')
}

function section(command: Command): string {
  const help = command.createHelp()
  const text = helpText(command)
  const examples = text.includes('\nExample')
    ? text.slice(text.indexOf('\nExample')).trim().split('\n').slice(1)
    : []
  const usage = help.commandUsage(command)
  return [
    `## ${pathOf(command)}`,
    '',
    `${capital(command.description())}.`,
    '',
    `\`${usage}\``,
    '',
    ...table(
      'argument',
      help.visibleArguments(command).map((one) => [help.argumentTerm(one), help.argumentDescription(one)]),
    ),
    ...table('option', optionsOf(command, help)),
    ...(examples.length > 0 ? ['```', ...examples.map((line) => line.replace(/^ *\$ /, '')), '```', ''] : []),
  ].join('\n')
}

function optionsOf(command: Command, help: Help): string[][] {
  const visible = help.visibleOptions(command).filter(({ long }) => long !== '--help')
  return visible.map((option) => [help.optionTerm(option), help.optionDescription(option)])
}

function table(title: string, rows: string[][]): string[] {
  if (rows.length === 0) return []
  const lines = rows.map(([term, text]) => `| \`${escaped(term!)}\` | ${escaped(text!)} |`)
  return [`| ${title} | |`, '|---|---|', ...lines, '']
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
