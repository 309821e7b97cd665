import type { CompletedCommand, Flag, FlagChoice } from './command-line.js'

/** The completion script for bash 3.2 (macOS) and later. Where the script has no suggestions, bash offers files. */
export function bashCompletion(commands: CompletedCommand[]): string {
  return `# bash completion of voice. Put this into ~/.bashrc:  source <(voice completion bash)
_voice() {
  local cur prev command='' word i
  COMPREPLY=()
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  # --flag=value comes as three words
  if [ "$cur" = '=' ]; then cur=''; elif [ "$prev" = '=' ]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $word in -*) ;; *) command=$word; break ;; esac
  done
  if [ -z "$command" ]; then
    COMPREPLY=($(compgen -W '${[...commands.map(({ name }) => name), '--help', '--version'].join(' ')}' -- "$cur"))
    return
  fi
  case "$command $prev" in
${commands.flatMap((command) => command.flags.flatMap((flag) => flagCase(command, flag))).join('\n')}
  esac
  case $command in
${commands.map(commandCase).join('\n')}
  esac
}
complete -o default -F _voice voice
`
}

/** The suggestions after a flag that takes a value. */
function flagCase({ name }: CompletedCommand, { names, takes }: Flag): string[] {
  if (!takes) return []
  const pattern = names.map((flag) => `'${name} ${flag}'`).join('|')
  return [`    ${pattern}) ${offer(takes)}; return ;;`]
}

/** The suggestions for a word that is no value of a flag: the flags of the command, or the values of its argument. */
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
