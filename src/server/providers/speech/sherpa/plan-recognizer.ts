import { findRoles, incomplete, type ModelFolder, metadataOf, named, needFile } from './model-folder.js'
import type { OnnxMetadata } from './onnx-file.js'
import { RECOGNIZER_KINDS, type RecognizerKind } from './recognizer-kinds.js'

export interface RecognizerPlan {
  /** Kind of the model, such as `whisper`, for messages. */
  kind: string
  streams: boolean
  /** The configuration of sherpa-onnx's OnlineRecognizer or OfflineRecognizer. */
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
