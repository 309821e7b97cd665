/** Which message and reply a piece of agent audio belongs to. */
export interface AudioPlace {
  itemId: string
  replyId: string
}

/**
 * Plays the agent audio of a session in this process, in real time, and knows exactly what was played. A session
 * without a player sends audio to its client, whose playback can only be estimated.
 */
export interface Player {
  /** Milliseconds of audio that wait to be played. */
  readonly queuedMs: number
  /** Adds audio of a message. Audio of the next message comes after the last audio of this one. */
  play(audio: Uint8Array, place: AudioPlace): void
  /** All audio of a message was added. */
  endMessage(itemId: string): void
  /** All audio of a reply was added. */
  endReply(replyId: string): void
  /** How many milliseconds of a message were played; `undefined` if none of its audio was added. */
  playedMs(itemId: string): number | undefined
  /** Plays nothing until `resume`. */
  pause(): void
  resume(): void
  /** Discards all waiting audio. */
  clear(): void
}
