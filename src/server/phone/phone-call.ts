import type { Clock } from '../../ports.js'
import type { LineFrame } from '../lines/paced-player.js'
import { type AudioFormat, encodeAudio, rateOf } from '../speech/audio/audio-format.js'
import type { Carrier, CarrierEvent, CarrierStream } from './carriers/carrier.js'
import { LineCall, type LineCallOptions } from './line-call.js'

export interface PhoneCallOptions extends Omit<LineCallOptions, 'media' | 'onWorking'> {
  carrier: Carrier
  stream: CarrierStream
  send: (message: string | Uint8Array) => void
}

/** How much audio the carrier has received but not played yet. It prevents a gap if a frame arrives late. */
const LEAD_MS = 200

/** A call whose carrier sends its audio here. */
export class PhoneCall {
  readonly #options: PhoneCallOptions
  readonly #call: LineCall
  readonly #hold: HoldSound
  readonly #marks = new PlaybackMarks()
  readonly #order = new ChunkOrder()

  constructor(options: PhoneCallOptions) {
    const { carrier, stream, clock, send } = options
    this.#options = options
    this.#hold = new HoldSound({
      format: carrier.format,
      clock,
      play: (tone) => send(stream.audio(tone)),
    })
    this.#call = new LineCall({
      ...options,
      media: {
        formats: { input: carrier.format, output: carrier.format },
        leadMs: LEAD_MS,
        onFrame: (frame) => this.#play(frame),
        onCleared: () => this.#clear(),
      },
      onWorking: (isWorking) => {
        this.#hold.working = isWorking
      },
    })
  }

  take(event: CarrierEvent): void {
    if (event.type === 'audio') this.#appendAudio(event)
    else if (event.type === 'played') this.#onMark(event.mark)
    else if (event.type === 'key') this.#call.press(event.digit)
    else this.close()
  }

  close(): void {
    this.#call.close()
  }

  #appendAudio({ audio, chunk }: CarrierEvent & { type: 'audio' }): void {
    const pieces = chunk === undefined ? [audio] : this.#order.push(chunk, audio)
    for (const piece of pieces) this.#call.line.appendAudio(piece)
  }

  #play(frame: LineFrame): void {
    const { stream, send } = this.#options
    this.#hold.spoke()
    send(stream.audio(frame.audio))
    const mark = this.#marks.sent(frame)
    if (mark !== undefined) send(stream.mark(mark))
  }

  #onMark(name: string): void {
    const position = this.#marks.played(name)
    if (position) this.#call.line.heard(position.itemId, position.endMs)
  }

  #clear(): void {
    const { stream, send } = this.#options
    this.#marks.clear()
    send(stream.clear())
  }
}

interface MarkedPosition {
  itemId: string
  endMs: number
}

/** Every 100 ms, exact enough for the last word that was played, which lasts about 300 ms. */
const FRAMES_PER_MARK = 5
/** Maximum number of marks that the carrier has not returned yet. The oldest are dropped first. */
const MAX_OPEN = 1_000

/** The marks that were sent, with their position in the message. A returned mark: all before it was played. */
class PlaybackMarks {
  readonly #open = new Map<string, MarkedPosition>()
  #frames = 0
  #count = 0

  sent(position: MarkedPosition): string | undefined {
    this.#frames += 1
    if (this.#frames % FRAMES_PER_MARK !== 0) return undefined
    this.#count += 1
    const name = `m${this.#count}`
    this.#open.set(name, position)
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    return name
  }

  played(name: string): MarkedPosition | undefined {
    const position = this.#open.get(name)
    this.#open.delete(name)
    return position
  }

  /** Forgets the marks of dropped audio, which the carrier returns too. */
  clear(): void {
    this.#open.clear()
  }
}

/** Maximum number of chunks that wait for a missing chunk: 100 ms if each chunk has 20 ms. */
const MAX_WAITING = 5
/** If the number of a chunk differs from the expected one by more than this, the order starts again at that chunk. */
const MAX_STEP = 500

/** Orders numbered chunks, without repeated and late ones. More than five later ones skip a gap. */
export class ChunkOrder {
  readonly #waiting = new Map<number, Uint8Array>()
  #next: number | undefined

  /** Adds a chunk. Returns all chunks that can now be played, in order. */
  push(number: number, audio: Uint8Array): Uint8Array[] {
    if (this.#next === undefined || Math.abs(number - this.#next) > MAX_STEP) {
      this.#waiting.clear()
      this.#next = number
    }
    if (number < this.#next) return []
    this.#waiting.set(number, audio)
    if (this.#waiting.size > MAX_WAITING) this.#next = Math.min(...this.#waiting.keys())
    return [...this.#inOrder()]
  }

  *#inOrder(): Generator<Uint8Array> {
    for (let audio = this.#take(); audio; audio = this.#take()) yield audio
  }

  #take(): Uint8Array | undefined {
    const audio = this.#waiting.get(this.#next!)
    if (audio) this.#waiting.delete(this.#next!++)
    return audio
  }
}

/** The agent is silent for this time before the first tone. A filler sentence ("One moment, please.") comes earlier. */
const FIRST_AFTER_MS = 5_000
const PERIOD_MS = 3_000
const TONE_MS = 240
const TONE_HZ = 440
const LOUDNESS = 700

/** Plays a soft tone every three seconds while the agent works in silence. The tone tells the caller to wait. */
class HoldSound {
  readonly #clock: Clock
  readonly #play: () => void
  #stopTimer: (() => void) | undefined
  #spokeAt = 0

  constructor({
    format,
    clock,
    play,
  }: { format: AudioFormat; clock: Clock; play: (tone: Uint8Array) => void }) {
    const tone = createTone(format)
    this.#clock = clock
    this.#play = () => play(tone)
  }

  set working(working: boolean) {
    if (working && !this.#stopTimer) this.#schedule(FIRST_AFTER_MS)
    if (working) return
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  spoke(): void {
    this.#spokeAt = this.#clock.now()
  }

  #schedule(delayMs: number): void {
    this.#stopTimer = this.#clock.schedule(() => this.#onTime(), delayMs)
  }

  #onTime(): void {
    const leftMs = this.#spokeAt + FIRST_AFTER_MS - this.#clock.now()
    if (leftMs <= 0) this.#play()
    this.#schedule(leftMs > 0 ? leftMs : PERIOD_MS)
  }
}

/** A tone that fades in and out, because an abrupt start or end makes a click. */
function createTone(format: AudioFormat): Uint8Array {
  const rate = rateOf(format)
  const length = (TONE_MS * rate) / 1000
  const samples = Int16Array.from(
    { length },
    (_, at) =>
      LOUDNESS * Math.sin((Math.PI * at) / length) ** 2 * Math.sin((2 * Math.PI * TONE_HZ * at) / rate),
  )
  return encodeAudio(samples, format)
}
