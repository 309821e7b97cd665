/** Where a piece of agent audio belongs. */
export interface AudioPlace {
  itemId: string
  replyId: string
}

/**
 * Plays the agent audio of a session in this process, in real time, and knows what it has played. A session without
 * one sends audio to its client, whose player it can only estimate.
 */
export interface Player {
  /** Milliseconds of audio that wait to be played. */
  readonly queuedMs: number
  /** Adds audio of a message; messages come one after the other. */
  play(audio: Uint8Array, place: AudioPlace): void
  /** All audio of a message was added. */
  endMessage(itemId: string): void
  /** All audio of a reply was added. */
  endReply(replyId: string): void
  /** Milliseconds of a message that were played; `undefined` when none of its audio was added. */
  playedMs(itemId: string): number | undefined
  /** Plays nothing until `resume`. */
  pause(): void
  resume(): void
  /** Discards all waiting audio. */
  clear(): void
}
