import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSync } from 'esbuild'
import { afterAll, describe, expect, it } from 'vitest'
import {
  closeEngines,
  EngineProcess,
  speechEngineLoads,
} from '../../../../../src/server/providers/speech/sherpa/engine-process.js'
import {
  createSherpaStt,
  createSherpaTts,
} from '../../../../../src/server/providers/speech/sherpa/sherpa-engines.js'
import { samplesOf } from '../../../../../src/server/speech/audio/audio-format.js'
import { speechEngine } from '../../../../support/built-programs.js'
import { recorded } from '../../../../support/speech-files.js'
import {
  SAMPLES_PER_LETTER,
  writeOfflineModel,
  writeStreamingModel,
  writeVoiceModel,
} from '../../../../support/tiny-models.js'

const place = mkdtempSync(join(tmpdir(), 'voice-sherpa-'))
const program = speechEngine()
afterAll(() => {
  closeEngines()
  rmSync(place, { recursive: true, force: true })
})

const never = new AbortController().signal
const offline = writeOfflineModel(join(place, 'offline'))
const streaming = writeStreamingModel(join(place, 'streaming'))
const voice = writeVoiceModel(join(place, 'voice'))
const speech = recorded('list-pets-slt')

const stt = (directory: string) => createSherpaStt({ name: 'sherpa/tiny', directory, program })
const tts = (detail?: string) =>
  createSherpaTts({ name: 'sherpa/voice', directory: voice, program, voice: detail })

/** What a recognizer writes, fed in frames as the ears do. */
async function heard(directory: string, samples: Int16Array, partials: string[] = []): Promise<string> {
  const recognizer = stt(directory).createRecognizer()
  const recognition = recognizer.begin({ onPartial: (words) => void partials.push(words) })
  for (let at = 0; at < samples.length; at += 512) recognition.push(samples.subarray(at, at + 512))
  const words = await recognition.transcribe(never)
  recognizer.close()
  return words
}

async function spoken(text: string, options: { voice?: string } = {}): Promise<Int16Array> {
  for await (const { pcm, rate } of tts().speak({ text, ...options }, { signal: never })) {
    expect(rate).toBe(16_000)
    return samplesOf(Buffer.from(pcm))
  }
  throw new Error('no sound')
}

describe('a recognizer that wants all sound together', () => {
  it('writes the same for the same sound, and nothing for none', async () => {
    const words = await heard(offline, speech)
    expect(words).toMatch(/^((he|we|l)+ ?)+$/)
    expect(await heard(offline, speech)).toBe(words)
    expect(await heard(offline, new Int16Array(0))).toBe('')
    expect(stt(offline).streams).toBe(false)
  })

  it('serves many sessions by one engine, each with its own words', async () => {
    const parts = [0, 4_000, 8_000].map((from) => speech.subarray(from, from + 8_000))
    const alone = []
    for (const part of parts) alone.push(await heard(offline, part))
    expect(new Set(alone).size).toBe(3)
    expect(await Promise.all(parts.map((part) => heard(offline, part)))).toEqual(alone)
  })

  it('says how many stretches wait for it', async () => {
    const ours = () => speechEngineLoads().filter(({ stage }) => stage === 'stt')
    const all = [1, 2, 3].map(() => heard(offline, speech))
    expect(ours().map(({ busy, waiting }) => busy + waiting)).toEqual([3])
    await Promise.all(all)
    expect(ours()).toEqual([{ stage: 'stt', engine: 'sherpa/tiny', slots: 1, busy: 0, waiting: 0 }])
  })

  it('stops waiting at once when nobody wants the words any more', async () => {
    const stop = new AbortController()
    const recognition = stt(offline)
      .createRecognizer()
      .begin({ onPartial() {} })
    recognition.push(speech)
    const words = recognition.transcribe(stop.signal)
    stop.abort()
    await expect(words).rejects.toMatchObject({ name: 'AbortError' })
    expect(await recognition.transcribe(never)).not.toBe('')
  })
})

describe('a recognizer that follows', () => {
  it('gives words while somebody speaks, which the last ones continue', async () => {
    const partials: string[] = []
    const words = await heard(streaming, speech, partials)
    expect(stt(streaming).streams).toBe(true)
    expect(partials.length).toBeGreaterThan(1)
    expect(words.startsWith(partials[0]!)).toBe(true)
  })

  it('can be asked at a pause and goes on with the rest', async () => {
    const recognition = stt(streaming)
      .createRecognizer()
      .begin({ onPartial() {} })
    recognition.push(speech.subarray(0, speech.length >> 1))
    const first = await recognition.transcribe(never)
    recognition.push(speech.subarray(speech.length >> 1))
    const whole = await recognition.transcribe(never)
    expect(whole.length).toBeGreaterThan(first.length)
    expect(whole.startsWith(first)).toBe(true)
    recognition.end()
    recognition.push(speech)
    expect(await recognition.transcribe(never)).toBe(whole)
  })
})

