import { afterEach, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import type { VoiceScript } from '../../support/voice-script.js'
import { VoiceTalk, type VoiceTalkOptions } from '../../support/voice-talk.js'

const open: VoiceTalk<'gemini'>[] = []
afterEach(async () => {
  for (const talk of open.splice(0)) {
    await talk.close()
    expect(talk.broken).toEqual([])
  }
})

async function start(
  script: VoiceScript,
  more: Partial<VoiceTalkOptions> = {},
): Promise<VoiceTalk<'gemini'>> {
  const talk = await VoiceTalk.start('gemini', { script, ...more })
  open.push(talk)
  return talk
}

const said = (cue: Parameters<VoiceScript>[0]) => ('said' in cue ? (cue.said ?? '') : '')

const creating: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: cue.outputs.map(({ output }) => output).join(' ') }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  return cue.said.startsWith('create')
    ? [{ call: 'create_pet', arguments: { name: 'Rex' } }]
    : [{ say: 'Fine.' }]
}

it('gets its model and voice at the start, and its results in one message', async () => {
  const tools = [new FakeTool({ name: 'list_pets' }), new FakeTool({ name: 'find_owner' })]
  const talk = await start(
    (cue) =>
      'outputs' in cue
        ? [{ say: `${cue.outputs.length} results.` }]
        : tools.map(({ name }) => ({ call: name })),
    { tools },
  )
  await talk.say('who owns which pet')
  await talk.calm()
  const { setup, received } = talk.server.session
  expect(setup?.model).toBe('models/gemini-3.8-live')
  expect(JSON.stringify(setup?.generationConfig?.speechConfig)).toContain('Kore')
  expect(received.filter(({ toolResponse }) => toolResponse)).toHaveLength(1)
  expect(talk.lines.at(-1)).toBe('assistant: 2 results.')
})

it('goes on when the model does not say the question of an approval', async () => {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const script: VoiceScript = (cue) => ('told' in cue ? [] : creating(cue))
  const talk = await start(script, { tools: [create] })
  await talk.say('create a pet')
  await talk.silence(1_000)
  expect(talk.session.conversation.openRequests).toHaveLength(1)
  await talk.say('yes')
  await talk.silence(1_000)
  expect(create.calls).toHaveLength(1)
  expect(talk.lines.at(-1)).toContain('"id":7')
})

it('resumes on another connection before the provider ends one', async () => {
  const talk = await start((cue) => [{ say: `You said ${said(cue)}.` }])
  await talk.say('hello')
  talk.server.session.say({ goAway: { timeLeft: '50s' } })
  await talk.settled()
  expect(talk.server.sessions).toHaveLength(2)
  expect(talk.server.session.setup?.sessionResumption).toEqual({ handle: 'handle_first' })
  await talk.say('again')
  expect(talk.lines.at(-1)).toBe('assistant: You said again.')
  expect(talk.server.session.told).toEqual([])
})

it('tells a result as text if the model has withdrawn the call', async () => {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const talk = await start(creating, { tools: [create] })
  await talk.say('create a pet')
  await talk.silence(6_000)
  talk.server.session.say({ toolCallCancellation: { ids: ['call_1'] } })
  await talk.settled()
  talk.click(true)
  await talk.settled()
  expect(create.calls).toHaveLength(1)
  expect(talk.server.session.told.at(-1)).toContain('"id":7')
})

it('keeps the words of a turn that is not answered when the connection is lost', async () => {
  const talk = await start(() => [{ say: 'A long story.', held: true }])
  await talk.say('talk', { thenMs: 900 })
  await talk.cut()
  expect(talk.lines[0]).toBe('user: talk')
})

it('survives messages with anything in them', async () => {
  const talk = await start(() => [{ say: 'Hello.' }])
  const { session } = talk.server
  for (const message of [
    {},
    { serverContent: {} },
    { toolCall: {} },
    { toolCallCancellation: { ids: ['x'] } },
  ])
    session.say(message)
  for (const message of [{ serverContent: 7 }, { usageMetadata: null }, { toolCall: { functionCalls: 7 } }])
    session.send(message)
  await talk.say('hello')
  await talk.calm()
  expect(talk.server.sessions).toHaveLength(1)
  expect(talk.lines.at(-1)).toBe('assistant: Hello.')
})
