import type { Player } from '../../speech/output/playback.js'

/** While the provider plays, so much is left to play: how much it is, it does not say. */
const SOME_MS = 500

/** The playback of a call whose audio the provider has. It tells only whether it plays. */
export class ProviderPlayer implements Player {
  readonly isElsewhere = true
  /** Stops the playback. */
  readonly clear: () => void
  isPlaying = false

  constructor(clear: () => void) {
    this.clear = clear
  }

  get queuedMs(): number {
    return this.isPlaying ? SOME_MS : 0
  }

  play(): void {}

  endMessage(): void {}

  endReply(): void {}

  playedMs(): undefined {}

  pause(): void {}

  resume(): void {}
}
