import { afterEach, beforeAll, expect, it } from 'vitest'
import type { ToolFunction } from '../../../src/toolkit/model/tool.js'
import { standInRealtime } from '../../support/stand-in-realtime.js'
import type { VoiceScript } from '../../support/voice-script.js'
import { VoiceSession, type VoiceSessionOptions } from '../../support/voice-session.js'

// The stand-in reads the types of the events first, which takes long on a loaded machine.
beforeAll(async () => (await standInRealtime({ script: () => [] })).close(), 180_000)

const open: VoiceSession[] = []
afterEach(async () => {
  for (const voice of open.splice(0)) {
    await voice.close()
    expect(voice.server.broken).toEqual([])
  }
})

async function start(script: VoiceScript, more: Partial<VoiceSessionOptions> = {}): Promise<VoiceSession> {
  const voice = await VoiceSession.start({ script, ...more })
  open.push(voice)
  return voice
}

/** A tool that counts its calls. */
function tool(name: string, readOnlyHint: boolean): ToolFunction & { calls: unknown[] } {
  const calls: unknown[] = []
  return {
    name,
    description: name,
    parameters: { type: 'object', properties: { name: { type: 'string' } } },
    annotations: { readOnlyHint, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    calls,
    async call(input) {
      calls.push(input)
      return { isError: false, status: 200, content: { ok: calls.length }, requestMs: 1 }
    },
    dryRun: (input) => ({
      method: 'POST',
      url: `https://pets.example/${name}`,
      headers: [],
      body: JSON.stringify(input),
    }),
  } as ToolFunction & { calls: unknown[] }
}

const said = (cue: Parameters<VoiceScript>[0]) => ('said' in cue ? cue.said : '')

it('answers what the user says, with the transcripts of both sides in order', async () => {
  const voice = await start((cue) => [{ say: `You said ${said(cue)}.` }], { transcripts: 'after' })
  await voice.say('hello')
  expect(voice.lines).toEqual(['user: hello', 'assistant: You said hello.'])
  expect(voice.audioBytes).toBeGreaterThan(10_000)
  expect(voice.types()).toContain('response.done')
})

it('runs the calls of the model, and gives it every result once before it answers', async () => {
  const list = tool('list_pets', true)
  const find = tool('find_owner', true)
  const voice = await start(
    (cue) =>
      'outputs' in cue
        ? [{ say: `${cue.outputs.length} results.` }]
        : [{ call: 'list_pets' }, { call: 'find_owner', arguments: { name: 'Ada' } }],
    { tools: [list, find] },
  )
  await voice.say('who owns which pet')
  expect(voice.lines).toEqual([
    'user: who owns which pet',
    'list_pets: done',
    'find_owner: done',
    'assistant: 2 results.',
  ])
  expect(find.calls).toEqual([{ name: 'Ada' }])
})

const creating: VoiceScript = (cue) => {
  if ('outputs' in cue) return [{ say: cue.outputs.map(({ output }) => output).join(' ') }]
  if ('told' in cue) return [{ say: cue.told.split('\n').at(-1)! }]
  return cue.said.startsWith('create')
    ? [{ call: 'create_pet', arguments: { name: 'Rex' } }]
    : [{ say: 'Fine.' }]
}

async function asked(): Promise<{ voice: VoiceSession; create: ReturnType<typeof tool> }> {
  const create = tool('create_pet', false)
  const voice = await start(creating, { tools: [create] })
  await voice.say('create a pet named Rex')
  await voice.pause(6_000)
  expect(create.calls).toEqual([])
  expect(voice.session.conversation.openRequests).toHaveLength(1)
  return { voice, create }
}

it('asks before a write with the voice of the model, and runs it after a spoken yes', async () => {
  const { voice, create } = await asked()
  const questions = voice.server.session
    .all('response.create')
    .filter(({ response }) => response?.instructions)
  expect(questions[0]?.response?.instructions).toMatch(/create.*pet/i)
  await voice.say('yes')
  expect(create.calls).toEqual([{ name: 'Rex' }])
  expect(voice.lines.at(-1)).toContain('"ok":1')
})

it('does not run a write after a spoken no, whatever the model would do', async () => {
  const { voice, create } = await asked()
  await voice.say('no, leave it')
  expect(create.calls).toEqual([])
  expect(voice.lines.at(-1)).toContain('did not agree')
})

it('runs a write after a click', async () => {
  const { voice, create } = await asked()
  const [request] = voice.session.conversation.openRequests
  const item = { type: 'mcp_approval_response', approval_request_id: request!.id, approve: true }
  voice.session.receive(JSON.stringify({ type: 'conversation.item.create', item }))
  await voice.settled()
  expect(create.calls).toHaveLength(1)
  expect(voice.lines.at(-1)).toContain('"ok":1')
})

it('stops the answer when the user speaks, and tells the model what was heard', async () => {
  const words = 'This is a very long answer that nobody wants to hear to its end'
  const voice = await start((cue) => [said(cue) === 'stop' ? { say: 'Sorry.' } : { say: words, held: true }])
  await voice.say('talk')
  await voice.pause(800)
  await voice.say('stop')
  const [truncate] = voice.server.session.all('conversation.item.truncate')
  expect(truncate?.audio_end_ms).toBeGreaterThan(500)
  const [, answer] = voice.lines
  expect(words).toContain(answer!.replace('assistant: ', ''))
  expect(answer!.length).toBeLessThan(words.length)
  expect(voice.lines.at(-1)).toBe('assistant: Sorry.')
})

it('replaces a link whose provider never begins the answer', async () => {
  const voice = await start(greeting)
  voice.server.session.isStuck = true
  await voice.say('hello')
  await voice.pause(14_000)
  expect(voice.server.sessions).toHaveLength(1)
  await voice.pause(3_000)
  expect(voice.server.sessions).toHaveLength(2)
  expect(voice.lines.at(-1)).toBe('assistant: Hello.')
})

it('puts words that come after the answer before it', async () => {
  const voice = await start(greeting, { transcripts: 'held' })
  await voice.say('hello')
  await voice.pause(4_000)
  expect(voice.lines).toEqual(['user: ', 'assistant: Hello.'])
  voice.server.session.transcribe()
  await voice.settled()
  expect(voice.lines).toEqual(['user: hello', 'assistant: Hello.'])
})

it('waits with an approval until its words are there, and asks again when there are none', async () => {
  const create = tool('create_pet', false)
  const voice = await start(creating, { tools: [create], transcripts: 'held' })
  await voice.say('create a pet')
  await voice.pause(6_000)
  await voice.say('yes')
  await voice.pause(16_000)
  expect(create.calls).toEqual([])
  expect(voice.lines.at(-1)).toContain('I am waiting for a yes or a no.')
  await voice.say('yes')
  voice.server.session.transcribe()
  await voice.settled()
  expect(create.calls).toHaveLength(1)
})

it('lets the model search for its tools', async () => {
  const tools = [tool('list_pets', true), tool('list_owners', true), tool('create_pet', false)]
  const voice = await start(
    (cue) => {
      if ('said' in cue) return [{ call: 'find_tools', arguments: { query: 'pets' } }]
      const [{ name } = { name: '' }] = 'outputs' in cue ? cue.outputs : []
      return name === 'find_tools'
        ? [{ call: 'call_tool', arguments: { name: 'list_pets', arguments: {} } }]
        : [{ say: 'Two pets.' }]
    },
    { tools, toolSet: 'search' },
  )
  await voice.say('which pets are there')
  const [{ session } = { session: undefined }] = voice.server.session.all('session.update')
  expect(session).toMatchObject({ tools: [{ name: 'find_tools' }, { name: 'call_tool' }] })
  expect(tools[0]!.calls).toHaveLength(1)
  expect(voice.lines.at(-1)).toBe('assistant: Two pets.')
})

it('answers out of band in text, with the tools, while it speaks', async () => {
  const list = tool('list_pets', true)
  const voice = await start(
    (cue) => {
      if (said(cue)) return [{ say: 'A long story about many pets.', held: true }]
      const told = 'told' in cue ? cue.told : ''
      return told === 'Which pets?' ? [{ call: 'list_pets' }] : [{ say: `I read: ${told}` }]
    },
    { tools: [list] },
  )
  await voice.say('talk')
  const content = [{ type: 'input_text', text: 'Which mood?' }]
  const input = [{ type: 'message', role: 'user', content }]
  const response = { conversation: 'none', input, metadata: { topic: 'mood' } }
  voice.session.receive(JSON.stringify({ type: 'response.create', response }))
  await voice.settled()
  const done = voice.events.find((event) => event.type === 'response.done')
  expect(done).toMatchObject({
    response: {
      metadata: { topic: 'mood' },
      output: [{ content: [{ text: expect.stringContaining('I read: Which mood?') }] }],
      usage: { input_tokens: 20, output_tokens: 10 },
    },
  })
  voice.server.session.finish()
  await voice.settled()
  expect(voice.lines).toEqual(['user: talk', 'assistant: A long story about many pets.'])
})

it('takes typed text too', async () => {
  const voice = await start((cue) => [{ say: `You wrote ${said(cue)}.` }])
  const content = [{ type: 'input_text', text: 'hi' }]
  const item = { type: 'message', role: 'user', content }
  voice.session.receive(JSON.stringify({ type: 'conversation.item.create', item }))
  voice.session.receive(JSON.stringify({ type: 'response.create' }))
  await voice.settled()
  expect(voice.lines).toEqual(['user: hi', 'assistant: You wrote hi.'])
})

/** The text of the messages that a session of the stand-in has. */
const replayed = (voice: VoiceSession) =>
  voice.server.session.all('conversation.item.create').flatMap(({ item }) => {
    if (item.type === 'message' && item.role !== 'system') return item.content.map(({ text }) => text)
    return item.type === 'message' ? [] : [item.type]
  })

const greeting: VoiceScript = (cue) =>
  'outputs' in cue
    ? [{ say: 'Two pets.' }]
    : [said(cue) === 'list' ? { call: 'list_pets' } : { say: 'Hello.' }]

it('continues the conversation on another link after a loss, with its calls and results', async () => {
  const voice = await start(greeting, { tools: [tool('list_pets', true)] })
  await voice.say('list')
  voice.server.session.cut()
  await voice.settled()
  await voice.pause(1_000)
  expect(voice.server.sessions).toHaveLength(2)
  expect(replayed(voice)).toEqual(['list', 'function_call', 'function_call_output', 'Two pets.'])
  await voice.say('hello')
  expect(voice.lines.at(-1)).toBe('assistant: Hello.')
})

it('replaces the link before the provider ends it, in a pause', async () => {
  const voice = await start(greeting)
  await voice.say('hello')
  await voice.pause(2_000)
  await voice.clock.advance(50 * 60_000)
  await voice.settled()
  expect(voice.server.sessions).toHaveLength(2)
  await voice.say('hello again')
  expect(replayed(voice)).toEqual(['hello', 'Hello.'])
  expect(voice.lines.at(-1)).toBe('assistant: Hello.')
})

it('opens another session when the provider says that one has expired', async () => {
  const voice = await start(greeting)
  await voice.say('hello')
  voice.server.session.fail({
    type: 'invalid_request_error',
    code: 'session_expired',
    message: 'after 60 minutes',
  })
  await voice.settled()
  await voice.pause(1_000)
  expect(voice.server.sessions).toHaveLength(2)
})

it('says in text why it cannot hear when the account has no credit', async () => {
  const voice = await start(greeting)
  voice.server.session.fail({ type: 'insufficient_quota', code: 'insufficient_quota', message: 'Pay first.' })
  await voice.settled()
  await voice.pause(1_000)
  expect(voice.server.sessions.length).toBeLessThanOrEqual(2)
  expect(voice.lines.join(' ')).toMatch(/cannot|can't|not hear/i)
})

it('tells the model the date, and counts its tokens', async () => {
  const voice = await start(greeting)
  await voice.say('hello')
  const notes = voice.server.session
    .all('conversation.item.create')
    .flatMap(({ item }) => (item.type === 'message' && item.role === 'system' ? item.content : []))
  expect(notes[0]?.text).toContain('2023-11-14')
  const done = voice.events.find((event) => event.type === 'response.done')
  expect(done).toMatchObject({ response: { usage: { input_tokens: 20, output_tokens: 10 } } })
})
