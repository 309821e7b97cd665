import { afterEach, describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../../src/protocol/events.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'
import { complaintsAbout } from '../../support/event-schemas.js'
import { brokenRules } from '../../support/protocol-rules.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

/** Everything a GA client can make the server say in text, once. */
async function everyEvent(): Promise<ServerEvent[]> {
  const tools = [
    new FakeTool({ name: 'read', answer: [1] }),
    new FakeTool({
      name: 'fail',
      answer: () => ({ isError: true, status: 404, content: 'no', requestMs: 1 }),
    }),
    new FakeTool({ name: 'write', effect: 'write', answer: null }),
  ]
  const llm = new ScriptedModel([
    [{ say: 'Let me look.' }, { call: 'read', input: { a: 1 } }, { call: 'fail' }, { call: 'nobody' }],
    [{ say: 'Here it is.' }],
    [{ call: 'write', input: { b: 2 } }],
    [{ say: 'Written.' }],
    [{ call: 'mine', input: { c: 3 } }],
    [{ say: 'Yours said so.' }],
    [{ say: 'One' }, { waitMs: 60_000 }],
    [{ fail: 'rate-limited', status: 429 }],
    [{ say: 'aside' }],
    [{ say: 'long' }, { chunk: { type: 'end', reason: 'length' } }],
  ])
  server = await startServer({ llm, tools })
  const client = await server.connect()
  client.send({
    type: 'session.update',
    session: {
      instructions: 'x',
      tools: [{ type: 'function', name: 'mine' }],
      audio: { input: { turn_detection: { type: 'server_vad' } } },
    },
  })
  await client.turn('look')
  await client.turn('write')
  const request = client.events.findLast((event) => event.type === 'conversation.item.done')
  const id = request?.type === 'conversation.item.done' ? request.item.id : ''
  client.send({
    type: 'conversation.item.create',
    item: { type: 'mcp_approval_response', approval_request_id: id, approve: true },
  })
  await client.next('response.done')
  await client.turn('mine')
  const call = client.events.findLast((event) => event.type === 'response.function_call_arguments.done')
  const callId = call?.type === 'response.function_call_arguments.done' ? call.call_id : ''
  client.send({
    type: 'conversation.item.create',
    item: { id: 'output', type: 'function_call_output', call_id: callId, output: 'ok' },
  })
  client.send({ type: 'response.create' })
  await client.next('response.done')
  client.send({ type: 'response.create' })
  await client.next('response.created')
  await client.next('response.output_text.delta')
  client.send({ type: 'response.create', event_id: 'twice' })
  client.send({ type: 'response.cancel' })
  await client.next('response.done')
  await client.turn('fail')
  client.send({ type: 'response.create', response: { conversation: 'none', metadata: { a: 'b' } } })
  await client.next('response.done')
  await client.turn('long')
  const message = client.events.findLast((event) => event.type === 'response.output_item.done')
  const messageId = message?.type === 'response.output_item.done' ? message.item.id : ''
  client.send({ type: 'conversation.item.retrieve', item_id: 'output' })
  client.send({ type: 'conversation.item.truncate', item_id: messageId, content_index: 0, audio_end_ms: 0 })
  client.send({ type: 'conversation.item.delete', item_id: 'output' })
  client.send({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  client.send({ type: 'input_audio_buffer.clear' })
  client.send({ type: 'input_audio_buffer.append', audio: 'AAAA' })
  client.send({ type: 'input_audio_buffer.commit' })
  await client.next('conversation.item.input_audio_transcription.failed')
  return client.events
}

describe('what the server says', () => {
  it('has the exact shapes of the openai package, each event with its id, in sound orders', async () => {
    const events = await everyEvent()
    const types = new Set(events.map((event) => event.type))
    expect([...types].filter((type) => type.startsWith('voice.'))).toEqual([])
    expect(types.size).toBe(26)
    expect(events.every((event) => 'event_id' in event && event.event_id.startsWith('event_'))).toBe(true)
    expect(events.flatMap(complaintsAbout)).toEqual([])
    expect(brokenRules(events)).toEqual([])
  })
})
