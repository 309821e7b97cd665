import { ERRORS_ONLY, type VoiceCommand } from '../command.js'
import type { ServeFlags } from '../serve/plan-agents.js'
import {
  AGENT_SETTINGS,
  LIMIT_SETTINGS,
  RUN_SETTINGS,
  SERVER_SETTINGS,
  WEBRTC_SETTINGS,
} from '../settings/settings.js'

export function addServeCommand(program: VoiceCommand): void {
  program
    .command('serve')
    .description('start the agent of one or more collections')
    .argument('[collections...]', 'Postman collections or globs (default: postman.json, if it exists)')
    .settings(RUN_SETTINGS, { own: true })
    .settings({ ...AGENT_SETTINGS, ...SERVER_SETTINGS, ...WEBRTC_SETTINGS, ...LIMIT_SETTINGS })
    .collectionOptions()
    .outputOptions(['text', 'json'], { quiet: ERRORS_ONLY })
    .examples(
      'voice serve --mock examples/petshop/postman.json',
      'voice serve --port 8000 --base-url https://api.example.com',
      'OPENAI_API_KEY=... voice serve --provider openai postman.json',
      'LLM_API_KEY=... voice serve --llm openai/gpt-6-luna postman.json',
    )
    .runs(async (files: string[], flags: ServeFlags) =>
      (await import('../serve/run.js')).runServe(files, flags),
    )
}
