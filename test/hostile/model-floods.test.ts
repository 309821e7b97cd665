import { describe, expect, it } from 'vitest'
import type { LanguageModel, ModelChunk } from '../../src/server/model/language-model.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { startServer } from '../support/app.js'
import { answerText } from '../support/raw-client.js'

/** What a model streams in its first step; afterwards it answers. */
type Flood = () => Iterable<ModelChunk>

const END: ModelChunk = { type: 'end', reason: 'tool-calls' }
const call = (name: string, text: string, callId = 'c'): ModelChunk => ({
  type: 'tool-call',
  callId,
  name,
  arguments: text,
})
const piece = (name: string, delta: string, callId = 'c'): ModelChunk => ({
  type: 'tool-call-delta',
  callId,
  name,
  delta,
})

function* endless(chunk: ModelChunk): Generator<ModelChunk> {
  while (true) yield chunk
}

function* numbered(count: number, make: (id: string) => ModelChunk): Generator<ModelChunk> {
  for (let at = 0; at < count; at++) yield make(`c${at}`)
  yield END
}

async function flooded(flood: Flood) {
  let steps = 0
  let isRead = true
  const llm: LanguageModel = {
    name: 'test/flood',
    async *stream() {
      steps += 1
      if (steps > 1) {
        yield { type: 'text-delta', text: 'Still here.' }
        yield { type: 'end', reason: 'stop' }
        return
      }
      try {
        yield* flood()
      } finally {
        isRead = false
      }
    },
  }
  const tool = new FakeTool({ name: 'look', effect: 'read' })
  const server = await startServer({ llm, tools: [tool] })
  const client = await server.connect({ query: '', protocols: ['voice.v1'] })
  const first = await client.turn('Look.')
  const said = answerText(first)
  const bytes = client.events.reduce((sum, event) => sum + JSON.stringify(event).length, 0)
  const next = answerText(await client.turn('Are you there?'))
  await server.close()
  return { said, next, bytes, isRead, calls: tool.calls.length, text: JSON.stringify(client.events) }
}

const TOO_MUCH = /more text than I am allowed/
const LONG = 'x'.repeat(300_000)

describe('a model that never ends', () => {
  it.each<[name: string, flood: Flood]>([
    ['words', () => endless({ type: 'text-delta', text: 'word '.repeat(4_000) })],
    ['spaces', () => endless({ type: 'text-delta', text: ' '.repeat(20_000) })],
    ['signs of one kind', () => endless({ type: 'text-delta', text: '-'.repeat(20_000) })],
    ['one text of 40 MB', () => [{ type: 'text-delta', text: 'word '.repeat(8_000_000) }, END]],
  ])('in %s is stopped with a sentence', async (_name, flood) => {
    const { said, next, bytes, isRead } = await flooded(flood)
    expect(said).toMatch(TOO_MUCH)
    expect(next).toBe('Still here.')
    expect(bytes).toBeLessThan(8_000_000)
    expect(isRead).toBe(false)
  })

  it.each<[name: string, flood: Flood]>([
    ['in pieces', () => endless(piece('look', 'x'.repeat(10_000)))],
    ['in one piece', () => [piece('look', LONG), call('look', LONG), END]],
    ['whole', () => [call('look', LONG), END]],
    ['of characters of several bytes', () => [call('look', 'é'.repeat(140_000)), END]],
    ['of a tool that is not there', () => endless(piece('nothing', 'x'.repeat(10_000)))],
    ['behind a sound call', () => [call('look', '{}', 'a'), call('look', LONG, 'b'), END]],
  ])('gives a call arguments %s, and is told how long they may be', async (_name, flood) => {
    const { said, next, bytes, isRead, calls, text } = await flooded(flood)
    expect(text).toContain('the arguments of a call have at most 262144 bytes')
    expect([said, next]).toEqual(['Still here.', 'Still here.'])
    expect(bytes).toBeLessThan(2_000_000)
    expect([isRead, calls]).toEqual([false, 0])
  })

  it.each<[name: string, flood: Flood]>([
    ['10,000 calls', () => numbered(10_000, (id) => call('look', '{}', id))],
    ['10,000 calls in pieces', () => numbered(10_000, (id) => piece('nothing', '{', id))],
  ])('makes %s, which are no answer: it is asked again', async (_name, flood) => {
    const { said, next, bytes } = await flooded(flood)
    expect([said, next]).toEqual(['Still here.', 'Still here.'])
    expect(bytes).toBeLessThan(2_000_000)
  })

  it('calls a tool by a name of 1 MB, which is shown cut', async () => {
    const { next, bytes, calls } = await flooded(() => [call('look'.repeat(250_000), '{}'), END])
    expect(next).toBe('Still here.')
    expect(bytes).toBeLessThan(20_000)
    expect(calls).toBe(0)
  })
})
