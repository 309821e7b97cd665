import { decodeMessage } from './client-events.js'
import type { ReadPace } from './read-pace.js'
import type { RealtimeSession } from './realtime-session.js'

/** Maximum audio that is handled without a break: 0.7 seconds of PCM at 24 kHz, or 4 seconds of G.711. */
const MAX_PIECE_BYTES = 32 * 1024

/** Maximum messages that are handled without a break. A client adds a message and asks for a response at once. */
const MAX_MESSAGES = 16

type Source = Pick<ReadPace, 'pause' | 'resume'>

const APPEND = 'input_audio_buffer.append'

/**
 * Passes messages to the session in order. Other sessions run after some of them, and between the pieces of long audio, so
 * that no client blocks the others.
 */
export class ClientInbox {
  readonly #session: RealtimeSession
  readonly #source: Source
  #waiting: (() => void)[] = []
  #room = MAX_MESSAGES
  #isScheduled = false
  #isPaused = false

  constructor(session: RealtimeSession, source: Source) {
    this.#session = session
    this.#source = source
  }

  text(text: string): void {
    const pieces = text.length > MAX_PIECE_BYTES && text.includes(APPEND) ? splitAppend(text) : undefined
    this.#add(untilRefused(pieces ?? [text], (piece) => this.#session.receive(piece)))
  }

  audio(pcm: Uint8Array): void {
    this.#add(untilRefused(split(pcm), (piece) => this.#session.receiveAudio(piece)))
  }

  ping(answer: () => void): void {
    this.#add([answer])
  }

  unknownFrame(): void {
    this.#add([() => this.#session.refuseFrame()])
  }

  #add(tasks: (() => void)[]): void {
    this.#waiting.push(...tasks)
    if (this.#isPaused) return
    if (this.#room > 0) this.#waiting.shift()?.()
    this.#room -= 1
    if (this.#waiting.length > 0) {
      this.#isPaused = true
      this.#source.pause()
    }
    if (!this.#isScheduled) setImmediate(() => this.#goOn())
    this.#isScheduled = true
  }

  #goOn(): void {
    if (this.#session.ended.aborted) this.#waiting = []
    this.#waiting.shift()?.()
    this.#room = MAX_MESSAGES
    this.#isScheduled = this.#waiting.length > 0
    if (this.#isScheduled) setImmediate(() => this.#goOn())
    else if (this.#isPaused) {
      this.#isPaused = false
      this.#source.resume()
    }
  }
}

/** Splits an event that appends long audio. `undefined` for short audio, other events and invalid messages. */
function splitAppend(text: string): string[] | undefined {
  const event = readEvent(text)
  if (event?.type !== APPEND || typeof event.audio !== 'string') return undefined
  const pieces = split(Buffer.from(event.audio, 'base64'))
  if (pieces.length < 2) return undefined
  return pieces.map((piece, at) => {
    const audio = Buffer.from(piece).toString('base64')
    return JSON.stringify(at === 0 ? { ...event, audio } : { type: APPEND, audio })
  })
}

function readEvent(text: string): Record<string, unknown> | undefined {
  try {
    return decodeMessage(text).message
  } catch {
    // The session gets the unchanged message and reports the error itself.
    return undefined
  }
}

function untilRefused<T>(pieces: T[], pass: (piece: T) => boolean): (() => void)[] {
  let isRefused = false
  return pieces.map((piece) => () => {
    if (!isRefused) isRefused = !pass(piece)
  })
}

function split(audio: Uint8Array): Uint8Array[] {
  const count = Math.max(1, Math.ceil(audio.length / MAX_PIECE_BYTES))
  return Array.from({ length: count }, (_, at) =>
    audio.subarray(at * MAX_PIECE_BYTES, (at + 1) * MAX_PIECE_BYTES),
  )
}
