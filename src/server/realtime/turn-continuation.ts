import type { Clock } from '../../ports.js'
import type { Conversation } from '../agent/conversation.js'
import type { TurnSegmenterEvent } from '../speech/input/turn-segmenter.js'
import type { RecognizedUtterance } from '../speech/input/utterance.js'
import type { Playback } from '../speech/output/playback.js'
import type { OutputPacing } from '../speech/output/spoken-output.js'

/** Speech that starts within this time after the end of a turn continues the turn. */
const JOIN_WITHIN_MS = 1_000
/** When the user has heard this much of the reply, about a word, further speech is a separate turn. */
const MAX_HEARD_MS = 600
/** The first audio of a reply waits until the user has been silent this long. */
const SPEAK_AFTER_MS = 500
/** While a write has to wait, at most this much audio is sent ahead of playback. */
const UNCERTAIN_LEAD_MS = 200
/** A write waits until the user has been silent this long. */
const WRITE_AFTER_MS = 1_100
/** How often a waiting write checks whether a sound is still a possible interruption. */
const RETRY_MS = 50

export interface EndedTurn {
  itemId: string
  /** How long the user was silent before the turn ended. */
  silenceMs: number
  /** When the turn ended, in milliseconds since 1970. */
  endedAt: number
  /** The transcript of the turn, including the turns that it continues. */
  heard: Promise<RecognizedUtterance>
}

export interface TurnContinuationOptions {
  clock: Clock
  conversation: Pick<Conversation, 'canWithdraw'>
  playback: Pick<Playback, 'playedSince'>
  isSuspected: () => boolean
  /** Whether a reply can be withdrawn: turns must start responses, and speech must interrupt them. */
  isEnabled: () => boolean
}

/**
 * Decides whether further speech continues the user's last turn. After a write, or after about a word of the reply, it
 * begins a new turn. So the first audio and each write wait until more speech is unlikely.
 */
export class TurnContinuation implements OutputPacing {
  readonly #options: TurnContinuationOptions
  #turn: EndedTurn | undefined
  /** How much audio the user had heard before the sound that is being checked. */
  #heardMs: number | undefined

  constructor(options: TurnContinuationOptions) {
    this.#options = options
  }

  /** The clock time from which the reply may be spoken. */
  get speakFrom(): number {
    return this.#timeAfter(SPEAK_AFTER_MS)
  }

  /**
   * How far audio is sent ahead of playback; `undefined` without a special limit. Clients play all audio that they have, so
   * the server sends little ahead while a reply may be withdrawn.
   */
  get maxLeadMs(): number | undefined {
    return this.#timeAfter(WRITE_AFTER_MS) > this.#options.clock.now() ? UNCERTAIN_LEAD_MS : undefined
  }

  end(turn: EndedTurn): void {
    this.#turn = turn
    this.#heardMs = undefined
  }

  /** Remembers how much the user had heard before a sound that may be an interruption. */
  suspect({ type }: Pick<TurnSegmenterEvent, 'type'>): void {
    if (type === 'suspected') this.#heardMs = this.#playedMs
    else if (type === 'dismissed') this.#heardMs = undefined
  }

  /**
   * Call it when the user starts to speak after `pauseMs` of silence. Returns the turn that this speech continues;
   * `undefined` for a new turn.
   */
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

  /** Resolves when a write may run; from then on, no speech continues the turn. `undefined` if the write may run now. */
  beforeWrite(): Promise<void> | undefined {
    const turn = this.#turn
    if (!turn || !this.#options.isEnabled()) return undefined
    return this.#untilCertain(turn)
  }

  async #untilCertain(turn: EndedTurn): Promise<void> {
    const { clock, isSuspected } = this.#options
    while (this.#turn === turn) {
      const waitMs = Math.max(this.#timeAfter(WRITE_AFTER_MS) - clock.now(), isSuspected() ? RETRY_MS : 0)
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
