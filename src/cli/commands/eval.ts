import type { Command } from 'commander'
import type { EvalOptions } from '../eval/run.js'
import { addExamples, addOutputOptions, type ExitCode, runCommand } from '../output.js'

/** `voice eval`: runs a user's test cases against the agent and the saved examples. */
export function addEvalCommand(program: Command): void {
  const command = program
    .command('eval')
    .description(
      'run your test cases (user input and expected tool call) against the agent and the saved examples',
    )
    .argument('<cases>', 'a YAML file of cases')
    .option(
      '--llm <provider/model>',
      'the language model (default: the one of the configuration, else builtin/router)',
    )
    .option('--config <file>', 'settings from this file (default: voice.config.json where there is one)')
  addOutputOptions(command, ['table', 'json', 'junit'])
  addExamples(
    command,
    'voice eval cases.yaml',
    'voice eval cases.yaml --llm openai/gpt-4.1-mini --format junit > eval.xml',
  )
  command.action(runCommand(evaluate))
}

async function evaluate(cases: string, options: EvalOptions): Promise<ExitCode> {
  const { runEval } = await import('../eval/run.js')
  return runEval(cases, options)
}
