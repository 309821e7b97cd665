import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { VoiceError } from '../../../../errors.js'
import { homeFolder } from '../../../../home-folder.js'
import { SPEECH_MODELS, type SpeechModel } from './catalog.js'

export function defaultModelsDirectory(): string {
  return join(homeFolder(), '.cache', 'voice', 'models')
}

/** The model of the catalog with this name. Throws `unknown-model` if there is none. */
export function modelNamed(name: string): SpeechModel {
  const model = SPEECH_MODELS.find((one) => one.name === name)
  if (model) return model
  const known = SPEECH_MODELS.map((one) => one.name).join(', ')
  throw new VoiceError('unknown-model', `There is no model "${name}". Known are: ${known}.`)
}

/** The path of a model's file or folder. The path need not exist. */
export function modelPath(model: SpeechModel, directory: string): string {
  return join(directory, model.file)
}

/** The path of a model's file or folder; `undefined` if it does not exist. */
export async function findModel(name: string, directory: string): Promise<string | undefined> {
  const path = modelPath(modelNamed(name), directory)
  return access(path).then(
    () => path,
    () => undefined,
  )
}
