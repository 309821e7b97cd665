import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { offerSubprotocols } from '../../../src/protocol/subprotocols.js'
import { CLIENT_EVENT_TYPES } from '../../../src/server/realtime/client-events.js'
import { RealtimeSession } from '../../../src/server/realtime/realtime-session.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import { testAgent } from '../../support/agent.js'
import { KEY, startServer, type TestServer } from '../../support/app.js'
import { answerText, RawClient } from '../../support/raw-client.js'

const MESSAGES = process.env.VOICE_TEST_FULL ? 100_000 : 10_000

const hostileKeys = [
  '__proto__',
  'constructor',
  'toString',
  'type',
  'id',
  'item',
  'session',
  'response',
  'tools',
  'content',
  'role',
  'audio',
  'input',
  'name',
  'event_id',
  'previous_item_id',
  'approval_request_id',
  'conversation',
  'metadata',
]
const hostileWords = [
  '',
  'x',
  'message',
  'user',
  'assistant',
  'system',
  'function_call',
  'function_call_output',
  'mcp_approval_response',
  'mcp_call',
  'input_text',
  'input_audio',
  'output_text',
  'item_reference',
  'root',
  'none',
  'auto',
  'required',
  'realtime',
  'transcription',
  'read',
  'inf',
  '\u0000',
  '\ud800',
  'A'.repeat(5_000),
]

/** Anything JSON can say, leaning to what the protocol means something by. */
const value = fc.letrec<{ any: unknown }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom<unknown>(null, true, false, 0, -1, 1e308, 0.5, ...hostileWords),
    fc.array(tie('any'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom(...hostileKeys), tie('any')), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  ),
})).any

const item = fc.record(
  {
    id: fc.constantFrom<unknown>('a', 'b', 'c', 7, null, 'x'.repeat(300)),
    type: fc.constantFrom(
      'message',
      'function_call',
      'function_call_output',
      'mcp_approval_response',
      'mcp_call',
    ),
    role: fc.constantFrom('user', 'assistant', 'system', 'root'),
    content: fc.oneof(value, fc.constant([{ type: 'input_text', text: 'yes' }])),
    call_id: value,
    output: value,
    name: value,
    arguments: value,
    approval_request_id: value,
    approve: value,
  },
  { requiredKeys: [] },
)

const event = fc.record(
  {
    type: fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...CLIENT_EVENT_TYPES) },
      { weight: 1, arbitrary: value },
    ),
    event_id: fc.oneof(fc.constantFrom('e1', 'e2'), value),
    item: fc.oneof({ weight: 4, arbitrary: item }, { weight: 1, arbitrary: value }),
    item_id: fc.constantFrom<unknown>('a', 'b', 'nowhere', 5),
    previous_item_id: fc.constantFrom<unknown>('a', 'root', 'nowhere', null, 5),
    session: value,
    response: fc.oneof(fc.constant({}), fc.constant({ conversation: 'none' }), value),
    response_id: value,
    audio: fc.constantFrom<unknown>('', 'AAAA', '!!!', 'A'.repeat(1_000), 5),
    content_index: fc.constantFrom<unknown>(0, -1, 1e9, 'x'),
    audio_end_ms: fc.constantFrom<unknown>(0, -1, 1e9, 'x'),
    t: value,
    mode: value,
    played_ms: value,
  },
  { requiredKeys: ['type'] },
)

const message = fc.oneof(
  { weight: 10, arbitrary: event.map((one) => JSON.stringify(one)) },
  { weight: 1, arbitrary: value.map((one) => JSON.stringify(one) ?? 'undefined') },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: event.map((one) => JSON.stringify(one).slice(0, -2)) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 3_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  },
)

