import { readdirSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'
import { messageOf, VoiceError } from '../../../errors.js'
import { type GgufFile, readGgufFile } from './gguf-file.js'

export const LOCAL_NAMES = ['local/NAME', 'local:PATH'] as const

export function isLocalName(name: string): boolean {
  return /^local\/\w[\w.-]*$/.test(name) || /^local:./.test(name)
}

/**
 * Finds and checks the file of a local model. For `local/NAME`, this is the file NAME.gguf, or the first model file in
 * the folder NAME. Throws `model-missing` or `model-damaged`.
 */
export function openModelFile(name: string, directory: string): { path: string; file: GgufFile } {
  const path = pathOf(name, directory)
  const verdict = read(name, path)
  if ('file' in verdict) return { path, file: verdict.file }
  throw new VoiceError('model-damaged', `${name} cannot be loaded: ${path} ${verdict.fault}.`)
}

function read(name: string, path: string): ReturnType<typeof readGgufFile> {
  try {
    return readGgufFile(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missing(name, path)
    throw new VoiceError('model-missing', `${name} cannot be read: ${messageOf(error)}.`, { cause: error })
  }
}

function pathOf(name: string, directory: string): string {
  const path = /^local:(.+)$/.exec(name)?.[1]
  if (path !== undefined) return isAbsolute(path) ? path : resolve(path)
  const short = name.slice('local/'.length)
  const folder = join(directory, short)
  const [found] = modelsIn(folder)
  return found === undefined ? `${folder}.gguf` : join(folder, found)
}

/** Names of the model files in a folder, sorted. The first file of a model that is split into several comes first. */
function modelsIn(folder: string): string[] {
  return entriesOf(folder)
    .filter((file) => file.endsWith('.gguf'))
    .sort()
}

function missing(name: string, path: string): VoiceError {
  const pull = name.startsWith('local/')
    ? `; \`voice models list\` shows known ones, \`voice models pull ${name}\` fetches one of them`
    : ''
  return new VoiceError('model-missing', `${name} needs the model file ${path}, and there is none${pull}.`)
}

/** The names in a folder; empty if there is no such folder, or if this user may not read it. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The provider strings of the language models in the models folder, sorted. */
export function installedLanguageModels(directory: string): string[] {
  return entriesOf(directory)
    .filter((entry) => !entry.startsWith('.') && !entry.endsWith('.part'))
    .flatMap((entry) => {
      if (entry.endsWith('.gguf')) return [`local/${entry.slice(0, -'.gguf'.length)}`]
      return modelsIn(join(directory, entry)).length > 0 ? [`local/${entry}`] : []
    })
    .sort()
}
