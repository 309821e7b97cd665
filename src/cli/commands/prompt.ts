import { printableJson } from '../../printable.js'
import type { VoiceCommand } from '../command.js'
import { createOutput, type ExitCode, type OutputOptions } from '../output.js'

interface PromptOptions extends OutputOptions {
  docs?: string[]
  output?: string
}

export function addPromptCommand(program: VoiceCommand): void {
  program
    .command('prompt')
    .description('print the prompt with which a language model writes your postman.json')
    .option('--docs <path...>', 'documentation, specifications or code to append: files, globs or folders')
    .option('-o, --output <file>', 'write to this file')
    .outputOptions(['text', 'json'])
    .examples('voice prompt > prompt.txt', 'voice prompt --docs openapi.yaml docs/ -o prompt.txt')
    .runs(printPrompt)
}

async function printPrompt(options: PromptOptions): Promise<ExitCode> {
  const [{ readMaskedDocs }, { renderPrompt }, { estimateTokens }] = await Promise.all([
    import('../prompt/read-docs.js'),
    import('../../prompt/render-prompt.js'),
    import('../../toolkit/semantics/tokens.js'),
  ])
  const out = createOutput(options)
  const documents = await readMaskedDocs(options.docs ?? [], out)
  const prompt = renderPrompt(documents)
  const tokens = estimateTokens(prompt)
  const text =
    options.format === 'json'
      ? printableJson({ prompt, documents: documents.map(({ path }) => path), tokens }, 2)
      : prompt
  if (options.output === undefined) out.print(text)
  else await save(options.output, text)
  const place = options.output === undefined ? '' : ` in ${options.output}`
  out.notice(
    `About ${tokens.toLocaleString('en')} tokens${place}. Save the answer as postman.json, then run:\n  npx voice validate --profile generated postman.json`,
  )
  return 0
}

async function save(path: string, text: string): Promise<void> {
  const { writeOutput } = await import('../files.js')
  await writeOutput(path, `${text}\n`)
}
