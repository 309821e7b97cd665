import type { RecognizedTurn } from './user-turns.js'

/**
 * Measures the speech latencies of a turn for the event `voice.metrics`: the silence that ended it, its transcript, the
 * first audio of the reply.
 */
export class SpeechTimes {
  #turn: RecognizedTurn | undefined
  #firstAudioMs: number | undefined

  /** Call it when the transcript of a turn is known. */
  add(turn: RecognizedTurn): void {
    this.#turn = turn
  }

  /** Call it when a reply starts. */
  begin(): void {
    this.#firstAudioMs = undefined
  }

  /** Call it when agent audio was sent. */
  sound(now: number): void {
    if (this.#turn) this.#firstAudioMs ??= now - this.#turn.endedAt
  }

  /** Returns the latencies of the turn in milliseconds, by stage, and resets them. */
  take(): Record<string, number> {
    const turn = this.#turn
    this.#turn = undefined
    return {
      ...(turn && { end_of_speech: turn.silenceMs, transcript: turn.transcriptMs }),
      ...(this.#firstAudioMs !== undefined && { first_audio: this.#firstAudioMs }),
    }
  }
}
