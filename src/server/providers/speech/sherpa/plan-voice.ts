import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  type FileTest,
  findFile,
  incomplete,
  type ModelFolder,
  metadataOf,
  named,
  needFile,
  openModelFolder,
} from './model-folder.js'
import type { OnnxMetadata } from './onnx-file.js'

export interface VoicePlan {
  /** Kind of the model, such as `kokoro`, for messages. */
  kind: string
  /** The configuration of sherpa-onnx's OfflineTts. */
  config: object
  /** Names of the speakers. The index of a name is the number of the speaker. Empty if the model has no names. */
  speakers: string[]
}

/** Paths of the files for pronunciation. Every voice needs `tokens`; the other files are optional. */
interface SharedParts {
  tokens: string
  dataDir?: string
  lexicon?: string
  dictDir?: string
}

const isVocoder: FileTest = (name) => /vocoder|vocos|hifigan/.test(name) && name.endsWith('.onnx')
const isModel: FileTest = (name) =>
  name.endsWith('.onnx') && !isVocoder(name) && !/encoder|decoder|joiner|silero/.test(name)
const isVoices = named(/^voices.*\.bin$/)

/**
 * Determines how sherpa-onnx must run the voice model in a folder. Throws a `VoiceError` that names the missing or
 * wrong file.
 */
export function planVoice(folder: ModelFolder, { threads }: { threads: number }): VoicePlan {
  const model = findFile(folder, isModel)
  if (model === undefined)
    throw incomplete(folder, 'holds no voice: it needs a model as .onnx and tokens.txt')
  const metadata = metadataOf(folder, model)
  const shared = sharedParts(folder)
  const { kind, own } = ownPart(folder, { model, metadata, shared })
  const rules = folder.names
    .filter((name) => name.endsWith('.fst'))
    .map((name) => join(folder.directory, name))
  return {
    kind,
    config: {
      model: { ...own, numThreads: threads, provider: 'cpu', debug: 0 },
      maxNumSentences: 1,
      ...(rules.length > 0 && { ruleFsts: rules.join(',') }),
    },
    speakers: speakersOf(metadata),
  }
}

function ownPart(
  folder: ModelFolder,
  { model, metadata, shared }: { model: string; metadata: OnnxMetadata; shared: SharedParts },
): { kind: string; own: object } {
  const type = metadata.model_type ?? ''
  const voices = findFile(folder, isVoices)
  if (voices !== undefined || /^(kokoro|kitten)/.test(type)) {
    const kind = /^kitten/.test(type) ? 'kitten' : 'kokoro'
    needFile(folder, { fits: isVoices, name: 'voices.bin' })
    return { kind, own: { [kind]: { model, voices, ...shared } } }
  }
  if (/^matcha/.test(type)) return { kind: 'matcha', own: { matcha: withVocoder(folder, { model, shared }) } }
  // Very old VITS models have no `model_type` in their metadata, but all have a `sample_rate`.
  if (type === 'vits' || (type === '' && 'sample_rate' in metadata))
    return { kind: 'vits', own: { vits: { model, ...shared } } }
  const said = type === '' ? 'without the metadata that sherpa-onnx exports' : `of the type "${type}"`
  throw incomplete(folder, `holds a model ${said}, which is no voice known here`)
}

/**
 * The configuration of a model that needs a vocoder. The vocoder is a second model file, in the same folder or in the
 * parent folder.
 */
function withVocoder(folder: ModelFolder, { model, shared }: { model: string; shared: SharedParts }): object {
  const beside = openModelFolder(dirname(folder.directory), folder.provider)
  const vocoder = findFile(folder, isVocoder) ?? findFile(beside, isVocoder)
  if (vocoder === undefined) throw incomplete(folder, 'has no vocoder (a file such as vocos-22khz-univ.onnx)')
  metadataOf(folder, vocoder)
  return { acousticModel: model, vocoder, ...shared }
}

function sharedParts(folder: ModelFolder): SharedParts {
  const inside = (name: string) => {
    const path = join(folder.directory, name)
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined
  }
  const [dataDir, dictDir] = [inside('espeak-ng-data'), inside('dict')]
  const lexicon = lexiconsOf(folder)
  return {
    tokens: needFile(folder, { fits: named(/tokens\.txt$/), name: 'tokens.txt' }),
    ...(dataDir && { dataDir }),
    ...(dictDir && { dictDir }),
    ...(lexicon && { lexicon }),
  }
}

/**
 * The paths of the lexicons, joined by commas. An American and a British lexicon give different pronunciations for the
 * same words. The British one is therefore skipped if there is an American one.
 */
function lexiconsOf({ directory, names }: ModelFolder): string {
  const all = names.filter((name) => /^lexicon.*\.txt$/.test(name))
  const isDoubled = all.some((name) => name.includes('us-en'))
  const used = isDoubled ? all.filter((name) => !name.includes('gb-en')) : all
  return used.map((name) => join(directory, name)).join(',')
}

/**
 * Parses the names of the speakers. The metadata of Kokoro models has them as `af,af_bella`, that of Kitten models as
 * `0->a,1->b`. Other models have no names.
 */
function speakersOf({ speaker_names: names, id2speaker }: OnnxMetadata): string[] {
  if (id2speaker !== undefined) return id2speaker.split(',').map((one) => one.split('->').at(-1)!.trim())
  return names === undefined ? [] : names.split(',').map((name) => name.trim())
}
