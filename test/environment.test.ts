import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import {
  credentialsFromEnv,
  isDemoKey,
  loadEnv,
  loadedEnv,
  parseEnv,
  serviceKeyValidator,
} from '../src/environment.js'

describe('parseEnv', () => {
  const cases: [text: string, want: Record<string, string>][] = [
    ['A=1', { A: '1' }],
    ['A=1\r\nB=2\rC=3', { A: '1', B: '2', C: '3' }],
    ['export A = x # said so', { A: 'x' }],
    ['# A=1\n\n  B=2', { B: '2' }],
    ['A="with # inside"', { A: 'with # inside' }],
    ["A='as \\n it is'", { A: 'as \\n it is' }],
    ['A="two\\nlines"', { A: 'two\nlines' }],
    ['A="C:\\\\new\\\\models"', { A: 'C:\\new\\models' }],
    ['A="really\ntwo"\nB=1', { A: 'really\ntwo', B: '1' }],
    ['A="say \\"hi\\""', { A: 'say "hi"' }],
    ['A=', { A: '' }],
    ['A=a=b', { A: 'a=b' }],
    ['A=`b`', { A: 'b' }],
    ['no line of this kind', {}],
  ]
  it.each(cases)('%j', (text, want) => {
    expect(parseEnv(text)).toEqual(want)
  })
})

describe('loadEnv', () => {
  const folders: string[] = []
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
    for (const name of ['VOICE_TEST_A', 'VOICE_TEST_B']) delete process.env[name]
  })

  it('sets what is not set, and remembers what the file said', () => {
    const folder = mkdtempSync(join(tmpdir(), 'voice-env-'))
    folders.push(folder)
    writeFileSync(join(folder, '.env'), 'VOICE_TEST_A=file\nVOICE_TEST_B=file\n')
    process.env.VOICE_TEST_B = 'process'
    expect(loadEnv(folder)).toEqual({ VOICE_TEST_A: 'file', VOICE_TEST_B: 'file' })
    expect([process.env.VOICE_TEST_A, process.env.VOICE_TEST_B]).toEqual(['file', 'process'])
    expect(loadedEnv()).toMatchObject({ VOICE_TEST_A: 'file' })
  })

  it('takes over what has changed in the file, and nothing that the process has set', () => {
    const folder = mkdtempSync(join(tmpdir(), 'voice-env-'))
    folders.push(folder)
    const load = (text: string) => {
      writeFileSync(join(folder, '.env'), text)
      loadEnv(folder)
      return [process.env.VOICE_TEST_A, process.env.VOICE_TEST_B]
    }
    expect(load('VOICE_TEST_A=1\nVOICE_TEST_B=1\n')).toEqual(['1', '1'])
    process.env.VOICE_TEST_B = 'process'
    expect(load('VOICE_TEST_A=2\nVOICE_TEST_B=2\n')).toEqual(['2', 'process'])
    expect(load('')).toEqual([undefined, 'process'])
  })

  it.each<[encoding: string, bytes: Buffer]>([
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFFVOICE_TEST_A=é\r\n')],
    ['UTF-16, as PowerShell writes it', Buffer.from('\uFEFFVOICE_TEST_A=é\r\n', 'utf16le')],
  ])('reads %s', (_encoding, bytes) => {
    const folder = mkdtempSync(join(tmpdir(), 'voice-env-'))
    folders.push(folder)
    writeFileSync(join(folder, '.env'), bytes)
    expect(loadEnv(folder)).toEqual({ VOICE_TEST_A: 'é' })
  })

  it('is content without a file', () => {
    expect(loadEnv('/nowhere/at/all')).toEqual({})
  })
})

describe('credentialsFromEnv', () => {
  it('takes the three pairs and the providers’ own keys, and not the key of the service', () => {
    const env = {
      LLM_API_KEY: 'l',
      LLM_BASE_URL: 'http://x',
      OPENAI_API_KEY: 'o',
      SERVICE_API_KEY: 's',
      STT_API_KEY: '',
    }
    expect(credentialsFromEnv(env)).toEqual({
      stt: {},
      llm: { apiKey: 'l', baseUrl: 'http://x' },
      tts: {},
      keys: { LLM_API_KEY: 'l', OPENAI_API_KEY: 'o' },
    })
  })
})

describe('serviceKeyValidator', () => {
  it.each([
    [{ SERVICE_API_KEY: 'secret' }, 'secret', true],
    [{ SERVICE_API_KEY: 'secret' }, 'Secret', false],
    [{ SERVICE_API_KEY: 'secret' }, 'secret ', false],
    [{ SERVICE_API_KEY: 'secret' }, '', false],
    [{ SERVICE_API_KEY: ' secret\r\n' }, 'secret', true],
    [{ SERVICE_API_KEY: '' }, 'demo-api-key', true],
    [{ SERVICE_API_KEY: '  ' }, 'demo-api-key', true],
    [{ SERVICE_API_KEY: '  ' }, '  ', false],
    [{}, 'demo-api-key', true],
  ])('%j: %j is %s', (env, key, want) => {
    expect(serviceKeyValidator(env)(key)).toBe(want)
  })
})

describe('the demo key', () => {
  it.each([
    [undefined, true],
    ['', true],
    [' \t', true],
    ['demo-api-key', true],
    ['a-key-of-ours', false],
  ])('SERVICE_API_KEY %j is known to everybody: %s', (key, known) => {
    expect(isDemoKey({ SERVICE_API_KEY: key })).toBe(known)
  })
})
