import type { Clock } from '../../ports.js'
import type { Conversation } from '../agent/conversation.js'
import type { TurnSegmenterEvent } from '../speech/input/turn-segmenter.js'
import type { RecognizedUtterance } from '../speech/input/utterance.js'
import type { Playback } from '../speech/output/playback.js'
import type { OutputPacing } from '../speech/output/spoken-output.js'

/** Speech that starts within this time after the end of a turn continues the turn. */
const JOIN_WITHIN_MS = 1_000
/** If the user has heard more than this much of the reply (about one word), further speech is a new turn. */
const MAX_HEARD_MS = 600
/** The first audio of a reply waits until the user has been silent this long. */
const SPEAK_AFTER_MS = 500
/** Maximum audio that is sent ahead of playback until the user has been silent for `WRITE_AFTER_MS`. */
const UNCERTAIN_LEAD_MS = 200
/** A write is a tool call that changes data. It waits until the user has been silent this long. */
const WRITE_AFTER_MS = 1_100
/** Interval at which a waiting write checks whether a sound may still be an interruption. */
const RETRY_MS = 50

export interface EndedTurn {
  itemId: string
  silenceMs: number
  /** When the turn ended, in milliseconds since 1970. */
  endedAt: number
  /** The transcript of the turn. It includes the transcripts of earlier turns that this turn continues. */
  heard: Promise<RecognizedUtterance>
}

export interface TurnContinuationOptions {
  clock: Clock
  conversation: Pick<Conversation, 'canWithdraw'>
  playback: Pick<Playback, 'playedSince'>
  /** Whether turn detection is on, the end of a turn starts a response, and speech stops one. */
  isEnabled: () => boolean
}

/**
 * Decides whether new speech continues the user's last turn: not if the agent has begun a write, or the user has heard
 * more than about one word of the reply. So audio and writes wait until more speech is unlikely.
 */
export class TurnContinuation implements OutputPacing {
  readonly #options: TurnContinuationOptions
  #isSuspected = false
  #turn: EndedTurn | undefined
  /** Milliseconds of the reply that the user had heard when a possible interruption began. */
  #heardMs: number | undefined

  constructor(options: TurnContinuationOptions) {
    this.#options = options
  }

  get speakFrom(): number {
    return this.#timeAfter(SPEAK_AFTER_MS)
  }

  /** A client plays all audio that it has. So little is sent ahead while the reply may still be withdrawn. */
  get maxLeadMs(): number | undefined {
    return this.#timeAfter(WRITE_AFTER_MS) > this.#options.clock.now() ? UNCERTAIN_LEAD_MS : undefined
  }

  get isSuspected(): boolean {
    return this.#isSuspected
  }

  end(turn: EndedTurn): void {
    this.#turn = turn
    this.#heardMs = undefined
  }

  /** When a sound begins that may be an interruption, remembers how much of the reply the user has heard. */
  suspect({ type }: Pick<TurnSegmenterEvent, 'type'>): void {
    this.#isSuspected = type === 'suspected'
    if (type === 'suspected') this.#heardMs = this.#playedMs
    else if (type === 'dismissed') this.#heardMs = undefined
  }

  /** The user speaks after `pauseMs` of silence. Returns the turn that this continues; `undefined` for a new turn. */
  continued(pauseMs: number): EndedTurn | undefined {
    const turn = this.#turn
    const heardMs = this.#heardMs ?? this.#playedMs
    this.#turn = undefined
    this.#heardMs = undefined
    const { conversation, isEnabled } = this.#options
    // A turn without silence at its end reached its maximum length, or the client committed it. Such a turn cannot be
    // continued.
    if (!turn || pauseMs <= 0 || turn.silenceMs === 0) return undefined
    if (pauseMs > turn.silenceMs + JOIN_WITHIN_MS || heardMs > MAX_HEARD_MS) return undefined
    return isEnabled() && conversation.canWithdraw(turn.itemId) ? turn : undefined
  }

  /** Resolves when a write may run; from then on, speech does not continue the turn. `undefined`: it may run now. */
  beforeWrite(): Promise<void> | undefined {
    const turn = this.#turn
    if (!turn || !this.#options.isEnabled()) return undefined
    return this.#untilCertain(turn)
  }

  async #untilCertain(turn: EndedTurn): Promise<void> {
    const { clock } = this.#options
    while (this.#turn === turn) {
      const waitMs = Math.max(this.#timeAfter(WRITE_AFTER_MS) - clock.now(), this.#isSuspected ? RETRY_MS : 0)
      if (waitMs <= 0) this.#turn = undefined
      else await new Promise<void>((resolve) => void clock.schedule(resolve, waitMs))
    }
  }

  /** The clock time at which the user has been silent for `silenceMs`; 0 if there is no turn to wait for. */
  #timeAfter(silenceMs: number): number {
    const turn = this.#turn
    return turn && this.#options.isEnabled() ? turn.endedAt + silenceMs - turn.silenceMs : 0
  }

  get #playedMs(): number {
    const { clock, playback } = this.#options
    return this.#turn ? playback.playedSince(this.#turn.endedAt, clock.now()) : 0
  }
}
