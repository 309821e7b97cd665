import { describe, expect, it } from 'vitest'
import { Line } from '../../../src/server/lines/line.js'
import type { LineFrame } from '../../../src/server/lines/paced-player.js'
import { ScriptedModel } from '../../../src/testing/scripted-model.js'
import { HummingTts, ScriptedStt, SpeechHarness } from '../../support/speech.js'

const ANSWER = 'One two three four five six seven eight nine ten. Eleven twelve thirteen fourteen.'

/** A line to a session that answers at length. */
function callSession() {
  const test = new SpeechHarness({
    llm: new ScriptedModel([[{ say: ANSWER }], [{ say: 'Fine.' }]]),
    stt: new ScriptedStt(['hello', 'stop that']),
    tts: new HummingTts(),
    voice: false,
  })
  const frames: LineFrame[] = []
  const closed: string[] = []
  let cleared = 0
  const line = new Line({
    session: test.session,
    clock: test.clock,
    media: {
      formats: { input: 24_000, output: 24_000 },
      onFrame: (frame) => frames.push(frame),
      onCleared: () => (cleared += 1),
    },
    onClose: ({ reason }) => closed.push(reason),
  })
  return { test, line, frames, closed, cleared: () => cleared }
}

describe('a line', () => {
  it('plays an answer in real time and sends no audio as events', async () => {
    const { test, frames } = callSession()
    await test.say()
    expect(test.types()).toContain('output_audio_buffer.started')
    expect(test.types()).not.toContain('response.output_audio.delta')
    const before = frames.length
    await test.pause(200)
    expect(frames.length - before).toBe(10)
    await test.pause(6_000)
    const heard = frames.reduce((sum, { audio }) => sum + audio.length / 48, 0)
    expect(heard).toBe((ANSWER.length - 1) * 60)
    const types = test.types()
    expect(types.indexOf('output_audio_buffer.stopped')).toBeGreaterThan(types.indexOf('response.done'))
  })

  it('stops at an interruption, and truncates the message where it was heard', async () => {
    const { test, frames, cleared } = callSession()
    await test.say()
    await test.pause(1_000)
    await test.speak(600)
    const sentMs = frames.length * 20
    expect(cleared()).toBe(1)
    expect(test.all('output_audio_buffer.cleared')).toHaveLength(1)
    const [truncated] = test.all('conversation.item.truncated')
    expect(truncated?.audio_end_ms).toBe(sentMs)
    const [kept = ''] = test.history
    expect(ANSWER.startsWith(kept)).toBe(true)
    expect(Math.abs(kept.length * 60 - sentMs)).toBeLessThan(500)
    await test.pause(700)
    expect(frames.length * 20 - sentMs).toBeLessThanOrEqual('Fine.'.length * 60)
  })

  it('clears its audio when the client asks, and not twice', async () => {
    const { test, frames } = callSession()
    await test.say()
    test.send({ type: 'response.cancel' })
    test.send({ type: 'output_audio_buffer.clear' })
    const sent = frames.length
    await test.pause(2_000)
    expect(frames).toHaveLength(sent)
    expect(test.all('output_audio_buffer.cleared')).toHaveLength(1)
    expect(test.types()).not.toContain('error')
  })

  it('keeps its format whatever the client asks for', () => {
    const { test, line } = callSession()
    test.send({
      type: 'session.update',
      session: { audio: { input: { format: { type: 'audio/pcmu' } }, output: { format: null } } },
    })
    const [updated] = test.all('session.updated')
    expect(updated?.session).toMatchObject({
      audio: {
        input: { format: { type: 'audio/pcm', rate: 24_000 } },
        output: { format: { type: 'audio/pcm', rate: 24_000 } },
      },
    })
    line.close({ code: 1000, reason: 'ended' })
    test.send({
      type: 'session.update',
      session: { audio: { input: { format: { type: 'audio/pcmu' } } } },
    })
    expect(test.session.config.inputFormat).toBe('audio/pcmu')
  })

  it('sends the events of the session from its start on, without audio and extensions', async () => {
    const { test, line } = callSession()
    const events: string[] = []
    line.close({ code: 1000, reason: 'ended' })
    const second = new Line({
      session: test.session,
      clock: test.clock,
      media: { formats: { input: 24_000, output: 24_000 }, onFrame: () => {} },
      onEvent: (event) => events.push(JSON.parse(event).type),
      onClose: () => {},
    })
    second.start()
    second.receive('{"type":"nonsense"}')
    expect(events).toEqual(['session.created', 'error'])
  })

  it('sends `session.created` and then what happened before its start', async () => {
    const { test, line } = callSession()
    const events: { type: string; event_id: string }[] = []
    line.close({ code: 1000, reason: 'ended' })
    await test.say()
    const before = test.all('input_audio_buffer.speech_started').map(({ type }) => type)
    const second = new Line({
      session: test.session,
      clock: test.clock,
      media: { formats: { input: 24_000, output: 24_000 }, onFrame: () => {} },
      onEvent: (event) => events.push(JSON.parse(event)),
      onClose: () => {},
    })
    second.start()
    expect(events[0]?.type).toBe('session.created')
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(before))
    expect(new Set(events.map(({ event_id }) => event_id)).size).toBe(events.length)
  })

  it('ends with its session, once', () => {
    const { test, closed, line } = callSession()
    test.session.close()
    line.close({ code: 1000, reason: 'idle' })
    expect(closed).toEqual(['ended'])
  })
})
