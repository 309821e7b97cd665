import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openModelFolder } from './model-folder.js'
import { planRecognizer } from './plan-recognizer.js'
import { planVoice } from './plan-voice.js'

export interface InstalledModels {
  /** Recognizers, those with partial transcripts first. */
  recognizers: string[]
  voices: string[]
}

/**
 * The recognizers and synthesizers in the models folder, as values of `--stt` and `--tts`. Reads only the headers of
 * the model files.
 */
export function installedModels(directory: string): InstalledModels {
  const recognizers: { name: string; streams: boolean }[] = []
  const voices: string[] = []
  for (const folder of foldersIn(directory)) {
    const name = `sherpa/${folder}`
    const model = openModelFolder(join(directory, folder), name)
    const recognizer = attempt(() => planRecognizer(model, { language: undefined, threads: 1 }))
    if (recognizer) recognizers.push({ name, streams: recognizer.streams })
    else if (attempt(() => planVoice(model, { threads: 1 }))) voices.push(name)
  }
  const bySpeed = recognizers.sort((one, other) => Number(other.streams) - Number(one.streams))
  return { recognizers: bySpeed.map(({ name }) => name), voices }
}

/** The folders in a folder, including links to folders: models are large, so they are often stored elsewhere. */
function foldersIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  const isFolder = (name: string) =>
    statSync(join(directory, name), { throwIfNoEntry: false })?.isDirectory() ?? false
  return readdirSync(directory).filter((name) => !name.endsWith('.part') && isFolder(name))
}

/** Returns the plan (how to load a model); `undefined` if the model in the folder is incomplete or of another kind. */
function attempt<T>(plan: () => T): T | undefined {
  try {
    return plan()
  } catch {
    return undefined
  }
}
