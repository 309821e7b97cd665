import { readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import { type OnnxMetadata, readOnnxFile } from '../onnx-file.js'

export interface ModelFolder {
  provider: string
  directory: string
  /** Names of the files and folders in `directory`, sorted. */
  names: readonly string[]
}

/** Tests a file name that is in lower case. */
export type FileTest = (name: string) => boolean

export const onnxWith =
  (word: string): FileTest =>
  (name) =>
    name.includes(word) && name.endsWith('.onnx')

export const named =
  (form: RegExp): FileTest =>
  (name) =>
    form.test(name)

/** The files of a model: for each role, such as `encoder`, a test for the name of its file. */
export type Roles = Readonly<Record<string, FileTest>>

/** Reads the names of the files in a model's folder. Throws `model-missing` if there is no such folder. */
export function openModelFolder(directory: string, provider: string): ModelFolder {
  const isFolder = statSync(directory, { throwIfNoEntry: false })?.isDirectory() === true
  if (isFolder) return { provider, directory, names: readdirSync(directory).sort() }
  const name = basename(directory)
  const pull = provider.startsWith('sherpa/')
    ? `; \`voice models pull sherpa/${name}\` fetches known ones`
    : ''
  throw new VoiceError('model-missing', `${provider} needs the folder of its model at ${directory}${pull}.`)
}

/** A provider string without the language or voice after its colon. */
export function upToModel(provider: string, detail: string | undefined): string {
  const end = `:${detail}`
  return detail !== undefined && provider.endsWith(end) ? provider.slice(0, -end.length) : provider
}

/** The path of the file that passes a test; `undefined` if there is none. Prefers files with 8-bit weights. */
export function findFile({ directory, names }: ModelFolder, fits: FileTest): string | undefined {
  const fitting = names.filter((name) => fits(name.toLowerCase()))
  const chosen = fitting.find((name) => name.includes('int8')) ?? fitting[0]
  return chosen === undefined ? undefined : join(directory, chosen)
}

/** The path of the file for each role; `undefined` if any file is missing. */
export function findRoles(folder: ModelFolder, roles: Roles): Record<string, string> | undefined {
  const found: Record<string, string> = {}
  for (const [role, fits] of Object.entries(roles)) {
    const path = findFile(folder, fits)
    if (path === undefined) return undefined
    found[role] = path
  }
  return found
}

/** The path of a required file. Throws `model-incomplete` if it is missing or empty. */
export function needFile(folder: ModelFolder, { fits, name }: { fits: FileTest; name: string }): string {
  const path = findFile(folder, fits)
  if (path === undefined) throw incomplete(folder, `has no ${name}`)
  if (statSync(path).size === 0) throw incomplete(folder, `has a ${name} that is empty`)
  return path
}

/** The metadata of a model file. Throws `model-damaged` for a file that could crash the engine. */
export function metadataOf({ provider }: ModelFolder, path: string): OnnxMetadata {
  const verdict = readOnnxFile(path)
  if ('metadata' in verdict) return verdict.metadata
  throw new VoiceError(
    'model-damaged',
    `${provider} cannot be loaded: ${path} ${verdict.fault}. Fetch the model again.`,
  )
}

/** The error for a folder without a model of the wanted kind. `fault` says what is wrong with the folder. */
export function incomplete(folder: ModelFolder, fault: string): VoiceError {
  const some = folder.names.slice(0, 8).join(', ')
  const more = folder.names.length > 8 ? ', ...' : ''
  const found = folder.names.length === 0 ? 'The folder is empty' : `Found: ${some}${more}`
  return new VoiceError('model-incomplete', `${folder.provider}: ${folder.directory} ${fault}. ${found}.`)
}
