import { expect, it } from 'vitest'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { TestConversation, testAgent } from '../support/agent.js'

/** Arguments that no schema foresees: the model writes what the user said into any member of any tool. */

const SECRET = 'hunter2-94257'
const GITHUB = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7xY9zA1bC3dE5'.slice(0, 36)}`

const CALLS: [what: string, call: string, text: string, secret: string][] = [
  ['a password for an unknown tool', 'log_in_now', `{"user":"ann","password":"${SECRET}"}`, SECRET],
  ['a PIN for an unknown tool', 'log_in_now', '{"user":"ann","pin":94257}', '94257'],
  ['an undeclared password', 'search_notes', `{"q":"z","password":"${SECRET}"}`, SECRET],
  ['a key in a text', 'search_notes', `{"q":"${GITHUB}"}`, GITHUB],
  ['a PIN in broken JSON', 'search_notes', '{"q":"z","pin":"94257","x":', '94257'],
  ['a PIN in an open string', 'search_notes', '{"q":"z","pin":"94257', '94257'],
  ['a PIN before a broken word', 'search_notes', '{"pin":94257x}', '94257'],
  ['a key in broken JSON', 'log_in_now', `{"q":"${GITHUB}"`, GITHUB],
  ['a password for call_tool', 'call_tool', `{"name":"log_in","input":{"password":"${SECRET}"}}`, SECRET],
  [
    'a password in call_tool, broken',
    'call_tool',
    `{"name":"log_in","input":{"password":"${SECRET}"`,
    SECRET,
  ],
]

it.each(CALLS)('%s is in no event, item or later request', async (_what, call, text, secret) => {
  const tool = new FakeTool({ name: 'search_notes', effect: 'read', answer: { ok: true } })
  const model = new ScriptedModel(({ history }) =>
    history.length === 1
      ? [
          { chunk: { type: 'tool-call-delta', callId: 'c1', name: call, delta: text.slice(0, 9) } },
          { chunk: { type: 'tool-call-delta', callId: 'c1', name: call, delta: text.slice(9) } },
          { chunk: { type: 'tool-call', callId: 'c1', name: call, arguments: text } },
          { chunk: { type: 'end', reason: 'tool-calls' } },
        ]
      : [{ say: 'Done.' }],
  )
  const conversation = new TestConversation(testAgent({ models: [model], tools: [tool] }))
  await conversation.turn('Look it up')
  await conversation.turn('And now?')
  expect(model.requests.length).toBeGreaterThan(2)
  expect(JSON.stringify(model.requests)).toContain(call)
  expect(JSON.stringify(model.requests)).not.toContain(secret)
  expect(JSON.stringify(conversation.events)).not.toContain(secret)
  expect(JSON.stringify(conversation.conversation.history.items)).not.toContain(secret)
  const deltas = conversation.events.flatMap((event) =>
    event.type === 'arguments-delta' ? [event.delta] : [],
  )
  expect(deltas.join('')).not.toContain(secret)
})

it.each(['{"q":1e999}', '{"q":"x","extra":-1e999}', '{"q":{"deep":[1e400]}}'])(
  '%s is refused before it reaches a tool',
  async (text) => {
    const tool = new FakeTool({ name: 'search_notes', effect: 'read', answer: { ok: true } })
    const model = new ScriptedModel([[{ call: 'search_notes', arguments: text }], [{ say: 'Done.' }]])
    const conversation = new TestConversation(testAgent({ models: [model], tools: [tool] }))
    await conversation.turn('Look it up')
    expect(tool.calls).toEqual([])
    expect(JSON.stringify(model.requests.at(-1))).toContain('too large to be sent')
  },
)
