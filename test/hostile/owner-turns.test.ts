import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/ports.js'
import { runStep } from '../../src/server/agent/step.js'
import type { ModelChunk } from '../../src/server/model/language-model.js'
import { ModelError } from '../../src/server/model/model-error.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../support/app.js'
import { answerText } from '../support/raw-client.js'

let server: TestServer
afterEach(() => server?.close())

describe('a client that sends many bytes', () => {
  const start = async () => {
    server = await startServer(
      { llm: new ScriptedModel(() => [{ say: 'Hello.' }]) },
      { connectionLimits: { bytesPerSecond: 100_000 } },
    )
  }
  const padded = (bytes: number) => ({ type: 'voice.ping', t: 1, pad: 'x'.repeat(bytes) })

  it.each([
    ['large messages', () => Array.from({ length: 2 }, () => padded(300_000))],
    ['many small ones', () => Array.from({ length: 60 }, () => padded(10_000))],
    ['broken ones', () => Array<string>(2).fill(`{"type":${'['.repeat(300_000)}`)],
    ['unknown ones', () => Array.from({ length: 2 }, () => ({ type: 'x', pad: 'x'.repeat(300_000) }))],
  ])('is told so and read more slowly: %s', async (_name, messages) => {
    await start()
    const greedy = await server.connect({ protocols: ['voice.v1'] })
    for (const message of messages()) greedy.send(message as never)
    const isTold = () =>
      greedy.events.filter((event) => event.type === 'error' && event.error.code === 'too_many_bytes').length
    await greedy.until(() => isTold() === 1, 'the error')
    const other = await server.connect()
    expect(answerText(await other.turn('hi'))).toBe('Hello.')
    expect(isTold()).toBe(1)
    expect(greedy.socket.readyState).toBe(greedy.socket.OPEN)
  })

  it('loses nothing', async () => {
    await start()
    const client = await server.connect()
    for (let at = 0; at < 6; at += 1) client.say(`${at} ${'x'.repeat(100_000)}`)
    await client.until(
      () => client.events.filter(({ type }) => type === 'conversation.item.done').length === 6,
      'all six items',
    )
  })

  it('as audio of a call in real time is not slowed', async () => {
    await start()
    const client = await server.connect()
    client.send({ type: 'input_audio_buffer.append', audio: Buffer.alloc(96_000).toString('base64') })
    expect(answerText(await client.turn('hi'))).toBe('Hello.')
    expect(
      client.events.filter((event) => event.type === 'error' && event.error.code === 'too_many_bytes'),
    ).toEqual([])
  })
})

describe('an answer of a model without an end', () => {
  const step = (chunk: () => ModelChunk) => {
    let given = 0
    const model = {
      name: 'test/endless',
      async *stream(): AsyncIterable<ModelChunk> {
        for (;;) {
          given += 1
          yield chunk()
        }
      },
    }
    const sink = { text() {}, reasoning() {}, retract() {}, callDelta() {}, stepEnded() {}, abandon() {} }
    const request = { instructions: '', history: [], tools: [], toolChoice: 'auto' as const }
    const running = runStep(() => request as never, {
      models: [model as never],
      from: 0,
      sink,
      signal: new AbortController().signal,
      clock: systemClock,
      limits: { modelSilenceMs: 30_000, maxArgumentBytes: 262_144 },
    } as never)
    return { running, given: () => given }
  }

  it.each<[name: string, chunk: ModelChunk]>([
    ['one character at a time', { type: 'text-delta', text: 'a' }],
    ['empty texts', { type: 'text-delta', text: '' }],
    ['spaces', { type: 'text-delta', text: ' ' }],
    ['reasoning', { type: 'reasoning-delta', text: 'a' }],
    ['empty arguments', { type: 'tool-call-delta', callId: 'c', name: 'x', delta: '' }],
    ['usage', { type: 'usage', inputTokens: 0, outputTokens: 0 }],
    ['the same call', { type: 'tool-call', callId: 'c', name: 'x', arguments: '{}' }],
  ])('fails clearly: %s', { timeout: 60_000 }, async (_name, chunk) => {
    const { running, given } = step(() => chunk)
    const error = await running.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(ModelError)
    expect(String(error)).toMatch(/100000 pieces/)
    expect(given()).toBeLessThan(100_100)
  })
})
