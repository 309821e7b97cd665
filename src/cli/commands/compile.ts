import { basename } from 'node:path'
import type { Command } from 'commander'
import { VoiceError } from '../../errors.js'
import type { LockedTool } from '../../toolkit/compile/lock.js'
import type { TargetName } from '../../toolkit/generate/targets.js'
import type { Compilation, FileState } from '../generated-files.js'
import { addCollectionOptions, type CollectionOptions } from '../load.js'
import { type Loaded, loadChosen, lockPath } from '../load-toolkit.js'
import {
  addExamples,
  addOutputOptions,
  createOutput,
  type ExitCode,
  type Output,
  oneOf,
  runs,
} from '../output.js'
import { quotedList, scenarioSentence, skippedSentence } from '../skipped.js'
import { unusedInputSentences } from '../unused-inputs.js'

const TARGETS = ['typescript', 'openai', 'anthropic', 'mcp', 'json'] as const satisfies TargetName[]

interface CompileOptions extends CollectionOptions {
  target: TargetName
  output?: string
  check?: boolean
}

/** `voice compile`: writes the tools of a collection as code or as JSON. */
export function addCompileCommand(program: Command): void {
  const command = program
    .command('compile')
    .description('write the tools of a collection as code or JSON; secrets stay out and .env is not read')
    .argument('[collection]', 'a Postman collection v2.1')
    .option(
      '--target <target>',
      `what to write: ${TARGETS.join(', ')}`,
      oneOf('--target', TARGETS),
      TARGETS[0],
    )
    .option('-o, --output <path>', 'a file, or without an extension a directory (default: standard output)')
    .option('--check', 'write nothing; exit 1 when the output is stale')
  addCollectionOptions(command)
  addOutputOptions(command, ['pretty', 'json'])
  addExamples(
    command,
    'voice compile postman.json -o src/petshop.ts',
    'voice compile postman.json --target openai -o tools.json --check',
  )
  command.action(runs(compile))
}

async function compile(file: string | undefined, options: CompileOptions): Promise<ExitCode> {
  const output = createOutput(options)
  if (options.check && options.output === undefined)
    throw new VoiceError('wrong-usage', '--check compares with files; name them with -o.')
  const loaded = await loadChosen(file, options, { environmentUrl: false })
  const source = loaded.path
  const compilation = await prepare(loaded, { options, output })
  if (options.output === undefined) return print(compilation, { options, output })
  const { planOutput, refuseInput, writePlan } = await import('../generated-files.js')
  refuseInput(options.output, source)
  const plan = await planOutput(options.output, compilation)
  if (!options.check) {
    await writePlan(plan)
    await keepNames(source, compilation.lock)
  }
  report(plan.states, { options, output })
  return options.check && plan.states.some(({ state }) => state !== 'unchanged') ? 1 : 0
}

/** The tools without their secrets. What the machine alone knows (`.env`, API_BASE_URL) has no part in it. */
async function prepare(
  { path: source, collection, settings: loaded, lock }: Loaded,
  { options, output }: { options: CompileOptions; output: Output },
): Promise<Compilation & { lock: LockedTool[] }> {
  const { namedBaseUrls, envFile: _, ...settings } = loaded
  const { defineTools } = await import('../../toolkit/define-tools.js')
  const { withholdSecrets } = await import('../../toolkit/generate/withhold-secrets.js')
  const { targets } = await import('../../toolkit/generate/targets.js')
  const tools = defineTools(collection, { ...settings, baseUrls: namedBaseUrls, lock })
  const { definitions, variables, lifted } = withholdSecrets(tools.definitions, tools.setup.layers)
  if (tools.skipped.length > 0) output.notice(skippedSentence(tools.skipped))
  if (tools.scenarios.length > 0) output.notice(scenarioSentence(tools.scenarios))
  for (const sentence of unusedInputSentences(tools.unusedInputs)) output.warn(sentence)
  if (lifted.length > 0)
    output.notice(
      `Secrets in the collection were left out; they are now the variables ${quotedList(lifted, 5)}.`,
    )
  return {
    lock: tools.lock,
    target: targets[options.target],
    input: {
      name: collection.name,
      source: source === '-' ? 'standard input' : basename(source),
      definitions,
      variables,
      ...(settings.baseUrl === undefined ? {} : { baseUrl: settings.baseUrl }),
      baseUrls: namedBaseUrls,
    },
  }
}

/** Generated code is called by name: `voice.lock` beside the collection keeps the names from now on. */
async function keepNames(source: string, lock: LockedTool[]): Promise<void> {
  if (source === '-') return
  const { saveLock } = await import('../../toolkit/lock-file.js')
  await saveLock(lockPath(source), { collectionPath: source, lock })
}

/** Without `-o` the output is the result. `--format json` shows the files that a directory would get. */
function print(
  { target, input }: Compilation,
  { options, output }: { options: CompileOptions; output: Output },
): ExitCode {
  if (options.format === 'json' && options.target === 'typescript')
    output.printJson({ files: target.toDirectory(input) })
  else output.print(target.toFile(input).trimEnd())
  return 0
}

const SENTENCES: Record<'check' | 'write', Record<FileState['state'], string>> = {
  check: { unchanged: 'is up to date', changed: 'is stale', new: 'is missing', obsolete: 'is obsolete' },
  write: { unchanged: 'is up to date', changed: 'rewritten', new: 'written', obsolete: 'removed' },
}

function report(states: FileState[], { options, output }: { options: CompileOptions; output: Output }): void {
  if (options.format === 'json') {
    output.printJson({ files: states })
    return
  }
  const words = SENTENCES[options.check ? 'check' : 'write']
  const telling = options.check ? states.filter(({ state }) => state !== 'unchanged') : states
  for (const { path, state } of telling) {
    if (options.check) output.warn(`${path} ${words[state]}`)
    else output.notice(`${path} ${words[state]}`)
  }
  if (options.check && telling.length === 0) output.notice(`${options.output} is up to date`)
  else if (options.check) output.warn('Run the same command without --check to write it again.')
}
