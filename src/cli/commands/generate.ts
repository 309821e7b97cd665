import type { VoiceCommand } from '../command.js'
import type { GenerateFlags } from '../generate/run.js'
import { wholeNumber } from '../output.js'

export function addGenerateCommand(program: VoiceCommand): void {
  program
    .command('generate')
    .description('let a language model write postman.json from documents; check and repair the file')
    .requiredOption('--docs <path...>', 'documentation, specifications or code: files, globs or folders')
    .option('-o, --output <file>', 'save the collection to this file', 'postman.json')
    .option(
      '--llm <provider/model>',
      'the language model (default: openai/gpt-6-luna, if LLM_API_KEY is set)',
    )
    .option(
      '--max-rounds <n>',
      'maximum number of answers of the model, repairs included; long documents are split, and the number is for each part',
      wholeNumber('--max-rounds', { min: 1, max: 50 }),
      5,
    )
    .option('--force', 'overwrite an existing file')
    .outputOptions(['text', 'json'])
    .examples(
      'LLM_API_KEY=... voice generate --docs openapi.yaml',
      'voice generate --docs docs/ src/routes/ --llm ollama/qwen3 -o shop.json',
    )
    .runs(async (flags: GenerateFlags) => (await import('../generate/run.js')).runGenerate(flags))
}
