import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, describe, expect, it } from 'vitest'
import type { ServerEvent } from '../../../src/protocol/events.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'

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

/**
 * Fields the real service sends, and clients need, that the types of the package do not know: the session's identity, `null` for a transcript that
 * is not there yet.
 */
function withoutKnownGaps(event: ServerEvent): object {
  const text = JSON.stringify(event, (key, value: unknown) =>
    key === 'transcript' && value === null ? undefined : value,
  )
  const copy = JSON.parse(text) as { session?: Record<string, unknown> }
  for (const field of ['object', 'id', 'expires_at']) delete copy.session?.[field]
  return copy
}

/** What the compiler says of events that are written down as constants of the package's type: wrong, missing and unknown fields. */
function complaintsOfTheCompiler(events: object[]): string[] {
  const path = join(import.meta.dirname, 'captured-events.ts')
  const source = [
    "import type { RealtimeServerEvent } from 'openai/resources/realtime/realtime'",
    ...events.map((event, at) => `export const event${at}: RealtimeServerEvent = ${JSON.stringify(event)}`),
  ].join('\n')
  const options: ts.CompilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (name) => name === path || fileExists.call(host, name)
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest)
  const program = ts.createProgram([path], options, host)
  return ts.getPreEmitDiagnostics(program).map((one) => {
    const line = one.file?.getLineAndCharacterOfPosition(one.start ?? 0).line ?? 0
    return `${ts.flattenDiagnosticMessageText(one.messageText, ' ').slice(0, 300)} in ${JSON.stringify(events[line - 1])?.slice(0, 300)}`
  })
}

describe('what the server says', () => {
  it('has the exact shapes of the openai package, each event with its id', async () => {
    const events = await everyEvent()
    const types = new Set(events.map((event) => event.type))
    expect([...types].filter((type) => type.startsWith('voice.'))).toEqual([])
    expect(types.size).toBe(26)
    expect(events.every((event) => 'event_id' in event && event.event_id.startsWith('event_'))).toBe(true)
    expect(complaintsOfTheCompiler(events.map(withoutKnownGaps))).toEqual([])
  }, 60_000)

  it('would be caught when it were wrong', () => {
    const wrong = [
      { type: 'response.output_text.delta', event_id: 'event_1', delta: 'x' },
      { type: 'input_audio_buffer.cleared', event_id: 'event_1', surprise: true },
      { type: 'session.destroyed', event_id: 'event_1' },
    ]
    expect(complaintsOfTheCompiler(wrong)).toHaveLength(3)
  }, 60_000)
})
