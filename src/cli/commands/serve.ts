import type { Command } from 'commander'
import { addCollectionOptions } from '../load.js'
import { addExamples, addOutputOptions, ERRORS_ONLY, type ExitCode, runCommand } from '../output.js'
import type { ServeFlags } from '../serve/flags.js'
import { addFlags } from '../settings/add-flags.js'
import { AGENT_SETTINGS } from '../settings/agent-settings.js'
import {
  LIMIT_SETTINGS,
  RUN_SETTINGS,
  SERVER_SETTINGS,
  WEBRTC_SETTINGS,
} from '../settings/server-settings.js'

/** `voice serve`: starts the agent. */
export function addServeCommand(program: Command): void {
  const command = program
    .command('serve')
    .description('start the agent of one or more collections')
    .argument('[collections...]', 'Postman collections or globs (default: postman.json where there is one)')
  addFlags(command, RUN_SETTINGS, { own: true })
  for (const group of [AGENT_SETTINGS, SERVER_SETTINGS, WEBRTC_SETTINGS, LIMIT_SETTINGS])
    addFlags(command, group)
  addCollectionOptions(command)
  addOutputOptions(command, ['text', 'json'], { quiet: ERRORS_ONLY })
  addExamples(
    command,
    'voice serve --mock examples/petshop/postman.json',
    'voice serve --port 8000 --base-url https://api.example.com',
    'OPENAI_API_KEY=... voice serve --provider openai postman.json',
    'LLM_API_KEY=... voice serve --llm openai/gpt-4.1-mini postman.json',
  )
  command.action(runCommand(serve))
}

async function serve(files: string[], flags: ServeFlags): Promise<ExitCode> {
  const { runServe } = await import('../serve/run.js')
  return runServe(files, flags)
}
