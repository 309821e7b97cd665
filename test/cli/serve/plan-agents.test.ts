import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseEngines } from '../../../src/cli/serve/choose-engines.js'
import { planServe, type ServeFlags } from '../../../src/cli/serve/plan-agents.js'
import type { ConfigFile, LoadedConfig } from '../../../src/cli/settings/settings.js'

beforeEach(() => {
  vi.stubEnv('VOICE_MODELS_DIR', 'nowhere')
  for (const name of ['LLM', 'STT', 'TTS'])
    for (const what of ['API_KEY', 'BASE_URL']) vi.stubEnv(`${name}_${what}`, '')
})
afterEach(() => vi.unstubAllEnvs())

const planOf = (values: ConfigFile, flags: Partial<ServeFlags> = {}) => {
  const config: LoadedConfig = { path: 'voice.config.json', values, at: () => 'voice.config.json' }
  return planServe([], { flags: { format: 'text', color: false, ...flags } as ServeFlags, config })
}

describe('the plan of a server: flag, environment, file, default', () => {
  const NO_FILES = { collections: [] }
  type Case = [
    title: string,
    values: ConfigFile,
    flags: Partial<ServeFlags>,
    env: Record<string, string>,
    want: object,
  ]
  const agent = (want: object) => ({ agents: [want] })
  const cases: Case[] = [
    [
      'defaults',
      {},
      {},
      {},
      agent({
        llm: ['builtin/router'],
        isDefaultModel: true,
        toolSet: 'auto',
        approve: 'writes',
        lockSession: false,
        instructions: '',
        speech: { stt: null, tts: null },
      }),
    ],
    [
      'llm by environment',
      {},
      {},
      { LLM_API_KEY: 'k' },
      agent({ llm: ['openai/gpt-6-luna'], isDefaultModel: true }),
    ],
    [
      'llm of the file',
      { llm: 'a/x' },
      {},
      { LLM_API_KEY: 'k' },
      agent({ llm: ['a/x'], isDefaultModel: false }),
    ],
    ['a list of llms', { llm: ['a/x', 'b/y'] }, {}, {}, agent({ llm: ['a/x', 'b/y'] })],
    ['llm by flag', { llm: 'a/x' }, { llm: ['b/y', 'c/z'] }, {}, agent({ llm: ['b/y', 'c/z'] })],
    [
      'a service by flag, over the file',
      { llm: 'a/x', tts: 'c/z' },
      { provider: 'groq', vad: 'energy/v1' },
      {},
      agent({
        llm: ['groq/openai/gpt-oss-20b'],
        speech: {
          stt: ['groq/whisper-large-v3-turbo:en'],
          tts: ['groq/canopylabs/orpheus-v1-english:hannah'],
        },
        service: { parts: ['llm', 'stt', 'tts'] },
      }),
    ],
    [
      'flags over their service',
      {},
      { provider: 'groq', llm: 'b/y', stt: 'exec/pocketsphinx', vad: 'energy/v1' },
      {},
      agent({
        llm: ['b/y'],
        speech: { stt: ['exec/pocketsphinx'], tts: ['groq/canopylabs/orpheus-v1-english:hannah'] },
        service: { parts: ['tts'] },
      }),
    ],
    [
      'engines of the file over its service, and what the service lacks by environment',
      { provider: 'deepgram', tts: 'c/z', vad: 'energy/v1' },
      {},
      { LLM_API_KEY: 'k', DEEPGRAM_API_KEY: 'k' },
      agent({
        llm: ['openai/gpt-6-luna'],
        isDefaultModel: true,
        speech: { stt: ['deepgram/nova-3:en'], tts: ['c/z'] },
        service: { parts: ['stt'] },
      }),
    ],
    [
      'a key alone chooses nothing',
      {},
      {},
      { OPENAI_API_KEY: 'k', DEEPGRAM_API_KEY: 'k' },
      agent({ llm: ['builtin/router'], speech: { stt: null, tts: null } }),
    ],
    [
      'stt by environment',
      {},
      {},
      { STT_API_KEY: 'k' },
      agent({ speech: { stt: ['openai/gpt-transcribe:en'] } }),
    ],
    [
      'speech of the file',
      { stt: ['a/x', 'b/y'], tts: 't/z', vad: 'energy/v1', turnDetection: 'silence/v1' },
      {},
      {},
      agent({ speech: { stt: ['a/x', 'b/y'], tts: ['t/z'], vad: 'energy/v1', turnDetection: 'silence/v1' } }),
    ],
    [
      'speech by flag',
      { stt: 'a/x', tts: 't/z', vad: 'energy/v1' },
      { stt: ['c/w', 'd/v'], turnDetection: 'silence/v1' },
      {},
      agent({ speech: { stt: ['c/w', 'd/v'], tts: ['t/z'], vad: 'energy/v1', turnDetection: 'silence/v1' } }),
    ],
    [
      'words and rules of the file',
      { instructions: 'Be kind.', tools: 'all', approve: 'none', lockSession: true },
      {},
      {},
      agent({ instructions: 'Be kind.', toolSet: 'all', approve: 'none', lockSession: true }),
    ],
    [
      'words and rules by flag',
      { instructions: 'Be kind.', tools: 'all', approve: 'none', lockSession: false },
      { instructions: 'Be brief.', tools: 'search', approve: 'destructive', lockSession: true },
      {},
      agent({ instructions: 'Be brief.', toolSet: 'search', approve: 'destructive', lockSession: true }),
    ],
    [
      'the server of the file',
      {
        allowedOrigins: ['https://a.test'],
        retain: '5m',
        store: 'redis://x',
        limits: { maxSessions: 3, maxMessageBytes: 2_048, toolTimeoutMs: 9, maxSteps: 2 },
      },
      {},
      {},
      {
        allowedOrigins: ['https://a.test'],
        graceMs: 300_000,
        store: 'redis://x',
        maxSessions: 3,
        connectionLimits: { maxMessageBytes: 2_048 },
        agents: [{ limits: { toolTimeoutMs: 9, maxSteps: 2 } }],
      },
    ],
    [
      'the server by flag',
      { allowedOrigins: ['https://a.test'], retain: '5m', store: 'redis://x', limits: { maxSessions: 3 } },
      { allowedOrigins: ['https://b.test'], retain: '1s', store: 'memory', maxSessions: 4 },
      {},
      { allowedOrigins: ['https://b.test'], graceMs: 1_000, store: 'memory', maxSessions: 4 },
    ],
  ]
  it.each(cases)('%s', async (_, values, flags, env, want) => {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    expect(await planOf({ ...NO_FILES, ...values }, flags)).toMatchObject(want)
  })

  it('has an agent for each app, and one for everybody else unless there are apps only', async () => {
    const apps = { a: { llm: 'a/x', budgets: { app: { turns: 3 } } }, b: { approve: 'none' as const } }
    const { agents } = await planOf({ collections: [], llm: 'o/x', instructions: 'Be kind.', apps })
    expect(agents).toMatchObject([
      { appId: undefined, llm: ['o/x'], budgets: { countedAs: '' } },
      { appId: 'a', llm: ['a/x'], instructions: 'Be kind.', budgets: { app: { turns: 3 }, countedAs: 'a' } },
      { appId: 'b', llm: ['o/x'], approve: 'none' },
    ])
    expect((await planOf({ apps })).agents.map(({ appId }) => appId)).toEqual(['a', 'b'])
    const byFlag = await planOf({ apps }, { llm: 'f/x' })
    expect(byFlag.agents.map(({ llm }) => llm)).toEqual([['f/x'], ['f/x']])
  })
})

it('an unknown service is an error that names the known ones', () => {
  const known = 'openai, groq, deepgram, elevenlabs, anthropic, google, mistral'
  expect(() => chooseEngines({ provider: 'nope' }, {})).toThrow(
    `There is no service "nope". Known are: ${known}.`,
  )
})
