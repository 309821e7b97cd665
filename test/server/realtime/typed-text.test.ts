import { afterEach, describe, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { startServer, type TestServer } from '../../support/app.js'
import { answerText, type LooseEvent } from '../../support/raw-client.js'

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

const message = (role: string, text: string): LooseEvent => ({
  type: 'conversation.item.create',
  item: {
    type: 'message',
    role,
    content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  },
})
const RESPOND: LooseEvent = { type: 'response.create' }

/** Sends the events and waits for the answer of each `response.create`. Returns what the model read last. */
async function talk(
  turns: LooseEvent[][],
  { script = [] as ScriptedStep[], protocols = ['realtime'], lockSession = false } = {},
) {
  const model = new ScriptedModel([...script, ...turns.map((): ScriptedStep => [{ say: 'Yes.' }])])
  const deletePet = new FakeTool({ name: 'delete_pet', answer: {}, effect: 'destroy' })
  server = await startServer({ llm: model, tools: [deletePet], approve: 'destructive' }, { lockSession })
  const client = await server.connect({ protocols })
  for (const events of turns) {
    for (const event of events) client.send(event)
    await client.next('response.done')
  }
  return { client, deletePet, read: model.requests.at(-1)?.history.map(({ role }) => role) }
}

describe('a system message of a stock client', () => {
  it.each([
    ['counts as the user’s when it is the last of a turn', [[message('system', 'pets?'), RESPOND]], ['user']],
    [
      'counts as the user’s alone, not those before it',
      [[message('system', 'Be kind.'), message('system', 'pets?'), RESPOND]],
      ['system', 'user'],
    ],
    [
      'stays one beside a message of the user',
      [[message('user', 'pets?'), message('system', 'Be kind.'), RESPOND]],
      ['user', 'system'],
    ],
    [
      'stays one when the response has instructions of its own',
      [[message('system', 'Be kind.'), { ...RESPOND, response: { instructions: 'Greet.' } }]],
      ['system'],
    ],
    [
      'counts in every turn',
      [
        [message('system', 'pets?'), RESPOND],
        [message('system', 'sure?'), RESPOND],
      ],
      ['user', 'assistant', 'user'],
    ],
  ])('%s', async (_name, turns, roles) => {
    expect((await talk(turns)).read).toEqual(roles)
  })

  it('stays one in voice.v1, whose clients have roles', async () => {
    const { read } = await talk([[message('system', 'pets?'), RESPOND]], { protocols: ['voice.v1'] })
    expect(read).toEqual(['system'])
  })

  it.each([
    ['Yes, go ahead.', 1],
    ['No.', 0],
  ])('answers an approval request: %s', async (words, runs) => {
    const turns = [
      [message('system', 'delete the pet'), RESPOND],
      [message('system', words), RESPOND],
    ]
    const { deletePet, client } = await talk(turns, { script: [[{ call: 'delete_pet' }]] })
    expect(deletePet.calls).toHaveLength(runs)
    expect(answerText(client.events)).toContain('Yes.')
  })
})

it('is refused in a locked session', async () => {
  const model = new ScriptedModel([])
  server = await startServer({ llm: model }, { lockSession: true })
  const client = await server.connect({ protocols: ['realtime'] })
  client.send(message('system', 'pets?'))
  expect((await client.next('error')).error.code).toBe('session_locked')
})
