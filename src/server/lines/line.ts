import type { Clock } from '../../ports.js'
import { encodeFrame } from '../../protocol/frames.js'
import { sendGreeting } from '../realtime/greet.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { CloseReason } from '../sessions/session-store.js'
import type { LineFormats } from '../speech/audio/audio-format.js'
import { type LineFrame, PacedPlayer } from './paced-player.js'

/** What a transport (WebRTC, a telephone carrier) does for its line. */
export interface LineTransport {
  /** Formats of the audio; the client cannot change them. */
  formats: LineFormats
  /** See `PacedPlayerOptions`. */
  leadMs?: number
  /** Sends a frame of agent audio, one each 20 ms while the agent speaks. */
  onFrame: (frame: LineFrame) => void
  /** The agent was interrupted: frames that wait elsewhere, such as at the carrier, must not be played. */
  onCleared?: () => void
  /** Sends an event of the session as JSON. Audio is not among the events. */
  onEvent?: (event: string) => void
  /** The line has ended; called once. */
  onClose: (why: CloseReason) => void
}

/** Options of `Line`. */
export interface LineOptions extends LineTransport {
  session: RealtimeSession
  clock: Clock
}

/**
 * A connection to a session in this process, for a transport that carries audio in real time. Audio of the caller
 * goes in as it arrives. Audio of the agent comes out paced, so the line knows to 20 ms what was played: an
 * interruption discards the rest, and the session truncates the message there by itself.
 *
 * Use: `lines.open(admission, transport)`; `appendAudio` for each piece of caller audio; `start` and `receive` for events;
 * `close` when the transport ends.
 *
 * States: open → closed.
 */
export class Line {
  readonly session: RealtimeSession
  readonly #options: LineOptions
  readonly #player: PacedPlayer
  #closed = false
  #detach: () => void = () => {}

  constructor(options: LineOptions) {
    const { session, clock, formats, leadMs, onFrame, onCleared } = options
    this.session = session
    this.#options = options
    const event = (name: 'started' | 'stopped' | 'cleared') => (response_id: string) =>
      session.send({ type: `output_audio_buffer.${name}`, response_id })
    const cleared = event('cleared')
    this.#player = new PacedPlayer({
      clock,
      leadMs,
      onFrame,
      format: formats.output,
      memory: session.memory,
      onStarted: event('started'),
      onStopped: event('stopped'),
      onCleared: (replyId) => {
        onCleared?.()
        cleared(replyId)
      },
    })
    session.config.fixFormats(formats)
    session.applyConfig()
    session.playback.connect(this.#player, clock.now())
    session.ended.addEventListener('abort', this.#onEnded)
  }

  /** Sends `session.created`, then all further events to `onEvent`. `toolEvents`: with those of the server's tools. */
  start({ toolEvents = true } = {}): void {
    const { session } = this
    session.view = { voice: false, toolEvents, explain: false, reasoning: false }
    const start = (_: readonly OutboxEntry[], { after = 0 } = {}) => {
      this.#detach = session.outbox.attach((entry) => {
        if (entry.number > after) this.#send(entry)
      })
    }
    session.tap?.connected(session.view, {})
    sendGreeting({ start }, session, {})
  }

  /** Handles an event of the client, as JSON; `undefined` for a message that is no text. */
  receive(event: string | undefined): void {
    if (this.#closed) return
    if (event === undefined) this.session.refuseFrame()
    else this.session.receive(event)
  }

  /** Handles audio of the caller in the input format; pieces may have any length. */
  appendAudio(audio: Uint8Array): void {
    if (!this.#closed) this.session.receiveSound(audio)
  }

  /** Says a sentence as the agent, such as a greeting, unless a reply is running. */
  say(text: string): void {
    if (this.#closed) return
    this.session.tap?.spoke(text)
    this.session.conversation.say(text, { aside: false })
  }

  /**
   * The caller has heard a message up to this position. For carriers that report it; without reports, a frame counts
   * as heard when it was sent.
   */
  heard(itemId: string, ms: number): void {
    this.#player.heard(itemId, ms)
  }

  /** Whether agent audio waits, such as until the transport is connected. */
  hold(isHeld: boolean): void {
    this.#player.hold(isHeld)
  }

  /** Milliseconds of agent audio that were not sent yet. */
  get queuedMs(): number {
    return this.#player.queuedMs
  }

  /** Ends the line and tells the transport why. */
  close(why: CloseReason): void {
    if (this.#closed) return
    this.#closed = true
    const { session, clock, onClose } = this.#options
    session.ended.removeEventListener('abort', this.#onEnded)
    this.#detach()
    const rest = this.#player.takeRest()
    if (session.playback.player === this.#player) {
      session.playback.connect(undefined, clock.now())
      session.config.fixFormats(undefined)
      session.applyConfig()
      // A WebSocket of the session receives the rest.
      if (!session.ended.aborted && session.view.voice)
        for (const { audio } of rest) session.outbox.emitFrame(encodeFrame('speech', audio))
    }
    onClose(why)
  }

  readonly #onEnded = () => this.close(CLOSE.ended)

  #send({ data, extension }: OutboxEntry): void {
    if (typeof data === 'string' && !extension) this.#options.onEvent?.(data)
  }
}
