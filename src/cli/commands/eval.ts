import type { VoiceCommand } from '../command.js'
import type { EvalOptions } from '../eval/run.js'

export function addEvalCommand(program: VoiceCommand): void {
  program
    .command('eval')
    .description(
      'run your test cases (user input and expected tool call) against the agent and the saved examples',
    )
    .argument('<cases>', 'a YAML file of cases')
    .option(
      '--llm <provider/model>',
      'the language model (default: the model in the settings, else builtin/router)',
    )
    .option('--config <file>', 'read the settings from this file (default: voice.config.json, if it exists)')
    .outputOptions(['table', 'json', 'junit'])
    .examples(
      'voice eval cases.yaml',
      'voice eval cases.yaml --llm openai/gpt-6-luna --format junit > eval.xml',
    )
    .runs(async (cases: string, flags: EvalOptions) => (await import('../eval/run.js')).runEval(cases, flags))
}
