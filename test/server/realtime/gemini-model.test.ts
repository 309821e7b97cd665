import { afterEach, expect, it } from 'vitest'
import { createGeminiModel } from '../../../src/server/providers/voice-model/gemini.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { type StandInGeminiSession, standInGemini } from '../../support/stand-in-gemini.js'
import type { StandInVoiceModel, VoiceScript } from '../../support/voice-script.js'
import { VoiceSession, type VoiceSessionOptions } from '../../support/voice-session.js'

type GeminiSession = Omit<VoiceSession, 'server'> & { server: StandInVoiceModel<StandInGeminiSession> }

const open: GeminiSession[] = []
afterEach(async () => {
  for (const voice of open.splice(0)) {
    await voice.close()
    expect(voice.server.broken).toEqual([])
  }
})

async function start(script: VoiceScript, more: Partial<VoiceSessionOptions> = {}): Promise<GeminiSession> {
  const server = await standInGemini({ script })
  const voiceModel = createGeminiModel({
    ...{ name: 'google/gemini-3.8-live', model: 'gemini-3.8-live' },
    ...{ voice: 'Kore', baseUrl: server.baseUrl, apiKey: 'key' },
  })
  const made = await VoiceSession.with({ server, voiceModel }, { script, ...more })
  const voice = made as unknown as GeminiSession
  open.push(voice)
  return voice
}

const said = (cue: Parameters<VoiceScript>[0]) => ('said' in cue ? (cue.said ?? '') : '')

const creating: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: cue.outputs.map(({ output }) => output).join(' ') }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  return cue.said.startsWith('create')
    ? [{ call: 'create_pet', arguments: { name: 'Rex' } }]
    : [{ say: 'Fine.' }]
}

it('answers what the user says, once, with the words of both', async () => {
  const voice = await start((cue) => [{ say: `You said ${said(cue)}.` }])
  await voice.say('hello')
  await voice.pause(6_000)
  await voice.say('and again')
  expect(voice.lines).toEqual([
    'user: hello',
    'assistant: You said hello.',
    'user: and again',
    'assistant: You said and again.',
  ])
  expect(voice.audioBytes).toBeGreaterThan(10_000)
  const { setup } = voice.server.session
  expect(setup?.model).toBe('models/gemini-3.8-live')
  expect(JSON.stringify(setup?.generationConfig?.speechConfig)).toContain('Kore')
})

it('runs calls and gives their results in one message', async () => {
  const [list, find] = [new FakeTool({ name: 'list_pets' }), new FakeTool({ name: 'find_owner' })]
  const voice = await start(
    (cue) =>
      'outputs' in cue
        ? [{ say: `${cue.outputs.length} results.` }]
        : [{ call: 'list_pets' }, { call: 'find_owner', arguments: { id: 1 } }],
    { tools: [list, find] },
  )
  await voice.say('who owns which pet')
  expect(voice.lines).toEqual([
    'user: who owns which pet',
    'list_pets: done',
    'find_owner: done',
    'assistant: 2 results.',
  ])
})

it.each([
  ['yes', 1],
  ['no, leave it', 0],
])('asks before a write, and takes the answer "%s" itself', async (words, calls) => {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const voice = await start(creating, { tools: [create] })
  await voice.say('create a pet')
  await voice.pause(6_000)
  expect(voice.session.conversation.openRequests).toHaveLength(1)
  expect(voice.server.session.told.join(' ')).toMatch(/This creates a pet[\s\S]*Go ahead\?/)
  await voice.say(words)
  await voice.pause(1_000)
  expect(create.calls).toHaveLength(calls)
  expect(voice.lines.at(-1)).toContain(calls ? '"id":7' : 'did not agree')
})

it('goes on when the model does not say the question of an approval', async () => {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const script: VoiceScript = (cue) => ('told' in cue ? [] : creating(cue))
  const voice = await start(script, { tools: [create] })
  await voice.say('create a pet')
  await voice.pause(1_000)
  expect(voice.session.conversation.openRequests).toHaveLength(1)
  await voice.say('yes')
  await voice.pause(1_000)
  expect(create.calls).toHaveLength(1)
  expect(voice.lines.at(-1)).toContain('"id":7')
})

it('stops when the user speaks over it, and answers the new words', async () => {
  const words = 'This is a very long answer that nobody wants to hear to its end'
  const voice = await start((cue) => [said(cue) === 'stop' ? { say: 'Sorry.' } : { say: words, held: true }])
  await voice.say('talk')
  await voice.pause(800)
  await voice.say('stop')
  expect(voice.lines[1]!.length).toBeLessThan(words.length)
  expect(voice.lines.slice(-2)).toEqual(['user: stop', 'assistant: Sorry.'])
})

it('answers typed text, and continues after a loss with the conversation as text', async () => {
  const voice = await start((cue) => [{ say: `You said ${said(cue)}.` }])
  await voice.say('hello')
  voice.server.session.cut()
  await voice.settled()
  await voice.pause(1_000)
  const content = [{ type: 'input_text', text: 'hi' }]
  const item = { type: 'message', role: 'user', content }
  voice.session.receive(JSON.stringify({ type: 'conversation.item.create', item }))
  voice.session.receive(JSON.stringify({ type: 'response.create' }))
  await voice.settled()
  expect(voice.server.session.told.slice(0, 2)).toEqual(['hello', 'You said hello.'])
  expect(voice.lines.at(-1)).toBe('assistant: You said hi.')
})

it('resumes on another connection before the provider ends one', async () => {
  const voice = await start((cue) => [{ say: `You said ${said(cue)}.` }])
  await voice.say('hello')
  voice.server.session.say({ goAway: { timeLeft: '50s' } })
  await voice.settled()
  expect(voice.server.sessions).toHaveLength(2)
  expect(voice.server.session.setup?.sessionResumption).toEqual({ handle: 'handle_first' })
  await voice.say('again')
  expect(voice.lines.at(-1)).toBe('assistant: You said again.')
  expect(voice.server.session.told).toEqual([])
})

it('tells a result as text if the model has withdrawn the call', async () => {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const voice = await start(creating, { tools: [create] })
  await voice.say('create a pet')
  await voice.pause(6_000)
  voice.server.session.say({ toolCallCancellation: { ids: ['call_1'] } })
  await voice.settled()
  const [request] = voice.session.conversation.openRequests
  const item = { type: 'mcp_approval_response', approval_request_id: request!.id, approve: true }
  voice.session.receive(JSON.stringify({ type: 'conversation.item.create', item }))
  await voice.settled()
  expect(create.calls).toHaveLength(1)
  expect(voice.server.session.told.at(-1)).toContain('"id":7')
})

it('counts tokens', async () => {
  const voice = await start(() => [{ say: 'Hello.' }])
  await voice.say('hello')
  const done = voice.events.find((event) => event.type === 'response.done')
  expect(done).toMatchObject({ response: { usage: { input_tokens: 20, output_tokens: 10 } } })
})
