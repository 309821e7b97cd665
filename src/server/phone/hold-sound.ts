import type { Clock } from '../../ports.js'
import { type AudioFormat, encodeAudio, rateOf } from '../speech/audio/audio-format.js'

/** The agent is silent for this time before the first tone. A filler sentence ("One moment, please.") comes earlier. */
const FIRST_AFTER_MS = 5_000
const PERIOD_MS = 3_000
const TONE_MS = 240
const TONE_HZ = 440
/** Amplitude of the tone, much quieter than speech. */
const LOUDNESS = 700

/** Plays a soft tone every three seconds while the agent works in silence. The tone tells the caller to wait. */
export class HoldSound {
  readonly #clock: Clock
  readonly #play: () => void
  #stopTimer: (() => void) | undefined
  #spokeAt = 0

  constructor({
    format,
    clock,
    play,
  }: { format: AudioFormat; clock: Clock; play: (tone: Uint8Array) => void }) {
    const tone = createTone(format)
    this.#clock = clock
    this.#play = () => play(tone)
  }

  /** Sets whether the agent works on a response while the caller is silent. */
  set working(working: boolean) {
    if (working && !this.#stopTimer) this.#schedule(FIRST_AFTER_MS)
    if (working) return
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  spoke(): void {
    this.#spokeAt = this.#clock.now()
  }

  #schedule(delayMs: number): void {
    this.#stopTimer = this.#clock.schedule(() => this.#onTime(), delayMs)
  }

  #onTime(): void {
    const leftMs = this.#spokeAt + FIRST_AFTER_MS - this.#clock.now()
    if (leftMs <= 0) this.#play()
    this.#schedule(leftMs > 0 ? leftMs : PERIOD_MS)
  }
}

/** A tone that fades in and out, because an abrupt start or end makes a click. */
function createTone(format: AudioFormat): Uint8Array {
  const rate = rateOf(format)
  const length = (TONE_MS * rate) / 1000
  const samples = Int16Array.from(
    { length },
    (_, at) =>
      LOUDNESS * Math.sin((Math.PI * at) / length) ** 2 * Math.sin((2 * Math.PI * TONE_HZ * at) / rate),
  )
  return encodeAudio(samples, format)
}
