import { Resampler } from '../../protocol/resampler.js'

interface Chunk {
  item: string
  samples: Int16Array
  wireSamples: number
  /** Number of `samples` already played. */
  at: number
}

export interface Played {
  item: string
  /** Samples at the rate of the protocol, from the start of the item. */
  playedSamples: number
}

/** The most audio that waits: ten minutes (29 MB). Longer audio is cut off; its text is complete. */
const MAX_WAITING_MS = 600_000
/** Milliseconds to buffer before playing, so that a late packet causes no gap. */
const START_MS = 80
/** Maximum wait in milliseconds for `START_MS` of audio, because a whole response can be shorter than `START_MS`. */
const PATIENCE_MS = 120

/**
 * Audio that waits to be played. It is stored at the rate of the protocol, which takes less memory, and resampled
 * when it is played. Playing starts when enough audio is buffered. After the buffer has run empty, playing waits until
 * it has filled again. Counts how much of each item was played.
 *
 * States: empty → filling → playing → empty.
 */
export class PlayQueue {
  readonly #rates: { wire: number; device: number }
  #resampler: Resampler
  #waiting: { item: string; pcm: Int16Array }[] = []
  #waitingSamples = 0
  #current: Chunk | undefined
  #waitedSamples = 0
  #isPlaying = false
  #last: Played | undefined

  constructor(rates: { wire: number; device: number }) {
    this.#rates = rates
    this.#resampler = this.#newResampler()
  }

  get played(): Played | undefined {
    return this.#last
  }

  get isEmpty(): boolean {
    return this.#current === undefined && this.#waiting.length === 0
  }

  /** Adds audio of an item; dropped when ten minutes are buffered. */
  push(item: string, pcm: Int16Array): void {
    if (this.#waitingSamples + pcm.length > (MAX_WAITING_MS * this.#rates.wire) / 1000) return
    this.#waiting.push({ item, pcm })
    this.#waitingSamples += pcm.length
  }

  pull(block: Float32Array): boolean {
    block.fill(0)
    if (!this.#isReady(block.length)) return false
    let filled = 0
    for (let chunk = this.#next(); chunk && filled < block.length; chunk = this.#next())
      filled += this.#take(chunk, block.subarray(filled))
    if (this.isEmpty) this.#rest()
    return filled > 0
  }

  clear(): void {
    this.#waiting = []
    this.#waitingSamples = 0
    this.#current = undefined
    this.#rest()
  }

  #isReady(blockLength: number): boolean {
    if (this.isEmpty) return false
    if (this.#isPlaying) return true
    const { wire, device } = this.#rates
    this.#waitedSamples += blockLength
    this.#isPlaying =
      this.#waitingSamples >= (START_MS * wire) / 1000 || this.#waitedSamples >= (PATIENCE_MS * device) / 1000
    return this.#isPlaying
  }

  #next(): Chunk | undefined {
    const next = this.#current ? undefined : this.#waiting.shift()
    if (next) {
      const { item, pcm } = next
      this.#waitingSamples -= pcm.length
      this.#current = { item, samples: this.#resampler.push(pcm), wireSamples: pcm.length, at: 0 }
    }
    return this.#current
  }

  #take(chunk: Chunk, block: Float32Array): number {
    const { samples, at } = chunk
    const count = Math.min(block.length, samples.length - at)
    for (let offset = 0; offset < count; offset += 1) block[offset] = samples[at + offset]! / 32_768
    const before = this.#wirePlayed(chunk)
    chunk.at += count
    this.#count(chunk.item, this.#wirePlayed(chunk) - before)
    if (chunk.at >= samples.length) {
      this.#current = undefined
      // A chunk can be so short that resampling gives no sample. It counts as played.
      if (samples.length === 0) this.#count(chunk.item, chunk.wireSamples)
    }
    return count
  }

  #wirePlayed({ at, samples, wireSamples }: Chunk): number {
    return samples.length === 0 ? 0 : Math.round((wireSamples * at) / samples.length)
  }

  #count(item: string, samples: number): void {
    const before = this.#last?.item === item ? this.#last.playedSamples : 0
    this.#last = { item, playedSamples: before + samples }
  }

  /** Goes back to the empty state. The next audio gets a new resampler, so that it does not continue the old audio. */
  #rest(): void {
    this.#isPlaying = false
    this.#waitedSamples = 0
    this.#resampler = this.#newResampler()
  }

  #newResampler(): Resampler {
    return new Resampler({ from: this.#rates.wire, to: this.#rates.device })
  }
}
