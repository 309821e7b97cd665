import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { modelLog } from '../../../src/cli/serve/plan-agents.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'
import { newClient, until, wordsOf } from '../../support/client.js'

let server: TestServer | undefined

afterEach(() => server?.close())

it('writes what the model sees and answers into the file, without credentials', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'voice-shown-')), 'model.md')
  const key = `sk-${'a1B2c3D4'.repeat(6)}`
  const llm = new ScriptedModel([[{ call: 'list_pets' }], [{ say: 'There is Rex.' }]])
  const tools = [new FakeTool({ name: 'list_pets', answer: { pets: ['Rex'], key } })]
  server = await startServer({ llm, tools, instructions: 'You keep a pet shop.', showModel: modelLog(file) })
  const client = newClient(server.url)
  await client.connect({ sessionId: crypto.randomUUID() })
  client.sendText('Which pets are there?')
  await until(
    client,
    (state) => wordsOf(state).includes('assistant: There is Rex.') && state.agent === 'idle',
  )
  client.dispose()
  const shown = readFileSync(file, 'utf8')
  for (const part of [
    '# Request 1 to test/scripted',
    'You keep a pet shop.',
    '### list_pets',
    '**user**: Which pets are there?',
    '**call** list_pets (call_1_1)',
    '**tool** list_pets (call_1_1)',
    'Rex',
    'Facts of this moment',
    'There is Rex.',
  ])
    expect(shown).toContain(part)
  expect(shown).not.toContain(key)
  // The second request repeats neither instructions nor tools.
  expect(shown.split('You keep a pet shop.')).toHaveLength(2)
  expect(shown.split('### list_pets')).toHaveLength(2)
  expect(shown.split('As in the request before.')).toHaveLength(3)
})

it('says that a file cannot be written', () => {
  expect(() => modelLog('/dev/null/model.md')).toThrow(/--show-model: .* cannot be written/)
})
