import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { replayRecording } from '../../../src/server/recording/replay-recording.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { KEY, startServer } from '../../support/app.js'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'voice-recordings-'))
})
afterEach(() => rm(directory, { recursive: true }))

const CANARY = 'canary-9f3a71c2'

async function talk(id: string, record: string | undefined) {
  const llm = new ScriptedModel([
    [{ call: 'log_in', input: { password: 'pa55-canary' } }],
    [{ say: 'You are in.' }],
  ])
  const answer = () => ({ isError: false, content: { hint: `it is ${CANARY}` }, requestMs: 1 })
  const tools = [new FakeTool({ name: 'log_in', answer })]
  const server = await startServer(
    { llm, tools },
    { ...(record && { record }), apiKeyValidator: (key) => key === KEY && { variables: { api: CANARY } } },
  )
  const client = await server.connect({ query: `?session_id=${id}`, protocols: ['voice.v1'] })
  await client.next('session.created')
  const content = [{ type: 'input_text', text: `Bearer ${CANARY}-and-more` }]
  client.send({ type: 'conversation.item.create', item: { type: 'message', role: 'user', content } })
  client.send({ type: 'response.create' })
  await client.next('response.done')
  return server
}

it('records a session into a file of its own, without secrets, that plays again and can be erased', async () => {
  const server = await talk('session-one', join(directory, 'deep/er'))
  await server.close()
  const [name = ''] = await readdir(join(directory, 'deep/er'))
  expect(name).toBe('session-one.jsonl')
  const path = join(directory, 'deep/er', name)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const text = await readFile(path, 'utf8')
  expect(text).toContain('You')
  for (const secret of [CANARY, 'pa55-canary', KEY]) expect(text).not.toContain(secret)
  expect(text).not.toMatch(/"resume_token":"[^•]/)
  const { difference, recorded } = await replayRecording(path)
  expect(difference).toBeUndefined()
  expect(recorded.length).toBeGreaterThan(15)
}, 30_000)

it('keeps nothing without the option', async () => {
  const server = await talk('session-two', undefined)
  await server.close()
  expect(await readdir(directory)).toEqual([])
}, 30_000)

it('removes a recording with its session for the client that opened it', async () => {
  const server = await talk('session-three', directory)
  const erase = (key: string) =>
    fetch(`http://127.0.0.1:${server.port}/v1/sessions/session-three`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${key}` },
    })
  await vi.waitFor(async () => expect(await readdir(directory)).toHaveLength(1))
  expect((await erase('another-key')).status).toBe(401)
  expect(await readdir(directory)).toHaveLength(1)
  expect((await erase(KEY)).status).toBe(204)
  await vi.waitFor(async () => expect(await readdir(directory)).toEqual([]))
  expect((await erase(KEY)).status).toBe(404)
  await server.close()
}, 30_000)

it('refuses to start where nothing can be written', async () => {
  const file = join(directory, 'a-file')
  await writeFile(file, '')
  await expect(startServer({ llm: new ScriptedModel([]) }, { record: file })).rejects.toMatchObject({
    code: 'recording-impossible',
  })
})
