import type { Clock } from '../../ports.js'
import type { ClientEvent, ServerEvent } from '../../protocol/events.js'
import type { Admission } from '../http/admissions.js'
import type { Line, LineTransport } from '../lines/line.js'
import type { Lines } from '../lines/lines.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import { CallCourse } from './call-course.js'
import { Keypad, waitingRequests } from './keypad.js'

export interface LineCallOptions {
  admission: Admission
  lines: Lines
  clock: Clock
  maxCallMs: number
  silenceMs: number
  /** How the audio goes to the carrier. Absent if the provider of the voice model has it. */
  media?: LineTransport['media']
  onWorking?: (isWorking: boolean) => void
  onEnd: () => void
}

/** A telephone call as a line to a session: its course and its keys. */
export class LineCall {
  readonly line: Line
  readonly #course: CallCourse
  readonly #keypad: Keypad

  constructor(options: LineCallOptions) {
    const { admission, lines, clock, maxCallMs, silenceMs, media, onWorking = () => {}, onEnd } = options
    this.line = lines.open(admission, {
      media,
      onEvent: (event) => this.#take(JSON.parse(event) as ServerEvent),
      onClose: () => {
        this.#course.close()
        this.#keypad.close()
        onEnd()
      },
    })
    const { session } = this.line
    const items = () => session.conversation.history.items
    const send = (event: ClientEvent) => this.line.receive(JSON.stringify(event))
    this.#keypad = new Keypad({ clock, items, send, responding: () => this.#course.responding })
    this.#course = new CallCourse({
      clock,
      maxCallMs,
      silenceMs,
      send,
      onWorking,
      locale: admission.agent.locale,
      say: (text) => this.line.say(text),
      asks: () => waitingRequests(items()).length > 0,
      hangUp: () => this.close(),
    })
    this.line.start()
    this.#course.start()
  }

  press(digit: string): void {
    this.#course.touch()
    this.#keypad.press(digit)
  }

  close(): void {
    this.line.close(CLOSE.ended)
  }

  #take(event: ServerEvent): void {
    if (event.type === 'input_audio_buffer.dtmf_event_received') this.press(event.event)
    else this.#course.take(event)
  }
}
