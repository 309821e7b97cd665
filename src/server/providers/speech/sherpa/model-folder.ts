import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import { type OnnxMetadata, readOnnxFile } from './onnx-file.js'

/** The folder of one local model. */
export interface ModelFolder {
  /** The provider string, for errors. */
  provider: string
  directory: string
  /** Names of its files and folders, sorted. */
  names: readonly string[]
}

/** Whether a file is of a kind, by its name in lower case. */
export type FileTest = (name: string) => boolean

/** A model file whose name has a word in it. */
export const onnxWith =
  (word: string): FileTest =>
  (name) =>
    name.includes(word) && name.endsWith('.onnx')

/** A file whose name has a form. */
export const named =
  (form: RegExp): FileTest =>
  (name) =>
    form.test(name)

/** Which files a model consists of, by role. */
export type Roles = Readonly<Record<string, FileTest>>

/**
 * The folder of a model, with what is in it. Throws a `VoiceError` `model-missing` where there is none.
 */
export function openModelFolder(directory: string, provider: string): ModelFolder {
  const isFolder = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder) return { provider, directory, names: readdirSync(directory).sort() }
  const name = basename(directory)
  const pull = provider.startsWith('sherpa/')
    ? `; \`voice models pull sherpa/${name}\` fetches known ones`
    : ''
  throw new VoiceError('model-missing', `${provider} needs the folder of its model at ${directory}${pull}.`)
}

/** A provider string up to its model: without the language or the speaker that one user of the model wants. */
export function upToModel(provider: string, detail: string | undefined): string {
  const end = `:${detail}`
  return detail !== undefined && provider.endsWith(end) ? provider.slice(0, -end.length) : provider
}

/** The path of the one file of a kind; the one with 8-bit weights where there are several. `undefined` when there is none. */
export function findFile({ directory, names }: ModelFolder, fits: FileTest): string | undefined {
  const fitting = names.filter((name) => fits(name.toLowerCase()))
  const chosen = fitting.find((name) => name.includes('int8')) ?? fitting[0]
  return chosen === undefined ? undefined : join(directory, chosen)
}

/** The files of all roles; `undefined` when one is absent. */
export function findRoles(folder: ModelFolder, roles: Roles): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const [role, fits] of Object.entries(roles)) {
    const path = findFile(folder, fits)
    if (path === undefined) return undefined
    found[role] = path
  }
  return found
}

/** A file that has to be there. Throws a `VoiceError` `model-incomplete` that names it. */
export function needFile(folder: ModelFolder, { fits, name }: { fits: FileTest; name: string }): string {
  const path = findFile(folder, fits)
  if (path === undefined) throw incomplete(folder, `has no ${name}`)
  if (statSync(path).size === 0) throw incomplete(folder, `has a ${name} that is empty`)
  return path
}

/** The metadata of a model file. Throws a `VoiceError` `model-damaged` for a file that could crash an engine. */
export function metadataOf({ provider }: ModelFolder, path: string): OnnxMetadata {
  const verdict = readOnnxFile(path)
  if ('metadata' in verdict) return verdict.metadata
  throw new VoiceError(
    'model-damaged',
    `${provider} cannot be loaded: ${path} ${verdict.fault}. Fetch the model again.`,
  )
}

/** A folder that holds no model of the wanted kind. */
export function incomplete(folder: ModelFolder, fault: string): VoiceError {
  const some = folder.names.slice(0, 8).join(', ')
  const more = folder.names.length > 8 ? ', ...' : ''
  const found = folder.names.length === 0 ? 'The folder is empty' : `Found: ${some}${more}`
  return new VoiceError('model-incomplete', `${folder.provider}: ${folder.directory} ${fault}. ${found}.`)
}
