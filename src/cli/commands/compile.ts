import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import { readRegularFile } from '../../regular-file.js'
import type { LockedTool } from '../../toolkit/compile/lock.js'
import { defineTools } from '../../toolkit/define-tools.js'
import { extractSecrets } from '../../toolkit/generate/extract-secrets.js'
import { toStrictSchema } from '../../toolkit/generate/strict-schema.js'
import type { GeneratedFile, Target, TargetInput } from '../../toolkit/generate/target.js'
import { type TargetName, targets } from '../../toolkit/generate/targets.js'
import { GENERATED_MARK } from '../../toolkit/generate/typescript.js'
import { saveLock } from '../../toolkit/lock-file.js'
import { writeOutput } from '../files.js'
import type { CollectionFlags } from '../load.js'
import { type LoadedToolkit, loadChosen, lockPath, readLock } from '../load-toolkit.js'
import { createOutput, type ExitCode, type Output } from '../output.js'
import { noticeLeftOut, quotedList } from '../tool-notices.js'

interface CompileFlags extends CollectionFlags {
  target: TargetName
  output?: string
  check?: boolean
  strict?: boolean
}

export async function compile(file: string | undefined, options: CompileFlags): Promise<ExitCode> {
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
  refuseInput(options.output, source)
  const plan = await planOutput(options.output, compilation)
  if (!options.check) {
    await writePlan(plan)
    plan.states.push(...(await keepNames(source, { lockFile, lock: compilation.lock })))
  }
  report(plan.states, { options, output })
  return options.check && plan.states.some(({ state }) => state !== 'unchanged') ? 1 : 0
}

/** What is written for `--target`: definitions with variables for secrets. It does not depend on this machine's settings. */
async function prepare(
  { path: source, collection, settings: loaded, lock }: LoadedToolkit,
  { options, output }: { options: CompileFlags; output: Output },
): Promise<GeneratedOutput & { lock: LockedTool[] }> {
  const { namedBaseUrls, envFile: _, ...settings } = loaded
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

/** Writes the names, on which generated code depends. Returns the lock file if it changed. */
async function keepNames(
  source: string,
  { lockFile, lock }: { lockFile: string; lock: LockedTool[] },
): Promise<FileState[]> {
  if (source === '-') return []
  const state = existsSync(lockFile) ? 'changed' : 'new'
  const hasChanged = await saveLock(lockFile, { collectionPath: source, lock })
  return hasChanged ? [{ path: lockFile, state }] : []
}

/** The lock file beside the collection, or in the output if both are outside of the working directory and each other. */
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

/** An output file compared to the disk; `obsolete` ones were generated earlier. */
interface FileState {
  path: string
  state: 'unchanged' | 'changed' | 'new' | 'obsolete'
}

interface OutputPlan {
  files: GeneratedFile[]
  states: FileState[]
  /** The output directory, outside of which no file is written; absent if the output is one file. */
  folder?: string
}

/** What `-o PATH` writes: one file by its extension, else a folder. Throws `file-unwritable` for a module of others. */
async function planOutput(path: string, { target, input }: GeneratedOutput): Promise<OutputPlan> {
  const files =
    extname(path) === ''
      ? target.toDirectory(input).map((file) => ({ ...file, path: join(path, file.path) }))
      : [{ path, text: target.toFile(input) }]
  const states = await Promise.all(files.map(stateOf))
  const obsolete = extname(path) === '' ? await obsoleteFiles(path, files) : []
  return { files, states: [...states, ...obsolete], ...(extname(path) === '' && { folder: path }) }
}

interface GeneratedOutput {
  target: Target
  input: TargetInput
}

async function writePlan({ files, states, folder }: OutputPlan): Promise<void> {
  const texts = new Map(files.map(({ path, text }) => [path, text]))
  for (const { path, state } of states) {
    if (state === 'new' || state === 'changed')
      await writeOutput(path, texts.get(path)!, folder === undefined ? {} : { within: folder })
    try {
      if (state === 'obsolete') await rm(path)
    } catch (error) {
      throw new VoiceError('file-unwritable', `${path} cannot be written: ${messageOf(error)}.`, {
        cause: error,
      })
    }
  }
}

function refuseInput(path: string, source: string): void {
  if (resolve(path) !== resolve(source)) return
  throw new VoiceError('wrong-usage', `-o ${path} would overwrite the collection itself; name another file.`)
}

async function stateOf({ path, text }: GeneratedFile): Promise<FileState> {
  const found = await readText(path)
  if (found === undefined) return { path, state: 'new' }
  if (text.startsWith(GENERATED_MARK) && found.trim() !== '' && !found.startsWith(GENERATED_MARK))
    throw new VoiceError(
      'file-unwritable',
      `${path} was not written by \`voice compile\`; move it away or name another path with -o.`,
    )
  return { path, state: found.replaceAll('\r\n', '\n') === text ? 'unchanged' : 'changed' }
}

/** Modules from the same collection, generated earlier, that are not among `files`. */
async function obsoleteFiles(directory: string, files: GeneratedFile[]): Promise<FileState[]> {
  const kept = new Set(files.map(({ path }) => path))
  const heads = new Set(files.map(({ text }) => firstLine(text)))
  const isModule = files.some(({ text }) => text.startsWith(GENERATED_MARK))
  const names = isModule ? await readdir(directory).catch(() => []) : []
  const states: FileState[] = []
  for (const path of names.filter((name) => name.endsWith('.ts')).map((name) => join(directory, name))) {
    if (kept.has(path)) continue
    if (heads.has(firstLine((await readText(path)) ?? ''))) states.push({ path, state: 'obsolete' })
  }
  return states.sort((a, b) => (a.path < b.path ? -1 : 1))
}

const firstLine = (text: string) => text.split(/\r?\n/, 1).join()

async function readText(path: string): Promise<string | undefined> {
  const bytes = await readRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new VoiceError(
      'file-unwritable',
      `${path} is in the way: ${error.code === 'EISDIR' ? 'it is a directory' : messageOf(error)}.`,
      { cause: error },
    )
  })
  return bytes?.toString('utf8')
}
