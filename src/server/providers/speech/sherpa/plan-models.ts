import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { OnnxMetadata } from '../onnx-file.js'
import {
  type FileTest,
  findFile,
  findRoles,
  incomplete,
  type ModelFolder,
  metadataOf,
  named,
  needFile,
  onnxWith,
  openModelFolder,
  type Roles,
} from './model-folder.js'

interface RecognizerPlan {
  kind: string
  streams: boolean
  config: object
  /** Milliseconds of silence that a streaming model needs after the last word before it returns that word. */
  tailMs: number
}

/** Default input of a model: 80 mel bands of audio at 16 kHz. The metadata of a model can require other values. */
const FEATURES = { sampleRate: 16_000, featureDim: 80 }
const FRAME_MS = 10
const MIN_TAIL_MS = 600

/**
 * Determines how sherpa-onnx must run the recognizer model in a folder. Throws a `VoiceError` that names the missing or
 * wrong file.
 */
export function planRecognizer(
  folder: ModelFolder,
  { language, threads }: { language: string | undefined; threads: number },
): RecognizerPlan {
  const { kind, files, metadata } = recognize(folder)
  const streams = kind.streams === true || (kind.streams === 'if-chunked' && isChunked(metadata))
  const tokens = needFile(folder, { fits: named(/tokens\.txt$/), name: 'tokens.txt' })
  const modelConfig = {
    ...ownConfig(kind, { files, language, streams }),
    tokens,
    numThreads: threads,
    provider: 'cpu',
    debug: 0,
  }
  return {
    kind: kind.name,
    streams,
    config: { featConfig: featuresOf(metadata), modelConfig, decodingMethod: 'greedy_search' },
    tailMs: Math.max(MIN_TAIL_MS, FRAME_MS * numberOf(metadata.T ?? metadata.window_size) + 100),
  }
}

interface Recognized {
  kind: RecognizerKind
  files: Record<string, string>
  metadata: OnnxMetadata
}

function recognize(folder: ModelFolder): Recognized {
  let unknown: string | undefined
  for (const kind of RECOGNIZER_KINDS) {
    const files = findRoles(folder, kind.roles)
    if (!files) continue
    const [metadata = {}] = Object.values(files).map((path) => metadataOf(folder, path))
    if (kind.type?.test(metadata.model_type ?? '') ?? true) return { kind, files, metadata }
    unknown = metadata.model_type
  }
  if (unknown !== undefined)
    throw incomplete(folder, `holds a model of the type "${unknown}", which is no recognizer known here`)
  throw incomplete(
    folder,
    'holds no recognizer: it needs model.onnx, or encoder, decoder and joiner as .onnx, with the metadata that sherpa-onnx exports, and tokens.txt',
  )
}

function featuresOf(metadata: OnnxMetadata): object {
  const featureDim = numberOf(metadata.feat_dim) || FEATURES.featureDim
  const isNarrow = metadata.model_type === 't-one'
  return { sampleRate: isNarrow ? 8_000 : FEATURES.sampleRate, featureDim }
}

const numberOf = (text: string | undefined) => (Number.isFinite(Number(text)) ? Number(text ?? 0) : 0)

/** A kind of recognizer that sherpa-onnx can run, with the rules to detect it from the model files. */
interface RecognizerKind {
  name: string
  roles: Roles
  /** The `model_type` in the metadata of the file for the first role in `roles`. @default any */
  type?: RegExp
  /** Whether the model returns partial transcripts during speech. @default false */
  streams?: true | 'if-chunked'
  /** The member of sherpa-onnx's `modelConfig` that has the files of the model. */
  member: string
  /** The member for a model that streams. @default member */
  streamingMember?: string
  /** More settings beside the files. `language` is from the provider string, if it has one. */
  settings?: (language: string | undefined) => object
  /** The `modelType` of a model that does not stream. */
  modelType?: string
}

/** The part of sherpa-onnx's `modelConfig` that is specific to a kind. */
function ownConfig(
  { member, streamingMember = member, settings, modelType }: RecognizerKind,
  {
    files,
    language,
    streams,
  }: { files: Record<string, string>; language: string | undefined; streams: boolean },
): object {
  // The only model without settings of its own: its member is the path.
  if (member === 'telespeechCtc') return { [member]: files.model }
  return {
    [streams ? streamingMember : member]: { ...files, ...settings?.(language) },
    ...(modelType && !streams && { modelType }),
  }
}

