import { readdir, rm } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { readRegularFile } from '../regular-file.js'
import type { GeneratedFile, Target, TargetInput } from '../toolkit/generate/target.js'
import { GENERATED_MARK } from '../toolkit/generate/typescript.js'
import { writeOutput } from './files.js'

/**
 * The state of one output file compared to the disk. An `obsolete` file was generated earlier and is no longer part
 * of the output.
 */
export interface FileState {
  path: string
  state: 'unchanged' | 'changed' | 'new' | 'obsolete'
}

/** The files that `-o PATH` writes, and the states of these files and of the obsolete files. */
export interface OutputPlan {
  files: GeneratedFile[]
  states: FileState[]
  /** The output directory, outside of which no file is written; absent if the output is one file. */
  folder?: string
}

/**
 * Plans what to write for `-o PATH`. If the path has a file extension, the plan has one file. Otherwise, the path is a
 * directory, and the plan has the files to generate in it. Throws `file-unwritable` if a generated module would
 * overwrite a file that `voice` has not generated.
 */
export async function planOutput(path: string, { target, input }: GeneratedOutput): Promise<OutputPlan> {
  const files =
    extname(path) === ''
      ? target.toDirectory(input).map((file) => ({ ...file, path: join(path, file.path) }))
      : [{ path, text: target.toFile(input) }]
  const states = await Promise.all(files.map(stateOf))
  const obsolete = extname(path) === '' ? await obsoleteFiles(path, files) : []
  return { files, states: [...states, ...obsolete], ...(extname(path) === '' && { folder: path }) }
}

export interface GeneratedOutput {
  target: Target
  input: TargetInput
}

export async function writePlan({ files, states, folder }: OutputPlan): Promise<void> {
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

/** Throws `wrong-usage` if the output would overwrite the collection. */
export function refuseInput(path: string, source: string): void {
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

/**
 * Modules in the output directory that an earlier run generated from the same collection and that are not among `files`.
 */
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

/** The first line of a generated file names the collection that the file was generated from. */
const firstLine = (text: string) => text.split(/\r?\n/, 1).join()

/** The text of a file; undefined if it does not exist. */
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
