import type { Clock } from '../../ports.js'
import type { ClientEvent, ServerEvent } from '../../protocol/events.js'
import type { Admission } from '../http/admissions.js'
import type { Line } from '../lines/line.js'
import type { Lines } from '../lines/lines.js'
import type { LineFrame } from '../lines/paced-player.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import { CallCourse } from './call-course.js'
import type { Carrier, CarrierEvent, CarrierStream } from './carriers/carrier.js'
import { ChunkOrder } from './chunk-order.js'
import { HoldSound } from './hold-sound.js'
import { Keypad, waitingRequests } from './keypad.js'

export interface PhoneCallOptions {
  carrier: Carrier
  stream: CarrierStream
  admission: Admission
  lines: Lines
  clock: Clock
  maxCallMs: number
  silenceMs: number
  send: (message: string | Uint8Array) => void
  onEnd: () => void
}

/** How much audio the carrier has received but not played yet. It prevents a gap if a frame arrives late. */
const LEAD_MS = 200

/** One telephone call. Connects the media stream of a carrier to a `Line`, which is the connection to the session. */
export class PhoneCall {
  readonly #options: PhoneCallOptions
  readonly #line: Line
  readonly #course: CallCourse
  readonly #keypad: Keypad
  readonly #hold: HoldSound
  readonly #marks = new PlaybackMarks()
  readonly #order = new ChunkOrder()

  constructor(options: PhoneCallOptions) {
    const { carrier, stream, admission, lines, clock, maxCallMs, silenceMs, send } = options
    this.#options = options
    this.#hold = new HoldSound({
      format: carrier.format,
      clock,
      play: (tone) => send(stream.audio(tone)),
    })
    this.#line = lines.open(admission, {
      formats: { input: carrier.format, output: carrier.format },
      leadMs: LEAD_MS,
      onFrame: (frame) => this.#play(frame),
      onCleared: () => this.#clear(),
      onEvent: (event) => this.#course.take(JSON.parse(event) as ServerEvent),
      onClose: () => this.#onClose(),
    })
    const { session } = this.#line
    const items = () => session.conversation.history.items
    const sendEvent = (event: ClientEvent) => this.#line.receive(JSON.stringify(event))
    this.#keypad = new Keypad({ clock, items, send: sendEvent, responding: () => this.#course.responding })
    this.#course = new CallCourse({
      clock,
      maxCallMs,
      silenceMs,
      send: sendEvent,
      locale: admission.agent.locale,
      say: (text) => this.#line.say(text),
      asks: () => waitingRequests(items()).length > 0,
      onWorking: (working) => {
        this.#hold.working = working
      },
      hangUp: () => this.close(),
    })
    this.#line.start()
    this.#course.start()
  }

  /** Handles every message of the carrier except `start`. */
  take(event: CarrierEvent): void {
    if (event.type === 'audio') this.#appendAudio(event)
    else if (event.type === 'played') this.#onMark(event.mark)
    else if (event.type === 'key') {
      this.#course.touch()
      this.#keypad.press(event.digit)
    } else this.close()
  }

  close(): void {
    this.#line.close(CLOSE.ended)
  }

  #appendAudio({ audio, chunk }: CarrierEvent & { type: 'audio' }): void {
    const pieces = chunk === undefined ? [audio] : this.#order.push(chunk, audio)
    for (const piece of pieces) this.#line.appendAudio(piece)
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
    if (position) this.#line.heard(position.itemId, position.endMs)
  }

  #clear(): void {
    const { stream, send } = this.#options
    this.#marks.clear()
    send(stream.clear())
  }

  #onClose(): void {
    this.#course.close()
    this.#keypad.close()
    this.#options.onEnd()
  }
}

interface MarkedPosition {
  itemId: string
  endMs: number
}

/**
 * A mark is sent after this many frames of 20 ms, so every 100 ms. This is exact enough to know the last word that was
 * played, because a word lasts about 300 ms.
 */
const FRAMES_PER_MARK = 5
/** Maximum number of marks that the carrier has not returned yet. The oldest are dropped first. */
const MAX_OPEN = 1_000

/**
 * The marks that were sent in the audio, with the position of each in the agent's message. When the carrier returns a
 * mark, it has played all audio before the mark.
 */
class PlaybackMarks {
  readonly #open = new Map<string, MarkedPosition>()
  #frames = 0
  #count = 0

  /** Counts a sent frame. Returns the name of the mark to send after the frame, if any. */
  sent(position: MarkedPosition): string | undefined {
    this.#frames += 1
    if (this.#frames % FRAMES_PER_MARK !== 0) return undefined
    this.#count += 1
    const name = `m${this.#count}`
    this.#open.set(name, position)
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    return name
  }

  /** The position of a mark that the carrier has returned; `undefined` if the audio before the mark was dropped. */
  played(name: string): MarkedPosition | undefined {
    const position = this.#open.get(name)
    this.#open.delete(name)
    return position
  }

  /**
   * Forgets all marks. Needed when audio is dropped: the carrier returns the marks of that audio too, although it has
   * not played the audio.
   */
  clear(): void {
    this.#open.clear()
  }
}
