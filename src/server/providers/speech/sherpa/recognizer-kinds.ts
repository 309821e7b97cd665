import { type FileTest, named, onnxWith, type Roles } from './model-folder.js'
import type { OnnxMetadata } from './onnx-file.js'

export interface KindParts {
  /** Paths of the model files. The key is the role of the file, such as `encoder`. */
  files: Record<string, string>
  /** The language from the provider string; `undefined` if the string has no language. */
  language: string | undefined
}

/** A kind of recognizer that sherpa-onnx can run, with the rules to detect it from the model files. */
export interface RecognizerKind {
  /** Name of the kind, for messages. */
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
export const RECOGNIZER_KINDS: readonly RecognizerKind[] = [
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
