import type { Clock } from '../../ports.js'
import type { Conversation } from '../agent/conversation.js'
import type { TurnSegmenterEvent } from '../speech/input/turn-segmenter.js'
import type { RecognizedUtterance } from '../speech/input/utterance.js'
import type { Playback } from '../speech/output/playback.js'
import type { OutputPacing } from '../speech/output/spoken-output.js'

/** Time after the end of a turn in which further speech continues it. */
const JOIN_WITHIN_MS = 1_000
/** After this much audio of the reply, about a word, further speech is a separate turn. */
const MAX_HEARD_MS = 600
/** Silence before the first audio of a reply. */
const SPEAK_AFTER_MS = 500
/** Audio that is sent ahead of the player while a write must wait. */
const UNCERTAIN_LEAD_MS = 200
/** Silence before a write runs. */
const WRITE_AFTER_MS = 1_100
/** How often a write looks whether a possible interruption was decided. */
const RETRY_MS = 50

/** A turn that further speech may continue. */
export interface EndedTurn {
  itemId: string
  /** Silence before the turn ended. */
  silenceMs: number
  /** By the clock of the session. */
  endedAt: number
  /** The words of the turn, with those of the turns that it continues. */
  heard: Promise<RecognizedUtterance>
}

/** Options of `TurnCertainty`. */
export interface TurnCertaintyOptions {
  clock: Clock
  conversation: Pick<Conversation, 'canWithdraw'>
  playback: Pick<Playback, 'playedSince'>
  /** Whether a sound is being checked for an interruption. */
  isSuspected: () => boolean
  /** Whether a reply can be withdrawn: turns create responses, and speech interrupts them. */
  isEnabled: () => boolean
}

/**
 * How certain the end of the user's last turn is. Until a write runs or more than a word of the reply is heard, further
 * speech continues the turn. So the first audio and each write wait until a longer pause is unlikely.
 */
export class TurnCertainty implements OutputPacing {
  readonly #options: TurnCertaintyOptions
  #turn: EndedTurn | undefined
  /** Audio heard before the sound that is being checked. */
  #heardMs: number | undefined

  constructor(options: TurnCertaintyOptions) {
    this.#options = options
  }

  /** Clock time before which a reply is not spoken. */
  get speakFrom(): number {
    return this.#timeAfter(SPEAK_AFTER_MS)
  }

  /** Little audio is sent ahead while the reply may be withdrawn: a stock client plays all that it has. */
  get maxLeadMs(): number | undefined {
    return this.#timeAfter(WRITE_AFTER_MS) > this.#options.clock.now() ? UNCERTAIN_LEAD_MS : undefined
  }

  /** A turn ended. */
  end(turn: EndedTurn): void {
    this.#turn = turn
    this.#heardMs = undefined
  }

  /** Notes what was heard before a sound that is being checked for an interruption. */
  suspect({ type }: Pick<TurnSegmenterEvent, 'type'>): void {
    if (type === 'suspected') this.#heardMs = this.#playedMs
    else if (type === 'dismissed') this.#heardMs = undefined
  }

  /** Speech starts after `pauseMs` of silence: returns the turn that it continues. */
  continued(pauseMs: number): EndedTurn | undefined {
    const turn = this.#turn
    const heardMs = this.#heardMs ?? this.#playedMs
    this.#turn = undefined
    this.#heardMs = undefined
    const { conversation, isEnabled } = this.#options
    // A turn without a pause after it ended by its length, or by a commit of the client.
    if (!turn || pauseMs <= 0 || turn.silenceMs === 0) return undefined
    if (pauseMs > turn.silenceMs + JOIN_WITHIN_MS || heardMs > MAX_HEARD_MS) return undefined
    return isEnabled() && conversation.canWithdraw(turn.itemId) ? turn : undefined
  }

  /** Resolves when a write may run; from then on no speech continues the turn. `undefined`: now. */
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

  /** When the silence after the turn is this long. */
  #timeAfter(silenceMs: number): number {
    const turn = this.#turn
    return turn && this.#options.isEnabled() ? turn.endedAt + silenceMs - turn.silenceMs : 0
  }

  get #playedMs(): number {
    const { clock, playback } = this.#options
    return this.#turn ? playback.playedSince(this.#turn.endedAt, clock.now()) : 0
  }
}
