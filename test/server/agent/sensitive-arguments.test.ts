import { expect, it } from 'vitest'
import { shownArguments } from '../../../src/server/agent/tool-calls.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { settle } from '../../../src/testing/virtual-clock.js'
import { takesSensitive } from '../../../src/toolkit/secrets/sensitive-arguments.js'
import { TestConversation, testAgent } from '../../support/agent.js'

const parameters = {
  type: 'object',
  properties: {
    body: {
      type: 'object',
      properties: { email: { type: 'string' }, password: { type: 'string', writeOnly: true } },
    },
  },
}
const login = () => new FakeTool({ name: 'login', effect: 'write', parameters, answer: { ok: true } })

it('leaves everything as it is where nothing is sensitive', () => {
  expect(takesSensitive({ type: 'object' })).toBe(false)
  expect(shownArguments({ parameters: { type: 'object' } }, '{"a":1}')).toBe('{"a":1}')
})

it('masks what is marked, and shows nothing of what cannot be read', () => {
  const text = '{"body":{"email":"a@x.com","password":"p4ss"}}'
  expect(shownArguments(login(), text)).toBe('{"body":{"email":"a@x.com","password":"•••"}}')
  expect(shownArguments(login(), '{"body":{"password":"p4ss')).toBe('{}')
})

it('masks in alternatives and in members of any name, and keeps long numbers', () => {
  const secret = { type: 'object', properties: { pin: { type: 'string', writeOnly: true } } }
  const tool = {
    parameters: {
      type: 'object',
      properties: { login: { anyOf: [{ type: 'null' }, secret] } },
      additionalProperties: secret,
    },
  }
  expect(shownArguments(tool, '{"id":12345678901234567,"login":{"pin":"1234"},"other":{"pin":"99"}}')).toBe(
    '{"id":"12345678901234567","login":{"pin":"•••"},"other":{"pin":"•••"}}',
  )
})

it.each([
  ["{pin:'4711', order: 17}", "{pin:'•••', order: 17}"],
  ["{'password' : 'open sesame'}", "{'password' : '•••'}"],
  ["it's a 'pin' of the map, name: 'Rex'", "it's a 'pin' of the map, name: 'Rex'"],
])('masks in a text with single quotes: %s', (text, shown) => {
  const tool = { parameters: { type: 'object', properties: { note: { type: 'string' } } } }
  expect(shownArguments(tool, JSON.stringify({ note: text }))).toBe(JSON.stringify({ note: shown }))
})

it.each(['none', 'writes'] as const)(
  'keeps a password out of events and history: approve %s',
  async (approve) => {
    const tool = login()
    const model = new ScriptedModel(({ history }) =>
      history.at(-1)?.role === 'user'
        ? [{ call: 'login', input: { body: { email: 'a@x.com', password: 'p4ss-word' } } }]
        : [{ say: 'You are logged in.' }],
    )
    const conversation = new TestConversation(testAgent({ models: [model], tools: [tool], approve }))
    await conversation.turn('Log me in')
    if (approve === 'writes') {
      conversation.answer(true)
      await settle()
    }
    expect(tool.calls[0]?.input).toEqual({ body: { email: 'a@x.com', password: 'p4ss-word' } })
    const shown = conversation.events.filter(({ type }) => type !== 'explain')
    expect(JSON.stringify([shown, conversation.conversation.history.items])).not.toContain('p4ss-word')
  },
)
