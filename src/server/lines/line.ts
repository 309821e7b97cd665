import type { Clock } from '../../ports.js'
import { encodeFrame } from '../../protocol/frames.js'
import { sendGreeting } from '../realtime/greet.js'
import type { OutboxEntry } from '../realtime/outbox.js'
import { CLOSE } from '../realtime/realtime-connection.js'
import type { RealtimeSession } from '../realtime/realtime-session.js'
import type { CloseReason } from '../sessions/sessions.js'
import type { LineFormats } from '../speech/audio/audio-format.js'
import { type LineFrame, PacedPlayer } from './paced-player.js'

/** How a transport plays audio. */
export interface LineMedia {
  /** Audio formats of the line. The client cannot change them. */
  formats: LineFormats
  /** How many milliseconds before its playback a frame is sent (`PacedPlayerOptions`). */
  leadMs?: number
  /** Sends a frame of agent audio. Called every 20 ms while the agent speaks. */
  onFrame: (frame: LineFrame) => void
  /** Called at an interruption: the transport discards what is sent and not yet played, also at the carrier. */
  onCleared?: () => void
}

/** What a transport, such as WebRTC or a telephone carrier, provides for its `Line`. */
export interface LineTransport {
  /** Absent if the provider of the session's voice model has the audio. */
  media: LineMedia | undefined
  /** Sends an event of the session as JSON. Events contain no audio. */
  onEvent?: (event: string) => void
  onClose: (why: CloseReason) => void
}

export interface LineOptions extends LineTransport {
  session: RealtimeSession
  clock: Clock
}

/**
 * Connects a transport with real-time audio to a session in the same process. The line knows with a precision of 20 ms
 * how much audio was played. The session truncates an interrupted message at that position. Use:
 * - `lines.open(admission, transport)` opens a line.
 * - `appendAudio` takes each piece of user audio.
 * - `start` begins to send the events of the session to the transport. `receive` handles an event from the client.
 * - `close` must be called when the transport ends.
 * States: open → closed.
 */
export class Line {
  readonly session: RealtimeSession
  readonly #options: LineOptions
  readonly #player: PacedPlayer | undefined
  #closed = false
  #detach: () => void = () => {}

  constructor(options: LineOptions) {
    const { session, media } = options
    this.session = session
    this.#options = options
    this.#player = media && this.#connect(media)
    session.ended.addEventListener('abort', this.#onEnded)
  }

  #connect({ formats, leadMs, onFrame, onCleared }: LineMedia): PacedPlayer {
    const { session, clock } = this.#options
    const event = (name: 'started' | 'stopped' | 'cleared') => (response_id: string) =>
      session.send({ type: `output_audio_buffer.${name}`, response_id })
    const cleared = event('cleared')
    const player = new PacedPlayer({
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
    session.speech.configure()
    session.playback.connect(player, clock.now())
    return player
  }

  /** Sends `session.created` and all events, also earlier ones, to `onEvent`; tools of the server only with `toolEvents`. */
  start({ toolEvents = true } = {}): void {
    const { session } = this
    session.view = { voice: false, toolEvents, explain: false, reasoning: false }
    const start = (missed: readonly OutboxEntry[], { after = 0 } = {}) => {
      for (const entry of missed) this.#send(entry)
      this.#detach = session.outbox.attach((entry) => {
        if (entry.number > after) this.#send(entry)
      })
    }
    const greeting = session.outbox.last > 0 ? { resume: { lastEventId: 'event_0' } } : {}
    session.tap?.took({ from: 'connection', view: session.view, greeting })
    sendGreeting({ start }, session, greeting)
  }

  receive(event: string | undefined): void {
    if (this.#closed) return
    if (event === undefined) this.session.refuseFrame()
    else this.session.receive(event)
  }

  appendAudio(audio: Uint8Array): void {
    if (!this.#closed) this.session.receiveAudio(audio)
  }

  /** Makes the agent say a sentence, such as a greeting. Does nothing while a response is running. */
  say(text: string): void {
    if (this.#closed) return
    this.session.tap?.took({ from: 'line', say: text })
    this.session.conversation.say(text, { aside: false })
  }

  /** Before its server stops, as no other one can continue it: says that the outcome of a running write is not known. */
  tellStop(): boolean {
    const { conversation, agent } = this.session
    if (this.#closed || conversation.runningWrites.length === 0) return false
    if (conversation.replying) this.receive('{"type":"response.cancel"}')
    this.say(agent.locale.serverStopped.inCall)
    return true
  }

  /** The user has heard a message up to this position. Without reports, what was sent counts as heard. */
  heard(itemId: string, ms: number): void {
    this.#player?.heard(itemId, ms)
  }

  /** Sets whether agent audio must wait, for example until the transport is connected. */
  hold(isHeld: boolean): void {
    this.#player?.hold(isHeld)
  }

  close(why: CloseReason): void {
    if (this.#closed) return
    this.#closed = true
    const { session, clock, onClose } = this.#options
    session.ended.removeEventListener('abort', this.#onEnded)
    this.#detach()
    const rest = this.#player?.takeRest() ?? []
    if (this.#player && session.playback.player === this.#player) {
      session.playback.connect(undefined, clock.now())
      session.config.fixFormats(undefined)
      session.speech.configure()
      // The WebSocket of the session, if there is one, gets the audio that the line has not played.
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