describe('a voice', () => {
  it('says every letter', async () => {
    expect((await spoken('Hello.')).length).toBe(6 * SAMPLES_PER_LETTER)
  })

  it.each([['1'], ['bob'], ['alloy']])('takes the speaker %s', async (voice) => {
    expect((await spoken('Hi.', { voice })).length).toBe(3 * SAMPLES_PER_LETTER)
  })

  it('shares the engine of its model, which is shown by the model alone', async () => {
    const directory = writeVoiceModel(join(place, 'shared-voice'))
    for (const voice of ['1', 'bob'])
      createSherpaTts({ name: `sherpa/shared:${voice}`, directory, program, voice }).prepare!()
    const shown = speechEngineLoads().map(({ stage, engine }) => `${stage} ${engine}`)
    expect(shown.filter((one) => one.includes('shared'))).toEqual(['tts sherpa/shared'])
  })

  it('says so when it has nothing to say', async () => {
    await expect(spoken('漢字')).rejects.toMatchObject({ name: 'SpeechError' })
  })

  it('drops a sentence that is not wanted any more before its turn', async () => {
    const stop = new AbortController()
    const say = async (text: string, signal: AbortSignal) => {
      for await (const { pcm } of tts().speak({ text }, { signal })) return pcm.length
      return 0
    }
    const first = say('This comes first.', never)
    const second = say('This never comes.', stop.signal)
    const third = say('Third.', never)
    stop.abort()
    await expect(second).rejects.toMatchObject({ name: 'AbortError' })
    expect([await first, await third]).toEqual([17 * 2 * SAMPLES_PER_LETTER, 6 * 2 * SAMPLES_PER_LETTER])
  })
})

describe('an engine', () => {
  const start = (directory: string) =>
    new EngineProcess({
      provider: 'sherpa/tiny',
      program,
      job: {
        kind: 'offline',
        config: {
          featConfig: { sampleRate: 16_000, featureDim: 80 },
          modelConfig: {
            nemoCtc: { model: join(directory, 'model.onnx') },
            tokens: join(directory, 'tokens.txt'),
            numThreads: 1,
            provider: 'cpu',
          },
        },
      },
    })
  const recognize = (engine: EngineProcess, signal = never) =>
    engine.run({ type: 'recognize', id: engine.nextId(), samples: speech }, signal)

  it('that ends its process takes only itself down, and says why', async () => {
    const bytes = readFileSync(join(offline, 'model.onnx'))
    // The outline is whole, the inside is not: only the engine sees it.
    bytes.fill(0xff, 20, 60)
    const broken = writeOfflineModel(join(place, 'broken'))
    writeFileSync(join(broken, 'model.onnx'), bytes)
    const engine = start(broken)
    await expect(recognize(engine)).rejects.toMatchObject({
      failure: 'unavailable',
      provider: 'sherpa/tiny',
      message: expect.stringContaining('Load model from'),
    })
    expect(engine.ended).toBe(true)
    await expect(recognize(engine)).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('whose files are gone is refused', async () => {
    const engine = start(join(place, 'nowhere'))
    await expect(recognize(engine)).rejects.toMatchObject({ failure: 'unavailable' })
  })

  it('takes a bounded number of sentences', async () => {
    const engine = start(offline)
    const stop = new AbortController()
    const all = Array.from({ length: 33 }, () =>
      recognize(engine, AbortSignal.any([stop.signal])).catch((error: unknown) => error),
    )
    expect(await all.at(-1)).toMatchObject({ failure: 'rate-limited' })
    stop.abort()
    await Promise.all(all)
    engine.close()
  })

  it('that is closed ends what waits, and another takes its place', async () => {
    const words = await heard(offline, speech)
    const running = heard(offline, speech)
    closeEngines()
    await expect(running).rejects.toMatchObject({ failure: 'unavailable', message: 'it was closed' })
    expect(await heard(offline, speech)).toBe(words)
  })
})

it('a program that used an engine ends by itself, and its engine with it', async () => {
  const script = join(place, 'program.mjs')
  const source = join(
    import.meta.dirname,
    '../../../../../src/server/providers/speech/sherpa/sherpa-engines.ts',
  )
  buildSync({
    stdin: {
      contents: `import { createSherpaTts } from ${JSON.stringify(source)}
        const options = { name: 'sherpa/x', directory: ${JSON.stringify(voice)}, program: new URL(${JSON.stringify(program.href)}) }
        const { signal } = new AbortController()
        for await (const { rate } of createSherpaTts(options).speak({ text: 'Hi.' }, { signal })) console.log(rate)`,
      resolveDir: join(import.meta.dirname, '../../../../..'),
    },
    ...{ outfile: script, bundle: true, platform: 'node', format: 'esm', target: 'node20' },
  })
  // Beside the other modules, so that the package of the engine is found.
  const beside = fileURLToPath(new URL(`./program-${process.pid}.mjs`, program))
  renameSync(script, beside)
  const { stdout, status } = spawnSync(process.execPath, [beside], { encoding: 'utf8', timeout: 20_000 })
  rmSync(beside)
  expect([stdout, status]).toEqual(['16000\n', 0])
})
