export interface AudioPlace {
  itemId: string
  replyId: string
}

/**
 * Plays the agent audio of a session in this process and knows the position exactly. Without a player, the client
 * plays the audio, and the position is estimated.
 */
export interface Player {
  /** Milliseconds of audio that wait to be played. */
  readonly queuedMs: number
  /** Adds audio of a message, to be played after all earlier audio. */
  play(audio: Uint8Array, place: AudioPlace): void
  /** Call it when all audio of a message was added. */
  endMessage(itemId: string): void
  /** Call it when all audio of a reply was added. */
  endReply(replyId: string): void
  /** Played milliseconds of a message; `undefined` if none of its audio was added. */
  playedMs(itemId: string): number | undefined
  /** Plays nothing until `resume`. */
  pause(): void
  resume(): void
  clear(): void
}
