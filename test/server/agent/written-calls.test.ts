import { afterEach, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'
import { answerText } from '../../support/raw-client.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

it('runs a call that a model wrote as text, and neither shows nor keeps its text', async () => {
  const written = '<think>Pets.</think>\n```json\n{"name": "list_pets", "arguments": {}}\n```'
  const model = new ScriptedModel([[{ say: written }], [{ say: 'Two pets.' }]])
  server = await startServer({
    llm: model,
    tools: [new FakeTool({ name: 'list_pets', answer: ['Rex', 'Momo'] })],
  })
  const client = await server.connect({ protocols: ['voice.v1'] })
  await client.next('session.created')
  const events = await client.turn('pets?')
  expect(answerText(events)).toBe('Two pets.')
  expect(JSON.stringify(events)).not.toContain('```')
  expect(model.requests[1]?.history).toMatchObject([
    { role: 'user', text: 'pets?' },
    { role: 'assistant', text: '', toolCalls: [{ name: 'list_pets', arguments: '{}' }] },
    { role: 'tool', name: 'list_pets' },
  ])
})
