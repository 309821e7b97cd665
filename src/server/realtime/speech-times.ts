import type { HeardTurn } from './user-turns.js'

/** How long the speech of a turn took, for `voice.metrics`: what was waited for, the words, the first sound. */
export class SpeechTimes {
  #turn: HeardTurn | undefined
  #firstAudioMs: number | undefined

  /** The words of a turn are known. */
  hear(turn: HeardTurn): void {
    this.#turn = turn
  }

  /** A reply begins. */
  begin(): void {
    this.#firstAudioMs = undefined
  }

  /** Sound is sent. */
  sound(now: number): void {
    if (this.#turn) this.#firstAudioMs ??= now - this.#turn.endedAt
  }

  /** The stages of the turn, in milliseconds; the next turn begins with none. */
  take(): Record<string, number> {
    const turn = this.#turn
    this.#turn = undefined
    return {
      ...(turn && { end_of_speech: turn.silenceMs, transcript: turn.transcriptMs }),
      ...(this.#firstAudioMs !== undefined && { first_audio: this.#firstAudioMs }),
    }
  }
}
