import { afterEach, describe, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'
import { answerText, typesOf } from '../../support/raw-client.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const THOUGHT = 'The user wants pets.'
const TAGGED: ScriptedStep = [{ say: `<think>\n${THOUGHT}\n</think>\n\nTwo pets.` }]
const ORPHANED: ScriptedStep = [{ say: `${THOUGHT} And more. And more.\n</think>\n\nTwo pets.` }]
const DECLARED: ScriptedStep = [{ chunk: { type: 'reasoning-delta', text: THOUGHT } }, { say: 'Two pets.' }]

async function connect(script: ScriptedStep[], { query = '', protocols = ['voice.v1'] } = {}) {
  const model = new ScriptedModel(script)
  const tools = [new FakeTool({ name: 'list_pets', answer: [] })]
  server = await startServer({ llm: model, tools })
  const client = await server.connect({ query, protocols })
  await client.next('session.created')
  return Object.assign(client, { model })
}

const reasoningOf = (events: readonly { type: string }[]) =>
  events
    .flatMap((event) => ('delta' in event && event.type === 'voice.reasoning' ? event.delta : []))
    .join('')

describe('the reasoning of a model', () => {
  it.each([
    ['between marks', TAGGED],
    ['in its own chunks', DECLARED],
  ])('is in no item and in no history: %s', async (_name, step) => {
    const client = await connect([step, [{ say: 'Yes.' }]])
    const events = await client.turn('pets?')
    expect(answerText(events)).toBe('Two pets.')
    expect(JSON.stringify(events)).not.toContain('wants')
    await client.turn('sure?')
    expect(client.model.requests[1]?.history).toEqual([
      { role: 'user', text: 'pets?' },
      { role: 'assistant', text: 'Two pets.', toolCalls: [] },
      { role: 'user', text: 'sure?' },
    ])
  })

  it.each([
    ['between marks', TAGGED],
    ['in its own chunks', DECLARED],
  ])('is an event for a connection that asks: %s', async (_name, step) => {
    const client = await connect([step], { query: '?reasoning=true' })
    const events = await client.turn('pets?')
    expect(reasoningOf(events).trim()).toBe(THOUGHT)
    expect(typesOf(events).indexOf('voice.reasoning' as never)).toBeLessThan(
      typesOf(events).indexOf('response.output_item.added'),
    )
  })

  it('is no event in the dialect of stock clients', async () => {
    const client = await connect([TAGGED], { query: '?reasoning=true', protocols: ['realtime'] })
    expect(reasoningOf(await client.turn('pets?'))).toBe('')
  })

  it('without an opening mark is taken back once and held back from then on', async () => {
    const client = await connect([ORPHANED, ORPHANED, [{ say: 'Yes.' }]], { query: '?reasoning=true' })
    expect(answerText(await client.turn('pets?'))).toBe('Two pets.')
    const second = await client.turn('again?')
    expect(answerText(second)).toBe('Two pets.')
    expect(reasoningOf(second)).toContain(THOUGHT)
    expect(JSON.stringify(second.filter(({ type }) => type !== ('voice.reasoning' as never)))).not.toContain(
      'wants',
    )
    await client.turn('sure?')
    expect(JSON.stringify(client.model.requests[2]?.history)).not.toContain('wants')
  })

  it('before a call is not said either', async () => {
    const step: ScriptedStep = [{ say: `<think>${THOUGHT}` }, { call: 'list_pets' }]
    const client = await connect([step, [{ say: 'None.' }]])
    const events = await client.turn('pets?')
    expect(answerText(events)).toBe('None.')
    expect(typesOf(events)).toContain('response.mcp_call.completed')
  })

  it('alone is no answer', async () => {
    const client = await connect([[{ say: `<think>${THOUGHT}` }], [{ say: `<think>${THOUGHT}` }]])
    const events = await client.turn('pets?')
    expect(JSON.stringify(events)).not.toContain('wants')
    expect(answerText(events)).not.toBe('')
  })

  it('is not spoken', async () => {
    const { test, tts } = speaking([TAGGED])
    await test.say()
    expect(tts.said).toEqual(['Two pets.'])
    expect(test.history).toEqual(['Two pets.'])
  })

  it('without an opening mark is cut off once, and not spoken from then on', async () => {
    const { test, tts } = speaking([ORPHANED, ORPHANED])
    await test.say()
    await test.clock.advance(5_000)
    expect(tts.said).toEqual(['The user wants pets.', 'Two pets.'])
    await test.say()
    await test.clock.advance(5_000)
    expect(tts.said.slice(2)).toEqual(['Two pets.'])
    expect(test.history).toEqual(['Two pets.', 'Two pets.'])
  })
})

function speaking(script: ScriptedStep[]) {
  const tts = new HummingTts()
  const stt = new ScriptedStt(script.map(() => 'pets?'))
  return { tts, test: new SpeechHarness({ llm: new ScriptedModel(script), stt, tts }) }
}
