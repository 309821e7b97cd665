import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { VoiceConfigOptions } from '../../src/client/config.js'
import type { VoiceClient } from '../../src/client/voice-client.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { until, wordsOf } from '../support/client.js'
import { blocksOf } from '../support/documented.js'

/** A component with the conversation of a page of the docs: it writes down what it draws. */
interface Component {
  client: VoiceClient
  close(): void
}

type Mount = (options: VoiceConfigOptions & { sessionId: string }, draw: (words: number) => void) => Component

/** For each framework, what a component does with the module of the docs. */
const COMPONENTS: Record<string, string> = {
  vue: `
    import { effectScope, watchEffect } from 'vue'
    import { useVoice } from './module.js'
    export function mount(options, draw) {
      const scope = effectScope()
      const { client, state } = scope.run(() => useVoice(options))
      scope.run(() => watchEffect(() => draw(state.value.items.length), { flush: 'sync' }))
      return { client, close: () => scope.stop() }
    }`,
  svelte: `
    import { toStore } from 'svelte/store'
    import { Conversation } from './module.js'
    export function mount(options, draw) {
      const conversation = new Conversation(options)
      const stop = toStore(() => conversation.state).subscribe((state) => draw(state.items.length))
      conversation.client.connect({ sessionId: options.sessionId }).catch(() => {})
      return { client: conversation.client, close: () => { stop(); conversation.client.disconnect() } }
    }`,
}

let server: TestServer
let folder: string

beforeEach(async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  server = await startServer({ llm: new ScriptedModel([[{ say: 'Hello.' }]]) })
  folder = mkdtempSync(join(process.cwd(), 'build/frameworks-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await server.close()
  vi.unstubAllGlobals()
})

it.each(Object.keys(COMPONENTS))('draws a conversation in %s, as the docs show it', async (framework) => {
  const block = blocksOf('docs/client.md').find(({ id }) => id === framework)
  writeFileSync(join(folder, 'module.ts'), block!.text)
  writeFileSync(join(folder, 'component.js'), COMPONENTS[framework]!)
  const outfile = join(folder, 'bundle.mjs')
  await build({
    entryPoints: [join(folder, 'component.js')],
    ...{
      bundle: true,
      format: 'esm',
      platform: 'node',
      conditions: ['browser'],
      outfile,
      logLevel: 'silent',
    },
    alias: { 'voice/client': join(process.cwd(), 'src/client/index.ts') },
  })
  const { mount } = (await import(outfile)) as { mount: Mount }
  const drawn: number[] = []
  const options = { serverUrl: server.url, apiKey: KEY, appId: 'test', sessionId: `session-of-${framework}` }
  const { client, close } = mount(options, (items) => drawn.push(items))
  await until(client, ({ connection }) => connection === 'open')
  client.sendText('hi')
  const state = await until(client, ({ items, agent }) => agent === 'idle' && items.length === 2)
  expect(wordsOf(state)).toEqual(['user: hi', 'assistant: Hello.'])
  await expect.poll(() => drawn.at(-1)).toBe(2)
  expect(drawn[0]).toBe(0)
  close()
  expect(client.state.connection).toBe('offline')
})
