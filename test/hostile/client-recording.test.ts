import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replayRecording } from '../../src/server/recording/replay-recording.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer, type TestServer } from '../support/app.js'
import { answerText, RawClient } from '../support/raw-client.js'

let server: TestServer
let directory: string
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'voice-hostile-'))
  server = await startServer(
    { llm: new ScriptedModel(() => [{ say: 'Hello.' }]) },
    { record: directory, connectionLimits: { messagesPerSecond: 1_000_000 } },
  )
})
afterEach(async () => {
  await server.close()
  rmSync(directory, { recursive: true, force: true })
})

const nested = (open: string, inner: string, close: string, depth: number) =>
  open.repeat(depth) + inner + close.repeat(depth)

/** Messages that a recorder writes down before anybody has looked at them. */
const MESSAGES: [name: string, message: string][] = [
  ['4 kB of open lists', '['.repeat(4_096)],
  ['4 kB of lists', nested('[', '', ']', 2_048)],
  ['1 MB of lists', nested('[', '', ']', 524_288)],
  ['deep objects', nested('{"a":', '1', '}', 100_000)],
  [
    'deep objects that begin well',
    `{"type":"session.update","session":${nested('{"a":', '1', '}', 50_000)}}`,
  ],
  ['deep lists in an item', `{"type":"conversation.item.create","item":${nested('[', '', ']', 50_000)}}`],
  ['deep lists in an id', `{"type":"voice.ping","event_id":${nested('[', '', ']', 50_000)}}`],
  ['a text of lists', JSON.stringify({ type: 'x', text: nested('[', '', ']', 100_000) })],
  [
    'JSON in JSON in JSON',
    Array.from({ length: 12 }).reduce<string>((text) => JSON.stringify({ text }), '1'),
  ],
  ['100,000 members', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
  [
    'a prototype',
    '{"type":"session.update","session":{"__proto__":{"a":1},"constructor":{"prototype":{"a":1}}}}',
  ],
  ['no JSON of 3 MB', 'x'.repeat(3_000_000)],
]

describe('a server that records', () => {
  it.each(MESSAGES)(
    'goes on after %s, and so does its recording',
    { timeout: 30_000 },
    async (_name, message) => {
      const client = await RawClient.connect(`${server.url}?session_id=session-1`, { key: KEY })
      await client.next('session.created')
      client.send(message)
      await client.until(() => client.events.length > 1, 'an answer')
      expect(answerText(await client.turn('hi'))).toBe('Hello.')
      await client.close()
      await server.app.close()
      const [file = ''] = readdirSync(directory)
      const lines = readFileSync(join(directory, file), 'utf8').trim().split('\n')
      expect(lines.some((line) => line.includes('response.output_text.done'))).toBe(true)
      expect((await replayRecording(join(directory, file))).difference).toBeUndefined()
    },
  )
})
