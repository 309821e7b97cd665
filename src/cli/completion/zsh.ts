import type { CompletedCommand, Flag, FlagChoice } from './command-line.js'

/** The completion script for zsh: source it, or save it as `_voice` in a folder of fpath. */
export function zshCompletion(commands: CompletedCommand[]): string {
  const list = commands.map(({ name, description }) => `    ${quoted(`${name}:${description}`)}`)
  return `#compdef voice
# zsh completion of voice. Put this into ~/.zshrc, after compinit:  source <(voice completion zsh)
_voice() {
  local -a commands
  commands=(
${list.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
if [ "$funcstack[1]" = '_voice' ]; then _voice "$@"; else compdef _voice voice; fi
`
}

function commandCase({ name, flags, takes }: CompletedCommand): string {
  const specs = flags.flatMap(flagSpecs)
  const rest = takes ? [quoted(`*:${label(takes)}:${action(takes)}`)] : []
  return [`    ${name})`, `      _arguments -s \\`, ...[...specs, ...rest].map(continued), '      ;;'].join(
    '\n',
  )
}

function continued(spec: string, index: number, all: string[]): string {
  return `        ${spec}${index < all.length - 1 ? ' \\' : ''}`
}

/** The descriptions of a flag for `_arguments` of zsh, one for each spelling. The `*` lets a user repeat the flag. */
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
