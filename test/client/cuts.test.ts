import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SessionMemory } from '../../src/client/resume-token-store.js'
import type { VoiceClient } from '../../src/client/voice-client.js'
import type { ModelRequest } from '../../src/server/model/language-model.js'
import { FakeTool } from '../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../src/testing/scripted-model.js'
import { VirtualClock } from '../../src/testing/virtual-clock.js'
import { startServer } from '../support/app.js'
import { newClient, until, wordsOf } from '../support/client.js'
import { eventually } from '../support/eventually.js'
import { type Weakness, WeakSockets } from '../support/weak-socket.js'

const RUNS = process.env.VOICE_TEST_FULL ? 500 : 30

type Act =
  | { kind: 'say' }
  | { kind: 'settle' }
  | { kind: 'fail'; weakness: Weakness }
  | { kind: 'wait'; ms: number }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.constant<Act>({ kind: 'say' }),
  fc.constant<Act>({ kind: 'settle' }),
  fc.record({ kind: fc.constant('fail' as const), weakness: fc.constantFrom<Weakness>('cut', 'silent') }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(0, 20, 1_500, 70_000) }),
)

/** Calls a tool with the words of the user, then repeats them. */
const echo = () =>
  new ScriptedModel(({ history }: ModelRequest) => {
    const said = history.findLast((message) => message.role === 'user')?.text ?? ''
    return history.at(-1)?.role === 'user'
      ? [{ call: 'count', input: { text: said } }]
      : [{ say: `Yes: ${said}` }]
  })

/** Lets virtual time and real sockets go on until a client has come to rest. */
async function rest(client: VoiceClient, clock: VirtualClock): Promise<void> {
  const isAtRest = () => {
    const { connection, responseId, agent, items } = client.state
    const ofUser = items.filter((item) => item.kind === 'message' && item.role === 'user')
    const isWaiting = ofUser.some((item) => 'partial' in item && item.partial)
    // The last thing said has at least the beginning of an answer.
    const isAnswered = items.length === 0 || items.at(-1) !== ofUser.at(-1)
    return connection === 'open' && responseId === null && agent === 'idle' && !isWaiting && isAnswered
  }
  // A line that has just failed in silence looks open until a heartbeat or two have passed.
  await clock.advance(11_000)
  const oneStep = async () => {
    await clock.advance(250)
    return isAtRest()
  }
  await eventually(oneStep, 'the client to come to rest', { everyMs: 1 })
}

describe('a line that fails in all ways at all times', () => {
  it('loses nothing and doubles nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 14 }), async (acts) => {
        const tool = new FakeTool({ name: 'count', answer: 'ok' })
        const server = await startServer(
          { llm: echo(), tools: [tool] },
          { quota: { connectionsPerUser: 1_000 } },
        )
        const clock = new VirtualClock(1_000_000)
        const sockets = new WeakSockets()
        const memory = new SessionMemory(undefined)
        const config = { maxReconnectAttempts: 10_000, heartbeatIntervalMs: 5_000, reconnectDelayMs: 20 }
        const parts = { clock, memory, random: () => 0.5, Socket: sockets.Socket }
        const client = newClient(server.url, { config, parts })
        const said: string[] = []
        try {
          await client.connect({ sessionId: 'session-1' })
          for (const { kind, ...how } of acts) {
            if (kind === 'say') {
              said.push(`words ${said.length + 1}`)
              client.sendText(said.at(-1)!)
            } else if (kind === 'settle') await rest(client, clock)
            else if ('weakness' in how) sockets.current?.fail(how.weakness)
            else if ('ms' in how) await clock.advance(how.ms)
          }
          await rest(client, clock)
          expect(wordsOf(client.state).filter((words) => words.startsWith('user'))).toEqual(
            said.map((words) => `user: ${words}`),
          )
          const called = tool.calls.map(({ input }) => input.text)
          expect(new Set(called).size).toBe(called.length)
          if (said.length > 0) expect(called).toContain(said.at(-1))
          const after = newClient(server.url, { parts: { memory } })
          await after.connect({ sessionId: 'session-1' })
          await until(after, ({ items }) => items.length === client.state.items.length)
          expect(after.state.items.map(({ id }) => id)).toEqual(client.state.items.map(({ id }) => id))
          after.dispose()
        } finally {
          client.dispose()
          await server.close()
        }
      }),
      { numRuns: RUNS, seed: 20261121 },
    )
  }, 300_000)
})
