import type { Clock } from '../../../ports.js'

const TICK_MS = 100
/** Audio may be late by this time, in milliseconds, before silence takes its place. */
const MAX_LATE_MS = 300
/** Audio that is further ahead of the clock is dropped. */
const MAX_EARLY_MS = 600

export interface PacedAudioOptions {
  clock: Clock
  silence: (ms: number) => Uint8Array
  send: (audio: Uint8Array) => void
  /** Whether the silence is not needed. */
  mayPause: () => boolean
  /** Called in place of silence that is not needed. */
  onPause: () => void
}

/** The audio of a user for a model without a clock: in real time, with silence while no microphone sends. */
export class PacedAudio {
  readonly #options: PacedAudioOptions
  readonly #startedAt: number
  #sentMs = 0
  #stopTimer: () => void = () => {}

  constructor(options: PacedAudioOptions) {
    this.#options = options
    this.#startedAt = options.clock.now()
    this.#tick()
  }

  push(audio: Uint8Array, ms: number): void {
    if (ms - this.#lateMs > MAX_EARLY_MS) return
    this.#sentMs += ms
    this.#options.send(audio)
  }

  stop(): void {
    this.#stopTimer()
  }

  get #lateMs(): number {
    return this.#options.clock.now() - this.#startedAt - this.#sentMs
  }

  #tick(): void {
    const { clock, silence, mayPause, onPause } = this.#options
    if (this.#lateMs > MAX_LATE_MS && mayPause()) {
      onPause()
      return
    }
    while (this.#lateMs > MAX_LATE_MS) this.push(silence(TICK_MS), TICK_MS)
    this.#stopTimer = clock.schedule(() => this.#tick(), TICK_MS)
  }
}
