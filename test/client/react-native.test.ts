import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import type { VoiceClient, VoiceConfig } from '../../src/client/index.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { until, wordsOf } from '../support/client.js'

/** What React Native has beside the language, with the two packages that the docs name. There is no page. */
const PLATFORM = {
  ...{
    WebSocket,
    URL,
    TextEncoder,
    btoa,
    AbortController,
    queueMicrotask,
    setTimeout,
    clearTimeout,
    console,
  },
  crypto: { getRandomValues: crypto.getRandomValues.bind(crypto) },
  navigator: { product: 'ReactNative' },
  // The views, which nothing draws here.
  require: () => ({}),
}

/** The part of the class `URL` of React Native that matters: it knows the parts of `https:` addresses only. */
class NativeUrl {
  readonly pathname = '/'
}

let server: TestServer
let code: string

beforeAll(async () => {
  const root = join(import.meta.dirname, '../../src/client')
  const built = await build({
    stdin: {
      contents: `export * from './react/native.js'`,
      resolveDir: root,
    },
    ...{ bundle: true, format: 'iife', globalName: 'Module', write: false, logLevel: 'error' },
    external: ['react-native'],
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  code = built.outputFiles[0]!.text
  // Hermes, the engine of React Native, refuses it.
  expect(code).not.toContain('import.meta')
  const llm = new ScriptedModel([[{ call: 'delete_order' }], [{ say: 'It is gone.' }]])
  const tools = [new FakeTool({ name: 'delete_order', effect: 'destroy', answer: {} })]
  server = await startServer({ llm, tools, approve: 'writes' })
})
afterAll(() => server.close())

interface Module {
  VoiceClient: typeof VoiceClient
  VoiceConfig: typeof VoiceConfig
}

function load(platform: object): Module {
  const context = createContext({ ...platform })
  runInContext('globalThis.window = globalThis', context)
  return runInContext(`${code}; Module`, context) as Module
}

const settings = () => ({ serverUrl: server.url, apiKey: KEY, appId: 'test' })

it('talks in text and asks for approvals where there is no page, as in React Native', async () => {
  const { VoiceClient, VoiceConfig } = load(PLATFORM)
  const client = new VoiceClient(new VoiceConfig(settings()))
  await client.connect({ sessionId: 'session-of-an-app' })
  client.sendText('Delete my order.')
  await until(client, ({ items }) => items.some(({ kind }) => kind === 'approval'))
  client.answerApprovals(true)
  const state = await until(client, (now) => wordsOf(now).includes('assistant: It is gone.'))
  expect(state.error).toBeNull()
  client.dispose()
})

it.each([
  ['react-native-url-polyfill', { URL: NativeUrl }],
  ['react-native-get-random-values', { crypto: undefined }],
])('names %s where it is missing', async (name, missing) => {
  const { VoiceClient, VoiceConfig } = load({ ...PLATFORM, ...missing })
  const start = async () => {
    const client = new VoiceClient(new VoiceConfig(settings()))
    await client.connect({ sessionId: 'session-without' })
    client.sendText('Hello.')
  }
  await expect(start()).rejects.toThrow(name)
})
