import { describe, expect, it } from 'vitest'
import { silentLogger } from '../../../src/ports.js'
import { Budget } from '../../../src/server/agent/budget.js'
import { SpeechError } from '../../../src/server/model/speech-error.js'
import { RealtimeSession } from '../../../src/server/realtime/realtime-session.js'
import {
  agentThrough,
  BudgetThrough,
  describeAgent,
} from '../../../src/server/recording/agent-through-ports.js'
import {
  type LineSink,
  parseRecording,
  type RecordingLine,
  seededIds,
} from '../../../src/server/recording/recording-lines.js'
import { redactLine } from '../../../src/server/recording/recordings.js'
import { Redactor } from '../../../src/server/recording/redactor.js'
import { replay } from '../../../src/server/recording/replay-recording.js'
import { SessionRecorder } from '../../../src/server/recording/session-recorder.js'
import { createSemanticDetector } from '../../../src/server/speech/turns/detectors.js'
import { FakeTool } from '../../../src/testing/fake-tool.js'
import { ScriptedModel, type ScriptedStep } from '../../../src/testing/scripted-model.js'
import { settle, VirtualClock } from '../../../src/testing/virtual-clock.js'
import { testAgent } from '../../support/agent.js'
import { seeded } from '../../support/seeded.js'
import { HummingTts, loudVad, ScriptedStt, tone } from '../../support/speech.js'

const RUNS = process.env.VOICE_TEST_FULL === '1' ? 500 : 30

type Below = (limit: number) => number

/** What a model may do in a step, by chance. */
function anyStep(below: Below): ScriptedStep {
  const steps: ScriptedStep[] = [
    [{ say: 'Here is an answer. It has two sentences.' }],
    [{ say: 'One moment.' }, { waitMs: below(3_000) }, { say: ' There it is.' }],
    [{ call: 'list_pets', input: { status: 'sold' } }],
    [{ call: 'list_pets' }, { call: 'tell_time' }],
    [{ call: 'delete_order', input: { orderId: 1 } }],
    [{ call: 'log_in', input: { user: 'ada', password: 'sesame-street-42' } }],
    [{ waitMs: below(2_000) }, { fail: 'rate-limited', status: 429 }],
    [{ say: 'cut off' }, { cut: true }],
  ]
  return steps[below(steps.length)]!
}

/** What a client may do, by chance. */
function anyAct(session: RealtimeSession, below: Below, requests: string[]): void {
  const send = (event: object) => session.receive(JSON.stringify(event))
  const say = (text: string) =>
    send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    })
  const sound = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  const acts = [
    () => say('hello'),
    () => {
      say('list the pets')
      send({ type: 'response.create' })
    },
    () => send({ type: 'response.create' }),
    () => send({ type: 'response.create', response: { conversation: 'none' } }),
    () => send({ type: 'response.cancel' }),
    () => {
      const approval_request_id = requests.at(-1) ?? 'nothing'
      const approve = below(2) === 0
      send({
        type: 'conversation.item.create',
        item: { type: 'mcp_approval_response', approval_request_id, approve },
      })
    },
    () => send({ type: 'session.update', session: { output_modalities: [below(2) ? 'text' : 'audio'] } }),
    () => send({ type: 'input_audio_buffer.append', audio: sound(tone(300 + below(600), 24_000)) }),
    () => send({ type: 'input_audio_buffer.append', audio: sound(new Uint8Array(48 * 900)) }),
    () => session.receiveAudio(tone(400, 24_000)),
    () => session.receiveAudio(new Uint8Array(48 * 800)),
    () => session.receive('{ not json'),
    () => session.refuseFrame(),
  ]
  acts[below(acts.length)]!()
}

function redacted(line: RecordingLine, redactor: Redactor): RecordingLine {
  const steps = redactLine(line, redactor)
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}

