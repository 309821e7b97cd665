import type { Clock } from '../../ports.js'
import { type AudioPacket, JitterBuffer } from './jitter-buffer.js'
import type { OpusCodec } from './opus.js'

/** Options of `CallerAudio`. */
export interface CallerAudioOptions {
  codec: Pick<OpusCodec, 'decode' | 'conceal'>
  clock: Clock
  /** Number of bytes in one millisecond of decoded PCM16. */
  bytesPerMs: number
  /** Receives PCM16. */
  onAudio: (pcm: Uint8Array) => void
}

/** If no packet arrives for this time, the caller counts as silent. */
const SILENT_AFTER_MS = 400
/** Silence is then added at this interval. */
const STEP_MS = 100

/**
 * Turns the packets of a caller into audio. While none arrive (muted microphone, discontinuous transmission), adds
 * silence, which is needed to detect the end of a turn.
 */
export class CallerAudio {
  readonly #options: CallerAudioOptions
  readonly #buffer: JitterBuffer
  #last: Uint8Array | undefined
  #lastAt: number
  #stopTimer: () => void = () => {}

  constructor(options: CallerAudioOptions) {
    const { clock, codec, onAudio } = options
    this.#options = options
    this.#lastAt = clock.now()
    const decoded = (pcm: Uint8Array | undefined) => {
      if (pcm) onAudio(pcm)
    }
    this.#buffer = new JitterBuffer({
      clock,
      onPacket: (payload) => {
        this.#last = payload
        decoded(codec.decode(payload))
      },
      onLost: () => {
        if (this.#last) decoded(codec.conceal(this.#last))
      },
    })
    this.#watch()
  }

  push(packet: AudioPacket): void {
    this.#lastAt = this.#options.clock.now()
    this.#buffer.push(packet)
  }

  close(): void {
    this.#stopTimer()
    this.#buffer.close()
  }

  #watch(): void {
    const { clock, bytesPerMs, onAudio } = this.#options
    this.#stopTimer = clock.schedule(() => {
      const isSilent = this.#last !== undefined && clock.now() - this.#lastAt >= SILENT_AFTER_MS
      if (isSilent) onAudio(new Uint8Array(STEP_MS * bytesPerMs))
      this.#watch()
    }, STEP_MS)
  }
}
