import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readOnnxFile } from '../../../../../src/server/providers/speech/onnx-file.js'
import { openModelFolder } from '../../../../../src/server/providers/speech/sherpa/model-folder.js'
import { planRecognizer, planVoice } from '../../../../../src/server/providers/speech/sherpa/plan-models.js'
import { readableWords } from '../../../../../src/server/providers/speech/sherpa/sherpa-engines.js'
import { resolveSpeechToText } from '../../../../../src/server/providers/speech/speech-registry.js'
import { writeOfflineModel } from '../../../../support/tiny-models.js'
import { encodeModel } from '../../../../support/tiny-onnx.js'

const place = mkdtempSync(join(tmpdir(), 'voice-folders-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

type Files = Record<string, Record<string, string | number> | string>

let count = 0

/** A folder with files: an object is an ONNX file with that metadata, a text is what it says; a name that ends in `/` is a folder. */
function folderOf(files: Files): string {
  count += 1
  const folder = join(place, `model-${count}`)
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    if (name.endsWith('/')) mkdirSync(join(folder, name))
    else writeFileSync(join(folder, name), typeof content === 'string' ? content : model(content))
  }
  return folder
}

const model = (metadata: Record<string, string | number>) =>
  encodeModel({ nodes: [], inputs: [], outputs: [], constants: [], metadata })

const open = (files: Files) => openModelFolder(folderOf(files), 'sherpa/x')
const recognizer = (files: Files, language?: string) => planRecognizer(open(files), { language, threads: 1 })
const voice = (files: Files) => planVoice(open(files), { threads: 1 })

const tokens = { 'tokens.txt': 'a 0\n' }
const pair = (type: string) => ({ 'encoder.int8.onnx': { model_type: type }, 'decoder.int8.onnx': {} })
const three = (metadata: Record<string, string | number>) => ({
  'encoder-epoch-99.int8.onnx': metadata,
  'encoder-epoch-99.onnx': metadata,
  'decoder-epoch-99.onnx': {},
  'joiner-epoch-99.int8.onnx': {},
})
const one = (model_type: string, more = {}) => ({ 'model.int8.onnx': { model_type, ...more } })

describe('the kind of a recognizer is seen from its files', () => {
  it.each<[string, Files, string, boolean, string]>([
    [
      'zipformer',
      three({ model_type: 'zipformer2', decode_chunk_len: 32, T: 45 }),
      'transducer',
      true,
      'transducer',
    ],
    ['zipformer, whole', three({ model_type: 'zipformer2' }), 'transducer', false, 'transducer'],
    ['parakeet', three({ model_type: 'EncDecRNNTBPEModel' }), 'transducer of NeMo', false, 'nemo_transducer'],
    [
      'whisper',
      { 'tiny.en-encoder.int8.onnx': { model_type: 'whisper-tiny.en' }, 'tiny.en-decoder.int8.onnx': {} },
      'whisper',
      false,
      'whisper',
    ],
    ['canary', pair('EncDecMultiTaskModel'), 'canary', false, 'canary'],
    ['fire red', pair('fire-red-asr-aed'), 'FireRed', false, 'fireRedAsr'],
    ['paraformer', pair('paraformer'), 'paraformer (streaming)', true, 'paraformer'],
    [
      'moonshine',
      {
        ...{ 'preprocess.onnx': {}, 'encode.int8.onnx': {} },
        ...{ 'uncached_decode.int8.onnx': {}, 'cached_decode.int8.onnx': {} },
      },
      'moonshine',
      false,
      'uncachedDecoder',
    ],
    [
      'moonshine, merged',
      { 'encoder_model.ort': '0000ORTM', 'decoder_model_merged.ort': '0000ORTM' },
      'moonshine (merged)',
      false,
      'mergedDecoder',
    ],
    ['sense voice', one('sense_voice_ctc'), 'sense-voice', false, 'senseVoice'],
    ['NeMo', one('EncDecCTCModelBPE'), 'CTC of NeMo', false, 'nemoCtc'],
    [
      'NeMo, streaming',
      one('EncDecCTCModelBPE', { window_size: 48, chunk_shift: 32 }),
      'CTC of NeMo',
      true,
      'nemoCtc',
    ],
    ['zipformer CTC', one('zipformer2_ctc'), 'zipformer CTC', false, 'zipformerCtc'],
    ['zipformer CTC, streaming', one('zipformer2_ctc', { T: 45 }), 'zipformer CTC', true, 'zipformer2Ctc'],
    ['t-one', one('t-one'), 't-one', true, 'toneCtc'],
    ['paraformer, whole', one('paraformer'), 'paraformer', false, 'paraformer'],
    ['telespeech', one('telespeech_ctc'), 'telespeech', false, 'telespeechCtc'],
  ])('%s', (_, files, kind, streams, configured) => {
    const plan = recognizer({ ...files, ...tokens })
    expect([plan.kind, plan.streams]).toEqual([kind, streams])
    expect(JSON.stringify(plan.config)).toContain(configured)
  })

  it('8-bit weights are preferred, and the language of the provider string is passed on', () => {
    const { config } = recognizer({ ...three({}), ...tokens })
    expect(JSON.stringify(config)).toContain('encoder-epoch-99.int8.onnx')
    expect(JSON.stringify(recognizer({ ...pair('whisper-base'), ...tokens }, 'de').config)).toContain(
      '"language":"de"',
    )
  })

  it.each<[string, Files, string]>([
    ['nothing', {}, 'The folder is empty'],
    ['no tokens', one('paraformer'), 'has no tokens.txt'],
    ['empty tokens', { ...one('paraformer'), 'tokens.txt': '' }, 'has a tokens.txt that is empty'],
    ['no decoder', { 'encoder.onnx': {}, ...tokens }, 'holds no recognizer'],
    ['a voice', { ...one('vits'), ...tokens }, 'a model of the type "vits", which is no recognizer'],
    ['an empty file', { 'model.onnx': '', ...tokens }, 'model.onnx is empty'],
    ['a web page', { 'model.onnx': '<!DOCTYPE html><p>', ...tokens }, 'is a web page and not a model'],
    ['a pointer', { 'model.onnx': 'version https://git-lfs.github.com', ...tokens }, 'pointer of Git LFS'],
    ['another format', { 'model.onnx': 'GGUF....', ...tokens }, 'is a language model (GGUF)'],
    ['an archive', { 'model.onnx': 'PK\x03\x04rest', ...tokens }, 'is an archive'],
    ['junk', { 'model.onnx': 'nonsense', ...tokens }, 'is not an ONNX model'],
  ])('%s: one clear sentence', (_, files, sentence) => {
    expect(() => recognizer(files)).toThrow(sentence)
    expect(() => recognizer(files)).toThrow(/^sherpa\/x.*\.$/s)
  })

  it('a model cut short anywhere is never given to an engine', () => {
    const path = join(writeOfflineModel(join(place, 'cut')), 'model.onnx')
    const whole = readFileSync(path)
    expect(readOnnxFile(path)).toMatchObject({ metadata: { model_type: 'EncDecCTCModelBPE' } })
    let passed = 0
    for (let at = 0; at < whole.length; at += 3) {
      writeFileSync(path, whole.subarray(0, at))
      if ('metadata' in readOnnxFile(path)) passed += 1
    }
    // Between two entries of the outline a cut cannot be told: ten entries end the file.
    expect(passed).toBeLessThan(12)
  })
})

describe('the kind of a voice', () => {
  it.each<[string, Files, string, string]>([
    ['piper', { 'en.onnx': { model_type: 'vits' }, 'espeak-ng-data/': '' }, 'vits', 'dataDir'],
    [
      'kokoro',
      { ...one('kokoro'), 'voices.bin': 'v', 'lexicon-us-en.txt': 'a' },
      'kokoro',
      'lexicon-us-en.txt',
    ],
    ['kitten', { ...one('kitten-tts'), 'voices.bin': 'v' }, 'kitten', 'voices.bin'],
    ['matcha', { ...one('matcha-tts'), 'vocos-22khz-univ.onnx': {} }, 'matcha', 'vocos-22khz-univ.onnx'],
    ['an old one', { 'x.onnx': { sample_rate: 22_050 }, 'number.fst': 'f' }, 'vits', 'number.fst'],
  ])('%s', (_, files, kind, configured) => {
    const plan = voice({ ...files, ...tokens })
    expect(plan.kind).toBe(kind)
    expect(JSON.stringify(plan.config)).toContain(configured)
  })

  it('American and British pronunciation are not mixed', () => {
    const files = { ...one('kokoro'), 'voices.bin': 'v', 'lexicon-us-en.txt': 'a', 'lexicon-gb-en.txt': 'a' }
    const { config } = voice({ ...files, 'lexicon-zh.txt': 'a', ...tokens })
    expect(JSON.stringify(config)).toMatch(/us-en\.txt,[^"]*lexicon-zh/)
    expect(JSON.stringify(config)).not.toContain('gb-en')
  })

  it.each<[string, Files, string]>([
    ['nothing', {}, 'holds no voice'],
    ['kokoro without voices', one('kokoro'), 'has no voices.bin'],
    ['matcha without a vocoder', one('matcha-tts'), 'has no vocoder'],
    ['a recognizer', one('paraformer'), 'a model of the type "paraformer", which is no voice'],
    ['a bare export', { 'model.onnx': {} }, 'without the metadata that sherpa-onnx exports'],
  ])('%s: one clear sentence', (_, files, sentence) => {
    expect(() => voice({ ...files, ...tokens })).toThrow(sentence)
  })
})

describe('provider strings of local models', () => {
  const modelsDirectory = join(place, 'models')
  const directory = writeOfflineModel(join(modelsDirectory, 'tiny'))

  it.each(['sherpa/tiny', 'sherpa/tiny:en', `sherpa:${directory}`, `sherpa:${directory}:de`])(
    '%s',
    (name) => {
      expect(resolveSpeechToText(name, { modelsDirectory }).name).toBe(name)
    },
  )

  it.each([
    ['sherpa/nothing', 'needs the folder of its model at', 'voice models pull sherpa/nothing'],
    ['sherpa:/no/where', 'needs the folder of its model at /no/where.'],
    ['sherpa/../tiny', 'There is no speech recognizer', 'sherpa:DIRECTORY'],
  ])('%s: %s', (name, ...sentences) => {
    for (const sentence of sentences)
      expect(() => resolveSpeechToText(name, { modelsDirectory })).toThrow(sentence)
  })
})

it.each([
  [' LIST THE PETS I HAVE ', 'list the pets I have'],
  ['List the pets.', 'List the pets.'],
  ['[BLANK_AUDIO]', ''],
  ['(music) Hello ♪', 'Hello'],
  ['', ''],
  ['17', '17'],
])('%j reads %j', (text, want) => {
  expect(readableWords(text)).toBe(want)
})
