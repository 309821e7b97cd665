import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeModel, type TinyModel, type TinyValue } from './tiny-onnx.js'

const BANDS = 80
const WORDS = ['▁he', '▁we', 'l']
const SIZE = WORDS.length + 1
const TOKENS = [...WORDS, '<blk>'].map((token, at) => `${token} ${at}\n`).join('')
/** Only the shape of the spectrum counts, not how loud it is; silence is the last token, the one without a letter. */
const WEIGHTS = Array.from({ length: BANDS * SIZE }, (_, at) => {
  const [band, token] = [Math.floor(at / SIZE), at % SIZE]
  return token === SIZE - 1 ? -0.005 : Math.sin((band * (token + 1)) / 8 + token) / 10
})

/** Sound in, the likelihood of four tokens out: it writes nonsense, always the same for the same sound. */
const CTC: Pick<TinyModel, 'nodes' | 'inputs' | 'outputs' | 'constants'> = {
  nodes: [
    { op: 'Transpose', inputs: ['audio_signal'], outputs: ['frames'], attributes: { perm: [0, 2, 1] } },
    { op: 'MatMul', inputs: ['frames', 'weights'], outputs: ['scores'] },
    { op: 'LogSoftmax', inputs: ['scores'], outputs: ['logprobs'], attributes: { axis: 2 } },
  ],
  inputs: [
    { name: 'audio_signal', type: 'float', shape: ['B', BANDS, 'T'] },
    { name: 'length', type: 'int64', shape: ['B'] },
  ],
  outputs: [{ name: 'logprobs', type: 'float', shape: ['B', 'T', SIZE] }],
  constants: [{ name: 'weights', type: 'float', shape: [BANDS, SIZE], data: WEIGHTS }],
}

const NEMO = { model_type: 'EncDecCTCModelBPE', vocab_size: WORDS.length, subsampling_factor: 1 }

/** A recognizer that wants all sound together. */
export function writeOfflineModel(folder: string): string {
  return write(folder, { ...CTC, metadata: { ...NEMO, normalize_type: 'per_feature' } }, TOKENS)
}

/** A recognizer that takes 160 ms at a time, with the memory between them that such models have. */
export function writeStreamingModel(folder: string): string {
  const memory: TinyValue[] = [
    { name: 'cache_last_channel', type: 'float', shape: ['B', 1, 1, 1] },
    { name: 'cache_last_time', type: 'float', shape: ['B', 1, 1, 1] },
    { name: 'cache_last_channel_len', type: 'int64', shape: ['B'] },
  ]
  const sizes = Object.fromEntries(
    [1, 2, 3].flatMap((at) => [
      [`cache_last_channel_dim${at}`, 1],
      [`cache_last_time_dim${at}`, 1],
    ]),
  )
  const next = (name: string) => `${name}_next`
  const model: TinyModel = {
    nodes: [
      ...CTC.nodes,
      { op: 'Identity', inputs: ['length'], outputs: ['encoded_lengths'] },
      ...memory.map(({ name }) => ({ op: 'Identity', inputs: [name], outputs: [next(name)] })),
    ],
    inputs: [...CTC.inputs, ...memory],
    outputs: [
      ...CTC.outputs,
      { name: 'encoded_lengths', type: 'int64', shape: ['B'] },
      ...memory.map((value) => ({ ...value, name: next(value.name) })),
    ],
    constants: CTC.constants,
    metadata: { ...NEMO, ...sizes, normalize_type: 'NA', window_size: 16, chunk_shift: 16 },
  }
  return write(folder, model, TOKENS)
}

/** Samples a letter is spoken with, at 16 kHz. */
export const SAMPLES_PER_LETTER = 800

/** A voice that makes 50 ms of sound of every letter; it knows two speakers. */
export function writeVoiceModel(folder: string): string {
  const wave = Array.from({ length: SAMPLES_PER_LETTER }, (_, at) => Math.sin(at / 5) / 100)
  const model: TinyModel = {
    nodes: [
      { op: 'Cast', inputs: ['x'], outputs: ['letters'], attributes: { to: 1 } },
      { op: 'Unsqueeze', inputs: ['letters', 'last'], outputs: ['column'] },
      { op: 'MatMul', inputs: ['column', 'wave'], outputs: ['rows'] },
      { op: 'Reshape', inputs: ['rows', 'flat'], outputs: ['y'] },
    ],
    inputs: [
      { name: 'x', type: 'int64', shape: ['N', 'L'] },
      { name: 'x_length', type: 'int64', shape: ['N'] },
      { name: 'noise_scale', type: 'float', shape: [1] },
      { name: 'length_scale', type: 'float', shape: [1] },
      { name: 'noise_scale_w', type: 'float', shape: [1] },
    ],
    outputs: [{ name: 'y', type: 'float', shape: ['N', 1, 'S'] }],
    constants: [
      { name: 'last', type: 'int64', shape: [1], data: [2] },
      { name: 'wave', type: 'float', shape: [1, SAMPLES_PER_LETTER], data: wave },
      { name: 'flat', type: 'int64', shape: [3], data: [1, 1, -1] },
    ],
    metadata: {
      ...{ model_type: 'vits', sample_rate: 16_000, n_speakers: 2, language: 'English' },
      ...{ comment: 'tiny', frontend: 'characters', add_blank: 0, use_eos_bos: 0, speaker_names: 'ann,bob' },
    },
  }
  const letters = [...'abcdefghijklmnopqrstuvwxyz.,!?'].map((letter, at) => `${letter} ${at + 1}\n`).join('')
  return write(folder, model, `${letters}  31\n`)
}

function write(folder: string, model: TinyModel, tokens: string): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'model.onnx'), encodeModel(model))
  writeFileSync(join(folder, 'tokens.txt'), tokens)
  return folder
}