/** A conversation by chance, as its lines. */
async function record(seed: number): Promise<RecordingLine[]> {
  const random = seeded(seed)
  const below: Below = (limit) => Math.floor(random() * limit)
  const clock = new VirtualClock(1_700_000_000_000)
  const later = (ms: number) => new Promise<void>((resolve) => void clock.schedule(resolve, ms))
  const answer = async () => {
    await later(below(6_000))
    return { isError: below(4) === 0, content: { pets: ['Rex'], token: 'tok-in-an-answer' }, requestMs: 1 }
  }
  const agent = testAgent({
    models: [
      new ScriptedModel(() => anyStep(below), { clock }),
      new ScriptedModel(() => anyStep(below), { clock }),
    ],
    tools: [
      new FakeTool({ name: 'list_pets', answer }),
      new FakeTool({ name: 'delete_order', effect: 'destroy', answer }),
      new FakeTool({ name: 'log_in', effect: 'write', answer }),
    ],
  })
  const failure = new SpeechError('unreachable', { provider: 'test/ears', message: 'no line' })
  const heard = Array.from({ length: 100 }, () => ['yes please', 'list the pets', '', failure][below(4)]!)
  agent.speech = {
    stt: new ScriptedStt(heard),
    tts: new HummingTts(below(3) ? {} : { failAt: 3 }),
    vad: loudVad,
    turnDetector: createSemanticDetector(),
  }
  const { stt, tts, vad, turnDetector } = agent.speech
  Object.assign(agent, {
    providers: {
      ...agent.providers,
      ...{ stt: stt?.name, tts: tts?.name, vad: vad?.name, turn_detection: turnDetector.name },
    },
  })
  const lines: RecordingLine[] = []
  const redactor = new Redactor([])
  const sink: LineSink = {
    write: (line) => void lines.push(redacted(line, redactor)),
    ...{ cut() {}, close() {}, erase() {}, flushed: async () => {} },
  }
  const describe = () => ({ kind: 'agent', agent: describeAgent(agent) }) as const
  const recorder = new SessionRecorder({ sink, clock, startedAt: clock.now(), describe })
  const budget = new Budget('session', { turns: 5 + below(30) })
  lines.push({
    ...{ kind: 'session', version: 1, id: 'session-1', owner: 'nobody', seed: String(seed) },
    ...{ startedAt: clock.now(), locked: false, agent: describeAgent(agent), budgets: ['session'] },
  })
  const session = new RealtimeSession({
    ...{ id: 'session-1', locked: false, logger: silentLogger, tap: recorder, clock: recorder.clock },
    agent: agentThrough(agent, recorder),
    budgets: [new BudgetThrough(budget, recorder)],
    newId: seededIds(String(seed)),
  })
  session.view = { voice: seed % 2 === 0, toolEvents: true, explain: seed % 3 === 0, reasoning: false }
  recorder.took({ from: 'connection', view: session.view, greeting: {} })
  session.sendCreated()
  const requests: string[] = []
  for (let at = 0; at < 30; at += 1) {
    anyAct(session, below, requests)
    if (below(3)) await settle()
    if (below(2)) await clock.advance([7, 150, 900, 3_000][below(4)]!)
    for (const item of session.conversation.history.items)
      if (item.type === 'mcp_approval_request') requests.push(item.id)
  }
  await clock.advance(30_000)
  session.close()
  await settle()
  return lines
}

/** As a file would have them. */
const reread = (lines: RecordingLine[]) =>
  parseRecording(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))

describe('a recorded session', () => {
  it(`says the same when it is played again (${RUNS} conversations)`, async () => {
    const types = new Set<unknown>()
    for (let seed = 1; seed <= RUNS; seed += 1) {
      const recording = reread(await record(seed))
      const { recorded, replayed, difference } = await replay(recording)
      for (const event of recorded) types.add(typeof event === 'number' ? 'sound' : event.type)
      expect(difference, `seed ${seed}`).toBeUndefined()
      expect(replayed, `seed ${seed}`).toEqual(recorded)
      const text = JSON.stringify(recording.lines)
      expect(text).not.toContain('sesame-street-42')
      expect(text).not.toContain('tok-in-an-answer')
    }
    // Chance must have come to everything that was meant.
    const meant = [
      ...['response.mcp_call.completed', 'response.mcp_call.failed', 'sound', 'error'],
      ...['input_audio_buffer.speech_started', 'conversation.item.input_audio_transcription.completed'],
      ...['conversation.item.input_audio_transcription.failed', 'response.output_audio.delta'],
      ...['conversation.item.truncated', 'voice.explain'],
    ]
    expect(meant.filter((type) => !types.has(type))).toEqual([])
  }, 300_000)

  it('shows where an edited recording parts from what is said', async () => {
    const lines = await record(3)
    const at = lines.findLastIndex((line) => line.kind === 'out' && 'event' in line)
    const changed = lines.map((line, place) =>
      place === at ? { at: 0, kind: 'out' as const, event: { type: 'other' } } : line,
    )
    const { difference, recorded } = await replay(reread(changed))
    expect(difference).toMatchObject({ recorded: { type: 'other' } })
    expect(recorded[difference!.at]).toEqual({ type: 'other' })
  })

  it.each([
    ['nothing', '', /no recording/],
    ['another file', '{"a":1}\n', /no recording/],
    ['a line that is null', 'null\n', /no recording: its line 1 is not an object with a "kind"/],
    ['a newer version', '{"kind":"session","version":99}\n', /version 99/],
    ['half a line in the middle', '{"kind":"session"\n{}\n', /Line 1/],
  ])('refuses %s', (_, text, message) => {
    expect(() => parseRecording(text)).toThrow(message)
  })

  it('reads a file whose last line was not written to its end', async () => {
    const lines = await record(4)
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    const { difference } = await replay(parseRecording(text.slice(0, Math.floor(text.length * 0.6))))
    expect(difference).toBeUndefined()
  })
})
