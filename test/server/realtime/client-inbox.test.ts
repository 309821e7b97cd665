import { expect, it } from 'vitest'
import { ClientInbox } from '../../../src/server/realtime/client-inbox.js'
import type { RealtimeSession } from '../../../src/server/realtime/realtime-session.js'

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A session that accepts so many pieces, and the log of what it was given. */
function create(accepts = Number.POSITIVE_INFINITY) {
  const log: string[] = []
  const audio: Buffer[] = []
  const end = new AbortController()
  const take = (bytes: Buffer) => {
    log.push(`audio ${bytes.length}`)
    audio.push(bytes)
    return audio.length <= accepts
  }
  const session = {
    ended: end.signal,
    receive(text: string) {
      const event = JSON.parse(text)
      if (event.type === 'input_audio_buffer.append' && !event.whole)
        return take(Buffer.from(event.audio, 'base64'))
      log.push(event.event_id ?? event.type)
      return true
    },
    receiveAudio: (pcm: Uint8Array) => take(Buffer.from(pcm)),
    refuseFrame: () => void log.push('frame'),
  } as unknown as RealtimeSession
  const reading = { pause: () => void log.push('pause'), resume: () => void log.push('resume') }
  return { log, audio, end, inbox: new ClientInbox(session, reading) }
}

const append = (bytes: Buffer, more = {}) =>
  JSON.stringify({ type: 'input_audio_buffer.append', audio: bytes.toString('base64'), ...more })
const sound = Buffer.from(Array.from({ length: 100_001 }, (_, at) => at % 251))

it.each<[string, (inbox: ClientInbox) => void]>([
  ['an event', (inbox) => inbox.text(append(sound))],
  ['a frame', (inbox) => inbox.audio(sound)],
  // Not aligned to base64 digits.
  ['an event in lines', (inbox) => inbox.text(append(sound).replace(/[\w+/]{77}/g, '$&\\n'))],
])('passes the long audio of %s in pieces, one a turn, before what follows', async (_name, take) => {
  const { log, audio, inbox } = create()
  take(inbox)
  inbox.text('{"type":"input_audio_buffer.commit"}')
  inbox.unknownFrame()
  expect(log).toEqual(['audio 32768', 'pause'])
  await nextTurn()
  expect(log.at(-1)).toBe('audio 32768')
  for (let turn = 0; turn < 5; turn += 1) await nextTurn()
  expect(log.slice(-5)).toEqual(['audio 32768', 'audio 1697', 'input_audio_buffer.commit', 'frame', 'resume'])
  expect(Buffer.concat(audio).equals(sound)).toBe(true)
})

it('passes short audio and other messages at once', () => {
  const { log, inbox } = create()
  inbox.text(append(sound.subarray(0, 30_000)))
  inbox.text(JSON.stringify({ type: 'x', text: `input_audio_buffer.append ${'x'.repeat(100_000)}` }))
  inbox.text('{"type":"y"}')
  expect(log).toEqual(['audio 30000', 'x', 'y'])
})

it('passes audio that cannot be split as it is, for its error', () => {
  const { log, inbox } = create()
  const broken = {
    type: 'input_audio_buffer.append',
    audio: '*'.repeat(100_000),
    event_id: 'e1',
    whole: true,
  }
  inbox.text(JSON.stringify(broken))
  inbox.text(JSON.stringify({ ...broken, audio: ['x'.repeat(100_000)], event_id: 'e2' }))
  expect(log).toEqual(['e1', 'e2'])
})

it('drops the rest after a refused piece, so that one message has one error', async () => {
  const { log, inbox } = create(1)
  inbox.text(append(sound))
  inbox.text('{"type":"y"}')
  for (let turn = 0; turn < 6; turn += 1) await nextTurn()
  expect(log).toEqual(['audio 32768', 'pause', 'audio 32768', 'y', 'resume'])
})

it('stops when the session ends', async () => {
  const { log, end, inbox } = create()
  inbox.audio(sound)
  end.abort()
  for (let turn = 0; turn < 6; turn += 1) await nextTurn()
  expect(log).toEqual(['audio 32768', 'pause', 'resume'])
})

it('passes some messages and pings at once, in order, and the rest of a flood one a turn', async () => {
  const { log, inbox } = create()
  for (let at = 0; at < 9; at += 1) {
    inbox.text(`{"type":"m${at}"}`)
    inbox.ping(() => void log.push(`ping ${at}`))
  }
  expect(log.slice(-3)).toEqual(['m7', 'ping 7', 'pause'])
  await nextTurn()
  expect(log.at(-1)).toBe('m8')
  await nextTurn()
  expect(log.slice(-2)).toEqual(['ping 8', 'resume'])
})
