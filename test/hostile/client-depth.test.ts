import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readRecording } from '../../src/server/recording/recording-lines.js'
import { replayRecording } from '../../src/server/recording/replay-recording.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { KEY, startServer } from '../support/app.js'
import { deepJson, deepJsonOf, openJson } from '../support/deep.js'
import { answerText } from '../support/raw-client.js'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'voice-depth-'))
})
afterEach(() => rm(directory, { recursive: true }))

const create = (content: string) =>
  `{"type":"conversation.item.create","item":{"type":"message","role":"user","content":${content}}}`

/** What a client sends, by the bytes of it. */
const MESSAGES: [name: string, make: (bytes: number) => string][] = [
  ['lists', (bytes) => deepJsonOf('lists', bytes)],
  ['lists that never close', (bytes) => openJson('lists', bytes)],
  ['objects', (bytes) => deepJsonOf('objects', bytes)],
  ['objects that never close', (bytes) => openJson('objects', bytes)],
  ['an event of an unknown type', (bytes) => `{"type":"x","a":${deepJsonOf('lists', bytes)}}`],
  ['an event without a type', (bytes) => `{"a":${deepJsonOf('lists', bytes)},"event_id":"e"}`],
  ['a type', (bytes) => `{"type":${deepJsonOf('lists', bytes)}}`],
  ['an event id', (bytes) => `{"type":"response.cancel","event_id":${deepJsonOf('lists', bytes)}}`],
  ['content', (bytes) => create(deepJsonOf('lists', bytes))],
  [
    'a part of content',
    (bytes) => create(`[{"type":"input_text","text":"hi","x":${deepJsonOf('objects', bytes)}}]`),
  ],
  [
    'JSON in a text',
    (bytes) => create(JSON.stringify([{ type: 'input_text', text: deepJsonOf('lists', bytes) }])),
  ],
  [
    'instructions',
    (bytes) => `{"type":"session.update","session":{"instructions":${deepJsonOf('lists', bytes)}}}`,
  ],
  [
    'the schema of a tool',
    (bytes) =>
      `{"type":"session.update","session":{"tools":[{"type":"function","name":"f","parameters":{"type":"object","properties":${deepJsonOf('objects', bytes)}}}]}}`,
  ],
  [
    'the output of a call',
    (bytes) =>
      `{"type":"conversation.item.create","item":{"type":"function_call_output","call_id":"c","output":${JSON.stringify(deepJsonOf('objects', bytes))}}}`,
  ],
  [
    'the input of a response',
    (bytes) => `{"type":"response.create","response":{"input":${deepJsonOf('lists', bytes)}}}`,
  ],
  [
    'metadata',
    (bytes) => `{"type":"response.create","response":{"metadata":${deepJsonOf('objects', bytes)}}}`,
  ],
]

async function start(record: boolean) {
  const llm = new ScriptedModel(() => [{ say: 'Still here.' }])
  return startServer({ llm }, record ? { record: directory } : {})
}

describe.each([true, false])('a client that nests, with recording %s', (record) => {
  it.each(MESSAGES)(
    '%s gets an answer, and others too',
    async (_name, make) => {
      const server = await start(record)
      for (const [at, bytes] of [4_000, 100_000, 3_000_000].entries()) {
        const client = await server.connect({ query: `?session_id=session-${at}`, protocols: ['voice.v1'] })
        client.send(make(bytes))
        expect(answerText(await client.turn('Are you there?'))).toContain('Still here.')
        for (const event of client.events)
          if (event.type === 'error') expect(event.error.message).not.toMatch(/call stack|inside/)
        await client.close()
      }
      await server.close()
      const names = await readdir(directory)
      expect(names).toHaveLength(record ? 3 : 0)
      for (const name of names)
        expect((await replayRecording(join(directory, name))).difference).toBeUndefined()
    },
    60_000,
  )
})

it.each(['/v1/realtime/client_secrets', '/mcp'])('a deep body of POST %s is refused', async (path) => {
  const server = await start(false)
  for (const body of [
    deepJsonOf('objects', 60_000),
    openJson('lists', 60_000),
    `{"session":${deepJson('lists', 20_000)}}`,
    `{"jsonrpc":"2.0","id":1,"method":"initialize","params":${deepJsonOf('objects', 60_000)}}`,
  ]) {
    const answer = await fetch(`http://127.0.0.1:${server.port}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${KEY}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body,
    })
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.text()).not.toMatch(/call stack/)
  }
  await server.close()
})

it('a recording that somebody made deep is refused with a sentence', async () => {
  const server = await start(true)
  const client = await server.connect({ query: '?session_id=session-deep' })
  await client.turn('Hello.')
  await server.close()
  const [name = ''] = await readdir(directory)
  const path = join(directory, name)
  const text = await readFile(path, 'utf8')
  for (const deep of [deepJsonOf('lists', 5_000_000), openJson('objects', 100_000)]) {
    const line = `{"at":1,"kind":"in","from":"client","event":${deep}}\n`
    await writeFile(path, text + line)
    await expect(readRecording(path)).rejects.toMatchObject({ code: 'recording-unreadable' })
    await expect(replayRecording(path)).rejects.toThrow(/Line \d+ of the recording is not JSON/)
  }
})
