import { expect, it } from 'vitest'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import type { VirtualClock } from '../../../src/testing/virtual-clock.js'
import { seeded } from '../../support/seeded.js'
import type { VoiceScript } from '../../support/voice-script.js'
import { VoiceTalk } from '../../support/voice-talk.js'

/** Sessions of 50 tasks, together 200, and how late their transcripts come. */
const SESSIONS = [
  { seed: 1, lateMs: 0 },
  { seed: 2, lateMs: 900 },
  { seed: 3, lateMs: 1_600 },
  { seed: 4, lateMs: 0 },
]
const TASKS = 50

/** Delegates each utterance that is a task, now and then twice, and an approval as well. */
function delegating(random: () => number): VoiceScript {
  let count = 0
  return (cue) => {
    if (!('said' in cue)) return []
    count += 1
    const talk = random() < 0.3 ? [{ say: 'One moment.' }] : []
    return [
      ...talk,
      { delegate: `deleg_${count}`, times: random() < 0.2 ? 2 : 1, afterMs: 100 + random() * 500 },
    ]
  }
}

/** A number in letters, because the agent reads numbers aloud. */
const codeOf = (id: number | string) =>
  `item${[...String(id)].map((digit) => 'abcdefghij'[Number(digit)]).join('')}`

/** A worker that calls a tool for each number that was asked for, once, and tells each result once. */
function worker(): ScriptedModel {
  return new ScriptedModel(({ history }) => {
    const said = history.flatMap((message) => (message.role === 'user' ? [message.text] : [])).join(' ')
    const wanted = [...said.matchAll(/(find|store) item (\d+)/g)].map(([, verb, id]) => `${verb} ${id}`)
    const called = history.flatMap((message) =>
      message.role === 'assistant'
        ? (message.toolCalls ?? []).map(({ name, arguments: text }) => `${name} ${JSON.parse(text).id}`)
        : [],
    )
    const told = history
      .flatMap((message) => (message.role === 'assistant' ? [message.text ?? ''] : []))
      .join(' ')
    const missing = wanted.filter((one) => !called.includes(one))
    if (missing.length > 0)
      return missing.map((one) => {
        const [verb, id] = one.split(' ')
        return { call: verb!, input: { id: Number(id) } }
      })
    const results = history.flatMap((message) => {
      if (message.role !== 'tool') return []
      const id = /"id":(\d+)/.exec(message.output)?.[1]
      return id && !told.includes(codeOf(id)) ? [codeOf(id)] : []
    })
    return [{ say: results.length > 0 ? `Done: ${results.join(' ')}.` : 'Nothing more to do.' }]
  })
}

/** A tool that takes a while, and records what it did. */
function slowTool(name: string, effect: 'read' | 'write', done: number[], random: () => number) {
  return (clock: VirtualClock) =>
    new FakeTool({
      name,
      effect,
      parameters: { type: 'object', properties: { id: { type: 'number' } }, required: ['id'] },
      answer: ({ id }) =>
        new Promise((resolve) =>
          clock.schedule(
            () => {
              done.push(Number(id))
              resolve({ isError: false, status: 200, content: { id: Number(id) }, requestMs: 1 })
            },
            random() < 0.3 ? 2_500 : 100,
          ),
        ),
    })
}

it.each(SESSIONS)(
  'does %j: no task twice, no write without a yes, no result lost',
  async ({ seed, lateMs }) => {
    const random = seeded(seed)
    const found: number[] = []
    const stored: number[] = []
    const live = await VoiceTalk.start('live', {
      script: () => [],
      voice: delegating(random),
      transcriptAfterMs: lateMs,
      llm: worker,
      tools: (clock) => [
        slowTool('find', 'read', found, random)(clock),
        slowTool('store', 'write', stored, random)(clock),
      ],
    })
    const approved: number[] = []
    const asked: number[] = []
    for (let id = seed * 100; id < seed * 100 + TASKS; id += 1) {
      const isWrite = random() < 0.4
      await live.say(`${isWrite ? 'store' : 'find'} item ${id}`, { thenMs: 1_200 + lateMs })
      if (!isWrite) asked.push(id)
      // The user talks on before the result, or the connection is lost.
      if (!isWrite && random() < 0.3) continue
      if (random() < 0.06) await live.cut()
      await live.silence(5_000)
      const [request] = live.session.conversation.openRequests
      if (!request) continue
      const isYes = random() < 0.6
      const storing = Number(request.call.input.id)
      if (isYes) approved.push(storing)
      await live.say(isYes ? 'yes' : 'no', { thenMs: 4_000 + lateMs })
    }
    await live.silence(12_000)
    const calls = [...found, ...stored]
    expect(found.sort()).toEqual(asked)
    expect(stored).toEqual(approved)
    expect(new Set(calls).size).toBe(calls.length)
    expect(stored.filter((id) => !approved.includes(id))).toEqual([])
    expect(live.server.broken).toEqual([])
    const spoken = live.server.sessions.flatMap((session) => session.told).join(' ')
    const told = [...spoken.matchAll(/item([a-j]+)/g)].map(([code]) => code)
    expect(new Set(told).size).toBe(told.length)
    for (const id of calls) expect(told, `the result of ${id}`).toContain(codeOf(id))
    await live.close()
  },
  300_000,
)
