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
  const streams = kind.streams(metadata)
  const tokens = needFile(folder, { fits: named(/tokens\.txt$/), name: 'tokens.txt' })
  const modelConfig = {
    ...kind.config({ files, language }, streams),
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
    if (kind.fits(metadata)) return { kind, files, metadata }
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

interface KindParts {
  files: Record<string, string>
  /** The language from the provider string; `undefined` if the string has no language. */
  language: string | undefined
}

/** A kind of recognizer that sherpa-onnx can run, with the rules to detect it from the model files. */
interface RecognizerKind {
  name: string
  roles: Roles
  /** Whether a model is of this kind. `metadata` is the metadata of the file for the first role in `roles`. */
  fits: (metadata: OnnxMetadata) => boolean
  /** Whether the model returns partial transcripts during speech. */
  streams: (metadata: OnnxMetadata) => boolean
  /** The part of sherpa-onnx's `modelConfig` that is specific to this kind. */
  config: (parts: KindParts, streams: boolean) => object
}

const PART_NAMES = /encode|decode|joiner|preprocess|vocoder|vocos|hifigan|silero|smart|punct/
const isSingle: FileTest = (name) => name.endsWith('.onnx') && !PART_NAMES.test(name)
const PAIR: Roles = { encoder: onnxWith('encoder'), decoder: onnxWith('decoder') }

const typeOf = ({ model_type }: OnnxMetadata) => model_type ?? ''
const isType = (pattern: RegExp) => (metadata: OnnxMetadata) => pattern.test(typeOf(metadata))
const never = () => false
const always = () => true

/**
 * Whether a model can process audio in steps while it arrives. The metadata of such a model has the amount of audio per
 * step, or the size of the state that is kept between steps.
 */
const isChunked = (metadata: OnnxMetadata) =>
  ['decode_chunk_len', 'chunk_shift', 'cache_last_channel_dim1', 'T'].some((key) => key in metadata)

const single = (name: string, type: RegExp, key: string): RecognizerKind => ({
  name,
  roles: { model: isSingle },
  fits: isType(type),
  streams: never,
  config: ({ files }) => ({ [key]: { model: files.model } }),
})

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
    fits: always,
    streams: never,
    config: ({ files }) => ({ moonshine: files }),
  },
  {
    name: 'moonshine (merged)',
    roles: {
      encoder: named(/^encoder_model.*\.(?:ort|onnx)$/),
      mergedDecoder: named(/^decoder_model_merged.*\.(?:ort|onnx)$/),
    },
    fits: always,
    streams: never,
    config: ({ files }) => ({ moonshine: files }),
  },
  {
    name: 'transducer of NeMo',
    roles: { ...PAIR, joiner: onnxWith('joiner') },
    fits: isType(/^EncDec/),
    streams: isChunked,
    config: ({ files }, streams) => ({
      transducer: files,
      ...(!streams && { modelType: 'nemo_transducer' }),
    }),
  },
  {
    name: 'transducer',
    roles: { ...PAIR, joiner: onnxWith('joiner') },
    fits: always,
    streams: isChunked,
    config: ({ files }) => ({ transducer: files }),
  },
  {
    name: 'whisper',
    roles: PAIR,
    fits: isType(/^whisper/),
    streams: never,
    config: ({ files, language }) => ({
      whisper: { ...files, language: language ?? 'en', task: 'transcribe', tailPaddings: -1 },
    }),
  },
  {
    name: 'canary',
    roles: PAIR,
    fits: isType(/^EncDecMultiTask/),
    streams: never,
    config: ({ files, language = 'en' }) => ({
      canary: { ...files, srcLang: language, tgtLang: language, usePnc: 1 },
    }),
  },
  {
    name: 'FireRed',
    roles: PAIR,
    fits: isType(/^fire-?red/i),
    streams: never,
    config: ({ files }) => ({ fireRedAsr: files }),
  },
  {
    name: 'paraformer (streaming)',
    roles: PAIR,
    fits: isType(/^paraformer/),
    streams: always,
    config: ({ files }) => ({ paraformer: files }),
  },
  {
    name: 'sense-voice',
    roles: { model: isSingle },
    fits: isType(/^sense_voice/),
    streams: never,
    config: ({ files, language = 'auto' }) => ({
      senseVoice: { model: files.model, language, useInverseTextNormalization: 1 },
    }),
  },
  {
    name: 'CTC of NeMo',
    roles: { model: isSingle },
    fits: isType(/^EncDec/),
    streams: isChunked,
    config: ({ files }) => ({ nemoCtc: { model: files.model } }),
  },
  {
    name: 'zipformer CTC',
    roles: { model: isSingle },
    fits: isType(/^zipformer2?_ctc/),
    streams: isChunked,
    config: ({ files }, streams) => ({
      [streams ? 'zipformer2Ctc' : 'zipformerCtc']: { model: files.model },
    }),
  },
  { ...single('t-one', /^t-one/, 'toneCtc'), streams: always },
  single('paraformer', /^paraformer/, 'paraformer'),
  single('wenet', /^wenet_ctc/, 'wenetCtc'),
  single('dolphin', /^dolphin/, 'dolphin'),
  single('omnilingual', /^omnilingual/, 'omnilingual'),
  single('medasr', /^medasr/, 'medasr'),
  {
    ...single('telespeech', /^telespeech/, 'telespeechCtc'),
    config: ({ files }) => ({ telespeechCtc: files.model }),
  },
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
