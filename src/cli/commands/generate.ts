import type { Command } from 'commander'
import type { GenerateFlags } from '../generate/flags.js'
import { addExamples, addOutputOptions, type ExitCode, runCommand, wholeNumber } from '../output.js'

/** `voice generate`: a language model writes the collection, which is validated and repaired. */
export function addGenerateCommand(program: Command): void {
  const command = program
    .command('generate')
    .description('let a language model write postman.json from documents; check and repair the file')
    .requiredOption('--docs <path...>', 'documentation, specifications or code: files, globs or folders')
    .option('-o, --output <file>', 'where to save it', 'postman.json')
    .option('--llm <provider/model>', 'the language model (default: openai/gpt-4.1-mini with LLM_API_KEY)')
    .option(
      '--max-rounds <n>',
      'most answers of the model for one part, repairs included',
      wholeNumber('--max-rounds', { min: 1, max: 50 }),
      5,
    )
    .option('--force', 'overwrite an existing file')
  addOutputOptions(command, ['text', 'json'])
  addExamples(
    command,
    'LLM_API_KEY=... voice generate --docs openapi.yaml',
    'voice generate --docs docs/ src/routes/ --llm ollama/qwen3 -o shop.json',
  )
  command.action(runCommand(generate))
}

async function generate(flags: GenerateFlags): Promise<ExitCode> {
  const { runGenerate } = await import('../generate/run.js')
  return runGenerate(flags)
}
