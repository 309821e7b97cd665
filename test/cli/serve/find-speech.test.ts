import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findSpeech, PULL_SPEECH } from '../../../src/cli/serve/choose-engines.js'
import { writeOfflineModel, writeStreamingModel, writeVoiceModel } from '../../support/tiny-models.js'

describe('speech that an agent could have', () => {
  let place = ''
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'voice-found-'))
  })
  afterEach(() => rmSync(place, { recursive: true, force: true }))

  const found = (env: NodeJS.ProcessEnv = {}, present = { stt: false, tts: false }) =>
    findSpeech(present, { VOICE_MODELS_DIR: join(place, 'models'), PATH: join(place, 'bin'), ...env })
  const install = (...names: string[]) => {
    mkdirSync(join(place, 'bin'), { recursive: true })
    for (const name of names) writeFileSync(join(place, 'bin', name), '', { mode: 0o755 })
  }

  it('is one command where nothing is found', () => {
    expect(found()).toEqual([PULL_SPEECH])
    expect(found({}, { stt: true, tts: false })).toEqual([])
    expect(found({}, { stt: true, tts: true })).toEqual([])
  })

  it('is a service whose key is set', () => {
    const env = { OPENAI_API_KEY: 'k', ELEVENLABS_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }
    expect(found(env)).toEqual([
      'OPENAI_API_KEY is set: --provider openai',
      'ELEVENLABS_API_KEY is set: --provider elevenlabs',
    ])
    expect(found(env, { stt: true, tts: true })).toEqual([])
  })

  it('is a local model; a recognizer that streams comes first', () => {
    writeVoiceModel(join(place, 'models', 'voice'))
    writeOfflineModel(join(place, 'models', 'a-whole'))
    writeStreamingModel(join(place, 'models', 'b-streams'))
    expect(found()).toEqual([
      'on this machine: b-streams, a-whole, voice; --stt sherpa/b-streams --tts sherpa/voice',
    ])
    expect(found({}, { stt: false, tts: true })).toEqual([
      'on this machine: b-streams, a-whole; --stt sherpa/b-streams',
    ])
  })

  it('is a program of this machine', () => {
    install('flite', 'espeak-ng', 'pocketsphinx_continuous', 'whisper-cli', 'piper')
    expect(found()).toEqual([
      'on this machine: pocketsphinx, whisper-cli, flite, espeak-ng, piper; --stt exec/pocketsphinx --tts exec/flite',
    ])
    expect(found({}, { stt: true, tts: false })).toEqual([
      'on this machine: flite, espeak-ng, piper; --tts exec/flite',
    ])
  })

  it('says where the voice of piper stands, and finds no file that is no program', () => {
    install('piper')
    writeFileSync(join(place, 'bin', 'flite'), '', { mode: 0o644 })
    expect(found()).toEqual(['on this machine: piper; --tts exec/piper:VOICE.onnx'])
  })
})
