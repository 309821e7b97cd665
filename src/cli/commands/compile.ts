import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { VoiceError } from '../../errors.js'
import type { LockedTool } from '../../toolkit/compile/lock.js'
import type { TargetName } from '../../toolkit/generate/targets.js'
import type { VoiceCommand } from '../command.js'
import type { FileState, GeneratedOutput } from '../generated-files.js'
import type { CollectionFlags } from '../load.js'
import { type LoadedToolkit, loadChosen, lockPath, readLock } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output, oneOf } from '../output.js'
import { noticeLeftOut, quotedList } from '../tool-notices.js'

const TARGETS = ['typescript', 'openai', 'anthropic', 'mcp', 'json'] as const satisfies TargetName[]

interface CompileFlags extends CollectionFlags {
  target: TargetName
  output?: string
  check?: boolean
  strict?: boolean
}

export function addCompileCommand(program: VoiceCommand): void {
  program
    .command('compile')
    .description('write the tools of a collection as code or JSON, without secrets; .env is not read')
    .argument('[collection]', 'a Postman collection v2.1')
    .option(
      '--target <target>',
      `what to write: ${TARGETS.join(', ')}`,
      oneOf('--target', TARGETS),
      TARGETS[0],
    )
    .option(
      '-o, --output <path>',
      'write to this file, or to this directory if the path has no extension (default: standard output)',
    )
    .option(
      '--strict',
      'with --target openai: use strict mode for each tool whose parameters are possible in strict mode',
    )
    .option('--check', 'write nothing; exit 1 if the output is stale')
    .collectionOptions()
    .outputOptions(['pretty', 'json'], {
      format:
        'without -o, json prints TypeScript as a list of files; with -o, how to print the report on the written files',
    })
    .examples(
      'voice compile postman.json -o src/petshop.ts',
      'voice compile postman.json --target openai -o tools.json --check',
    )
    .runs(compile)
}

async function compile(file: string | undefined, options: CompileFlags): Promise<ExitCode> {
  const output = createOutput(options)
  if (options.check && options.output === undefined)
    throw new VoiceError('wrong-usage', '--check compares with files; name them with -o.')
  if (options.strict && options.target !== 'openai')
    throw new VoiceError('wrong-usage', '--strict is for --target openai.')
  const chosen = await loadChosen(file, options, { environmentUrl: false })
  const source = chosen.path
  const lockFile = lockPathFor(source, options.output)
  const loaded = { ...chosen, lock: await readLock(source, lockFile) }
  const compilation = await prepare(loaded, { options, output })
  if (options.output === undefined) return print(compilation, { options, output })
  const { planOutput, refuseInput, writePlan } = await import('../generated-files.js')
  refuseInput(options.output, source)
  const plan = await planOutput(options.output, compilation)
  if (!options.check) {
    await writePlan(plan)
    plan.states.push(...(await keepNames(source, { lockFile, lock: compilation.lock })))
  }
  report(plan.states, { options, output })
  return options.check && plan.states.some(({ state }) => state !== 'unchanged') ? 1 : 0
}

/**
 * Creates the data that is written in the output format (`--target`). It contains the tool definitions, in which
 * variables replace the secrets. It does not depend on the settings of this machine (`.env`, API_BASE_URL).
 */
async function prepare(
  { path: source, collection, settings: loaded, lock }: LoadedToolkit,
  { options, output }: { options: CompileFlags; output: Output },
): Promise<GeneratedOutput & { lock: LockedTool[] }> {
  const { namedBaseUrls, envFile: _, ...settings } = loaded
  const { defineTools } = await import('../../toolkit/define-tools.js')
  const { extractSecrets } = await import('../../toolkit/generate/extract-secrets.js')
  const { targets } = await import('../../toolkit/generate/targets.js')
  const { toStrictSchema } = await import('../../toolkit/generate/strict-schema.js')
  const tools = defineTools(collection, { ...settings, baseUrls: namedBaseUrls, lock })
  const { definitions, variables, extracted } = extractSecrets(tools.definitions, tools.setup.layers)
  noticeLeftOut(tools, output)
  if (extracted.length > 0)
    output.notice(
      `Secrets in the collection were left out; they are now the variables ${quotedList(extracted, 5)}.`,
    )
  if (options.strict) {
    const free = definitions.filter(({ parameters }) => !toStrictSchema(parameters)).map(({ name }) => name)
    if (free.length > 0)
      output.notice(`Strict mode cannot express free members, so it is off for ${quotedList(free, 5)}.`)
  }
  return {
    lock: tools.lock,
    target: targets[options.target],
    input: {
      name: collection.name,
      source: source === '-' ? 'standard input' : basename(source),
      definitions,
      strict: options.strict === true,
      variables,
      baseUrl: settings.baseUrl,
      baseUrls: namedBaseUrls,
    },
  }
}

/**
 * Writes the tool names to the lock file, because generated code depends on them. Returns the state of the lock file if
 * it changed, else an empty list.
 */
async function keepNames(
  source: string,
  { lockFile, lock }: { lockFile: string; lock: LockedTool[] },
): Promise<FileState[]> {
  if (source === '-') return []
  const state = existsSync(lockFile) ? 'changed' : 'new'
  const { saveLock } = await import('../../toolkit/lock-file.js')
  const hasChanged = await saveLock(lockFile, { collectionPath: source, lock })
  return hasChanged ? [{ path: lockFile, state }] : []
}

/**
 * The path of the lock file: usually in the folder of the collection. A new lock file is written into the folder of the
 * output if two conditions are met:
 * - The collection is outside of the working directory.
 * - The output is outside of the folder of the collection.
 */
function lockPathFor(source: string, output: string | undefined): string {
  const beside = lockPath(source)
  if (source === '-' || output === undefined || existsSync(beside)) return beside
  const holds = (path: string) => !relative(dirname(source), resolve(path)).startsWith('..')
  const isOwn = holds(output) || !relative(process.cwd(), resolve(source)).startsWith('..')
  return isOwn ? beside : join(dirname(output), basename(beside))
}

/** Prints the output of a command without `-o`. With `--format json`, prints TypeScript as a list of files. */
function print(
  { target, input }: GeneratedOutput,
  { options, output }: { options: CompileFlags; output: Output },
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

function report(states: FileState[], { options, output }: { options: CompileFlags; output: Output }): void {
  if (options.format === 'json') {
    output.printJson({ files: states })
    return
  }
  const words = SENTENCES[options.check ? 'check' : 'write']
  const telling = options.check ? states.filter(({ state }) => state !== 'unchanged') : states
  const say = options.check ? output.warn : output.notice
  for (const { path, state } of telling) say(`${path} ${words[state]}`)
  if (options.check && telling.length === 0) output.notice(`${options.output} is up to date`)
  else if (options.check) output.warn('Run the same command without --check to write it again.')
}
