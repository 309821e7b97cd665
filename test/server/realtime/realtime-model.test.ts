import { afterEach, expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { realtimeEvents } from '../../support/stand-in-realtime.js'
import type { VoiceScript } from '../../support/voice-script.js'
import { VoiceTalk, type VoiceTalkOptions } from '../../support/voice-talk.js'

const open: VoiceTalk<'realtime'>[] = []
afterEach(async () => {
  for (const talk of open.splice(0)) {
    await talk.close()
    expect(talk.broken).toEqual([])
  }
})

async function start(
  script: VoiceScript,
  more: Partial<VoiceTalkOptions> = {},
): Promise<VoiceTalk<'realtime'>> {
  const talk = await VoiceTalk.start('realtime', { script, ...more })
  open.push(talk)
  return talk
}

const said = (cue: Parameters<VoiceScript>[0]) => ('said' in cue ? cue.said : '')
const greeting: VoiceScript = () => [{ say: 'Hello.' }]

const creating: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: cue.outputs.map(({ output }) => output).join(' ') }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  return [{ call: 'create_pet', arguments: { id: 7 } }]
}

it('speaks a question beside the conversation, and waits with the answer until its words are there', async () => {
  const create = new FakeTool({ name: 'create_pet', effect: 'write', answer: { id: 7 } })
  const talk = await start(creating, { tools: [create], transcripts: 'held' })
  await talk.say('create a pet')
  await talk.calm()
  const { session } = talk.server
  const [question] = session.all('response.create').filter(({ response }) => response?.instructions)
  expect(question?.response).toMatchObject({
    ...{ conversation: 'none', tools: [] },
    instructions: expect.stringMatching(/create.*pet/i),
  })
  await talk.say('yes')
  await talk.silence(16_000)
  expect(create.calls).toEqual([])
  expect(JSON.stringify(talk.events)).toContain('I am waiting for a yes or a no.')
  await talk.say('yes')
  session.transcribe()
  await talk.calm()
  expect(create.calls).toHaveLength(1)
})

it('tells the model how much of an answer the user has heard', async () => {
  const words = 'This is a very long answer that nobody wants to hear to its end'
  const talk = await start((cue) => [said(cue) === 'stop' ? { say: 'Sorry.' } : { say: words, held: true }])
  await talk.say('talk')
  await talk.silence(800)
  await talk.say('stop')
  const [truncate] = talk.server.session.all('conversation.item.truncate')
  expect(truncate?.audio_end_ms).toBeGreaterThan(500)
  const answer = talk.lines[1]!.replace('assistant: ', '')
  expect(words).toContain(answer)
  expect(answer.length).toBeLessThan(words.length)
})

it('replaces a link whose provider never begins the answer', async () => {
  const talk = await start(greeting)
  talk.server.session.isStuck = true
  await talk.say('hello')
  await talk.silence(13_000)
  expect(talk.server.sessions).toHaveLength(1)
  await talk.silence(4_000)
  expect(talk.server.sessions).toHaveLength(2)
  expect(talk.lines.at(-1)).toBe('assistant: Hello.')
})

it('puts words that come after the answer before it', async () => {
  const talk = await start(greeting, { transcripts: 'held' })
  await talk.say('hello')
  await talk.silence(4_000)
  expect(talk.lines).toEqual(['user: ', 'assistant: Hello.'])
  talk.server.session.transcribe()
  await talk.settled()
  expect(talk.lines).toEqual(['user: hello', 'assistant: Hello.'])
})

it('answers out of band in text, with the tools, while it speaks', async () => {
  const list = new FakeTool({ name: 'list_pets' })
  const talk = await start(
    (cue) => {
      if (said(cue)) return [{ say: 'A long story about many pets.', held: true }]
      const told = 'told' in cue ? cue.told : ''
      return told === 'Which pets?' ? [{ call: 'list_pets' }] : [{ say: `I read: ${told}` }]
    },
    { tools: [list] },
  )
  await talk.say('talk')
  const content = [{ type: 'input_text', text: 'Which mood?' }]
  const input = [{ type: 'message', role: 'user', content }]
  talk.send({
    type: 'response.create',
    response: { conversation: 'none', input, metadata: { topic: 'mood' } },
  })
  await talk.settled()
  const done = talk.events.find((event) => event.type === 'response.done')
  expect(done).toMatchObject({
    response: {
      metadata: { topic: 'mood' },
      output: [{ content: [{ text: expect.stringContaining('I read: Which mood?') }] }],
      usage: { input_tokens: 20, output_tokens: 10 },
    },
  })
  talk.server.session.finish()
  await talk.settled()
  expect(talk.lines).toEqual(['user: talk', 'assistant: A long story about many pets.'])
})

it('replaces the link before the provider ends it, in a pause', async () => {
  const talk = await start(greeting)
  await talk.say('hello')
  await talk.calm()
  await talk.clock.advance(50 * 60_000)
  await talk.until(() => talk.server.sessions.length === 2)
  expect(talk.server.session.toldBefore).toEqual(['hello', 'Hello.'])
  await talk.say('hello again')
  await talk.calm()
  expect(talk.lines.at(-1)).toBe('assistant: Hello.')
  expect(talk.types()).not.toContain('error')
})

it('opens another session when the provider says that one has expired', async () => {
  const talk = await start(greeting)
  await talk.say('hello')
  await talk.calm()
  const message = 'after 60 minutes'
  talk.server.session.fail({ type: 'invalid_request_error', code: 'session_expired', message })
  await talk.until(() => talk.server.sessions.length === 2)
  await talk.say('hello again')
  expect(talk.lines.at(-1)).toBe('assistant: Hello.')
})

it('tells the model the date, and counts its tokens', async () => {
  const talk = await start(greeting)
  await talk.say('hello')
  const notes = talk.server.session
    .all('conversation.item.create')
    .flatMap(({ item }) => (item.type === 'message' && item.role === 'system' ? item.content : []))
  expect(notes[0]?.text).toContain('2023-11-14')
  const done = talk.events.find((event) => event.type === 'response.done')
  expect(done).toMatchObject({ response: { usage: { input_tokens: 20, output_tokens: 10 } } })
})

it('survives every event that the protocol names', async () => {
  const talk = await start(greeting)
  const { server } = realtimeEvents()
  for (const name of server.names) talk.server.session.tell(server.sample(name))
  talk.server.broken.length = 0
  await talk.say('are you there')
  await talk.calm()
  expect(talk.server.sessions).toHaveLength(1)
  expect(talk.lines.at(-1)).toBe('assistant: Hello.')
})
