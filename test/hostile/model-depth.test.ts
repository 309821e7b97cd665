import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { replayRecording } from '../../src/server/recording/replay-recording.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { defineTool } from '../../src/toolkit/define-tool.js'
import type { JsonValue } from '../../src/toolkit/model/json.js'
import { startServer } from '../support/app.js'
import { DEEP_SIZES, deepJson, deepJsonOf, openJson } from '../support/deep.js'
import { answerText } from '../support/raw-client.js'
import { contextOf, toolOf } from '../support/tool.js'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'voice-depth-'))
})
afterEach(() => rm(directory, { recursive: true }))

/** What a model writes as the arguments of a call. */
const ARGUMENTS = DEEP_SIZES.slice(0, 2).flatMap((bytes) => [
  deepJsonOf('lists', bytes),
  deepJsonOf('objects', bytes),
  openJson('objects', bytes),
  `{"body":${deepJsonOf('lists', bytes)}}`,
])

/** A value that stands in itself. */
function circle(): JsonValue {
  const value: { [key: string]: JsonValue } = { one: 1 }
  value.self = value
  return value
}

async function converse(options: { arguments?: string; answer?: JsonValue; effect?: 'read' | 'write' }) {
  const { answer, effect = 'read' } = options
  const llm = new ScriptedModel([
    [{ call: 'look', arguments: options.arguments ?? '{}' }],
    [{ say: 'Done.' }],
    [{ say: 'Still here.' }],
  ])
  const tool = new FakeTool({ name: 'look', effect, ...(answer !== undefined && { answer }) })
  const server = await startServer({ llm, tools: [tool] }, { record: directory })
  const client = await server.connect({ query: '?session_id=session-one', protocols: ['voice.v1'] })
  await client.turn('Look.')
  const said = answerText(await client.turn('Are you there?'))
  const { events } = client
  await server.close()
  return { said, events, tool }
}

async function expectReplay(): Promise<void> {
  const [name = ''] = await readdir(directory)
  expect((await replayRecording(join(directory, name))).difference).toBeUndefined()
}

describe('a model that nests its arguments, while a server records', () => {
  it.each(ARGUMENTS)(
    'is told so, and goes on',
    async (text) => {
      const { said, events, tool } = await converse({ arguments: text })
      expect(said).toBe('Still here.')
      expect(tool.calls).toEqual([])
      expect(JSON.stringify(events)).toMatch(/arguments are not valid JSON|arguments must be a JSON object/)
      await expectReplay()
    },
    30_000,
  )

  it('is told so before anybody is asked for an approval', async () => {
    const { events, tool } = await converse({ arguments: deepJsonOf('objects', 4_000), effect: 'write' })
    expect(tool.calls).toEqual([])
    expect(events.filter(({ type }) => type.includes('approval'))).toEqual([])
  })
})

describe('a tool that answers with a value', () => {
  it.each<[name: string, value: JsonValue]>([
    ['of 2,000 levels', JSON.parse(deepJson('objects', 2_000)) as JsonValue],
    ['of 100,000 levels', JSON.parse(deepJson('lists', 100_000)) as JsonValue],
    ['that stands in itself', circle()],
  ])(
    '%s: the model is told that it was left out',
    async (_name, answer) => {
      const { said, events } = await converse({ answer })
      expect(said).toBe('Still here.')
      expect(JSON.stringify(events)).toMatch(/nested more than 100 levels deep and was left out/)
      await expectReplay()
    },
    30_000,
  )

  it('of a local function is bounded for every caller', async () => {
    const [tool] = defineTool({ name: 'deep', description: '', run: () => circle() }).getFunctions()
    expect(await tool!.call({})).toMatchObject({ isError: true, reason: 'bad-answer' })
  })
})

it.each(['body', 'query', 'other'])('a compiled tool refuses a deep member %s', async (member) => {
  const tool = toolOf({ request: { method: 'POST', url: 'http://127.0.0.1:1/' } }, contextOf())
  const input = JSON.parse(`{"${member}":${deepJson('objects', 100_000)}}`)
  const refusal = {
    isError: true,
    reason: 'invalid-input',
    content: expect.stringContaining('too deeply nested'),
  }
  expect(await tool.call(input)).toMatchObject(refusal)
  expect(tool.dryRun?.(input)).toMatchObject(refusal)
})

it('many wrong members are told by the first few', async () => {
  const parameters = {
    type: 'object',
    properties: { list: { anyOf: [{ type: 'array', items: { type: 'number' } }] } },
  }
  const tool = toolOf({ request: { method: 'POST', url: 'http://127.0.0.1:1/' }, parameters })
  const list = Array.from({ length: 120_000 }, () => 'x')
  const { content } = await tool.call({ list })
  expect(String(content).length).toBeLessThan(1_000)
})
