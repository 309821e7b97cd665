import { Argument } from 'commander'
import type { VoiceCommand } from '../command.js'
import { type ExitCode, writeOut } from '../output.js'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

export function addCompletionCommand(program: VoiceCommand): void {
  program
    .command('completion')
    .description('print the completion script of a shell: bash, zsh or fish')
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .examples(
      'source <(voice completion bash)',
      'source <(voice completion zsh)',
      'voice completion fish > ~/.config/fish/completions/voice.fish',
    )
    .runs((shell: Shell) => printCompletion(shell, program))
}

async function printCompletion(shell: Shell, program: VoiceCommand): Promise<ExitCode> {
  const { bashCompletion, describeCommands, fishCompletion, zshCompletion } = await import(
    '../completion/scripts.js'
  )
  const write = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion }[shell]
  writeOut(write(describeCommands(program)))
  return 0
}