const PART_NAMES = /encode|decode|joiner|preprocess|vocoder|vocos|hifigan|silero|smart|punct/
const SINGLE: Roles = { model: (name) => name.endsWith('.onnx') && !PART_NAMES.test(name) }
const PAIR: Roles = { encoder: onnxWith('encoder'), decoder: onnxWith('decoder') }
const TRANSDUCER: Roles = { ...PAIR, joiner: onnxWith('joiner') }

/**
 * Whether a model can process audio in steps while it arrives. The metadata of such a model has the amount of audio per
 * step, or the size of the state that is kept between steps.
 */
const isChunked = (metadata: OnnxMetadata) =>
  ['decode_chunk_len', 'chunk_shift', 'cache_last_channel_dim1', 'T'].some((key) => key in metadata)

/**
 * All kinds of recognizers that can be detected. The first match is used, so kinds with more specific file names come
 * first. To add a kind, add an entry. The file names and metadata are from models that sherpa-onnx has exported.
 */
const RECOGNIZER_KINDS: readonly RecognizerKind[] = [
  {
    name: 'moonshine',
    roles: {
      preprocessor: named(/^preprocess.*\.onnx$/),
      encoder: named(/^encode\b.*\.onnx$/),
      uncachedDecoder: named(/^uncached_decode.*\.onnx$/),
      cachedDecoder: named(/^cached_decode.*\.onnx$/),
    },
    member: 'moonshine',
  },
  {
    name: 'moonshine (merged)',
    roles: {
      encoder: named(/^encoder_model.*\.(?:ort|onnx)$/),
      mergedDecoder: named(/^decoder_model_merged.*\.(?:ort|onnx)$/),
    },
    member: 'moonshine',
  },
  {
    name: 'transducer of NeMo',
    roles: TRANSDUCER,
    type: /^EncDec/,
    streams: 'if-chunked',
    member: 'transducer',
    modelType: 'nemo_transducer',
  },
  { name: 'transducer', roles: TRANSDUCER, streams: 'if-chunked', member: 'transducer' },
  {
    name: 'whisper',
    roles: PAIR,
    type: /^whisper/,
    member: 'whisper',
    settings: (language = 'en') => ({ language, task: 'transcribe', tailPaddings: -1 }),
  },
  {
    name: 'canary',
    roles: PAIR,
    type: /^EncDecMultiTask/,
    member: 'canary',
    settings: (language = 'en') => ({ srcLang: language, tgtLang: language, usePnc: 1 }),
  },
  { name: 'FireRed', roles: PAIR, type: /^fire-?red/i, member: 'fireRedAsr' },
  { name: 'paraformer (streaming)', roles: PAIR, type: /^paraformer/, streams: true, member: 'paraformer' },
  {
    name: 'sense-voice',
    roles: SINGLE,
    type: /^sense_voice/,
    member: 'senseVoice',
    settings: (language = 'auto') => ({ language, useInverseTextNormalization: 1 }),
  },
  { name: 'CTC of NeMo', roles: SINGLE, type: /^EncDec/, streams: 'if-chunked', member: 'nemoCtc' },
  {
    name: 'zipformer CTC',
    roles: SINGLE,
    type: /^zipformer2?_ctc/,
    streams: 'if-chunked',
    member: 'zipformerCtc',
    streamingMember: 'zipformer2Ctc',
  },
  { name: 't-one', roles: SINGLE, type: /^t-one/, streams: true, member: 'toneCtc' },
  { name: 'paraformer', roles: SINGLE, type: /^paraformer/, member: 'paraformer' },
  { name: 'wenet', roles: SINGLE, type: /^wenet_ctc/, member: 'wenetCtc' },
  { name: 'dolphin', roles: SINGLE, type: /^dolphin/, member: 'dolphin' },
  { name: 'omnilingual', roles: SINGLE, type: /^omnilingual/, member: 'omnilingual' },
  { name: 'medasr', roles: SINGLE, type: /^medasr/, member: 'medasr' },
  { name: 'telespeech', roles: SINGLE, type: /^telespeech/, member: 'telespeechCtc' },
]

interface VoicePlan {
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

interface InstalledModels {
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
