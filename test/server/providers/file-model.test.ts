import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { VoiceClient } from '../../../src/client/voice-client.js'
import { resolveLanguageModel } from '../../../src/server/providers/registry.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { JsonObject } from '../../../src/toolkit/model/json.js'
import type { ToolResult } from '../../../src/toolkit/model/tool.js'
import { startServer, type TestServer } from '../../support/app.js'
import { newClient, until, wordsOf } from '../../support/client.js'
import { eventually } from '../../support/eventually.js'

let folder: string
let server: TestServer
let client: VoiceClient

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'voice-played-'))
  const tool = new FakeTool({ name: 'get_pet', answer: petOf })
  server = await startServer({ llm: `file/${folder}`, tools: [tool], instructions: 'A pet shop.' })
  client = newClient(server.url)
  await client.connect({ sessionId: crypto.randomUUID() })
})

afterEach(async () => {
  client.dispose()
  await server.close()
})

const petOf = ({ petId = 0 }: JsonObject): ToolResult => ({
  isError: false,
  content: { id: petId, name: `Pet ${petId}` },
  requestMs: 1,
})
const write = (name: string, content: string) => writeFileSync(join(folder, name), content)
const has = (name: string) => readdirSync(folder).includes(name)
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

async function request(id: string) {
  await eventually(() => has(`${id}.request.json`), `request ${id}`)
  return JSON.parse(read(`${id}.request.json`))
}

it('is played with files: calls, their results, then words', async () => {
  client.sendText('Who are pets 7 and 8?')
  const first = await request('0001')
  expect(first.instructions).toContain('A pet shop.')
  expect(first.messages).toEqual([{ role: 'user', text: 'Who are pets 7 and 8?' }])
  expect(first.tools[0]).toMatchObject({ name: 'get_pet', parameters: { type: 'object' } })
  expect(read('0001.request.md')).toContain('**user**: Who are pets 7 and 8?')
  expect(read('README.md')).toContain('0001.answer.json')

  const calls = [7, 8].map((petId) => ({ name: 'get_pet', arguments: { petId } }))
  write('0001.answer.json', JSON.stringify({ calls }))
  const second = await request('0002')
  const results = second.messages.filter(({ role }: { role: string }) => role === 'tool')
  expect(results.map(({ result }: { result: unknown }) => result)).toMatchObject([
    { content: { name: 'Pet 7' } },
    { content: { name: 'Pet 8' } },
  ])

  write('0002.answer.txt', 'They are Pet 7 and Pet 8.\n')
  const state = await until(client, (now) => wordsOf(now).length === 2 && now.agent === 'idle')
  expect(wordsOf(state)[1]).toBe('assistant: They are Pet 7 and Pet 8.')
})

it.each([
  ['{"text": "Hel', /It is not JSON\. Write the file again\./],
  ['[]', /must be a JSON object/],
  ['{}', /neither "text" nor "calls"/],
  ['{"answer": "Hello"}', /a member "answer"/],
  ['{"calls": [{"tool": "get_pet"}]}', /"calls\[0\]\.name" must be the name of a tool/],
  ['{"calls": [{"name": "get_pet", "arguments": "{}"}]}', /"calls\[0\]\.arguments" must be an object/],
])('says what is wrong with %s, and reads the next try', async (answer, problem) => {
  client.sendText('Hello')
  await request('0001')
  write('0001.answer.json', answer)
  await eventually(() => has('0001.problem.txt') && problem.test(read('0001.problem.txt')), String(problem))
  write('0001.answer.json', '{"text": "Hello!"}')
  const state = await until(client, (now) => wordsOf(now).length === 2 && now.agent === 'idle')
  expect(wordsOf(state)[1]).toBe('assistant: Hello!')
  expect(has('0001.problem.txt')).toBe(false)
})

it('says which request needs no answer any more', async () => {
  client.sendText('Hello')
  await request('0001')
  client.stopSpeaking()
  await eventually(() => has('0001.cancelled.txt'), 'the cancelled request')
})

it('refuses a folder that cannot be written', () => {
  expect(() => resolveLanguageModel('file//dev/null/talk', {})).toThrow(
    expect.objectContaining({ code: 'file-unwritable', message: expect.stringContaining('--llm file/talk') }),
  )
})