describe('hostile messages', () => {
  it(
    `are answered and never break a session (${MESSAGES} of them)`,
    async () => {
      const rejections: unknown[] = []
      const onRejection = (reason: unknown) => rejections.push(reason)
      process.on('unhandledRejection', onRejection)
      const perRun = 50
      const tools = [
        new FakeTool({ name: 'read', answer: 1 }),
        new FakeTool({ name: 'write', effect: 'write', answer: 1 }),
      ]
      await fc.assert(
        fc.asyncProperty(
          fc.array(message, { minLength: perRun, maxLength: perRun }),
          fc.boolean(),
          async (messages, voice) => {
            let id = 0
            const errors: string[] = []
            const clock = new VirtualClock(1_000_000)
            const model = new ScriptedModel(
              ({ history }) =>
                history.length % 3 === 0
                  ? [{ call: 'write' }]
                  : history.length % 3 === 1
                    ? [{ call: 'read' }]
                    : [{ say: 'ok' }],
              { clock },
            )
            const session = new RealtimeSession({
              id: 'session-1',
              agent: testAgent({ models: [model], tools }),
              locked: false,
              clock,
              logger: {
                ...silentLogger,
                error: (text, fields) => errors.push(`${text} ${JSON.stringify(fields)}`),
              },
              newId: (prefix) => `${prefix}_${++id}`,
            })
            session.view = { voice, toolEvents: true, explain: voice, reasoning: false }
            const seen: { type: string }[] = []
            session.outbox.attach(({ data }) => seen.push(JSON.parse(String(data))))
            for (const [at, text] of messages.entries()) {
              session.receive(text)
              if (at % 10 === 0) await settle()
            }
            await clock.advance(3_600_000)
            expect(errors).toEqual([])
            expect(session.conversation.replying).toBe(false)
            const count = (type: string) => seen.filter((one) => one.type === type).length
            expect(count('response.done')).toBe(count('response.created'))
            session.close()
          },
        ),
        { seed: 42, numRuns: MESSAGES / perRun },
      )
      expect(tools[1]!.calls.filter((call) => !call.options.headers)).toEqual([])
      process.off('unhandledRejection', onRejection)
      expect(rejections).toEqual([])
      console.log(`fuzz: ${MESSAGES} messages, seed 42, 0 crashes, 0 unhandled rejections`)
    },
    20 * 60_000,
  )
})

let server: TestServer | undefined

afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('a hostile line', () => {
  const lines: [name: string, attack: (client: RawClient) => void | Promise<void>][] = [
    ['binary garbage', (client) => client.socket.send(randomBytes(1_000))],
    ['sound of odd length', (client) => client.socket.send(Buffer.from([1, 0, 0, 0, 9]))],
    ['an empty frame', (client) => client.socket.send(Buffer.alloc(0))],
    [
      'deep nesting',
      (client) =>
        client.send(`{"type":"session.update","session":${'{"a":'.repeat(9_000)}1${'}'.repeat(9_001)}`),
    ],
    ['a message that is too big', (client) => client.send('x'.repeat(5 * 1024 * 1024))],
    [
      '20,000 tiny messages',
      (client) => {
        for (let count = 0; count < 20_000; count += 1) client.send('{}')
      },
    ],
    ['a half-open socket', (client) => void client.socket.terminate()],
  ]
  it.each(lines)('with %s does not disturb another session', async (_name, attack) => {
    server = await startServer({ llm: new ScriptedModel(() => [{ say: 'Fine.' }]) })
    const victim = await server.connect()
    const attacker = await RawClient.connect(server.url, { protocols: offerSubprotocols({ apiKey: KEY }) })
    attacker.socket.on('error', () => {})
    await attack(attacker)
    expect(answerText(await victim.turn('how are you?'))).toBe('Fine.')
    attacker.socket.terminate()
  })

  it('with a message that is too big is closed with 1009', async () => {
    server = await startServer({ llm: new ScriptedModel([]) })
    const client = await server.connect()
    const closed = new Promise((resolve) => client.socket.on('close', resolve))
    client.send('x'.repeat(5 * 1024 * 1024))
    expect(await closed).toBe(1009)
  })
})
