import { Resampler } from '../../protocol/resampler.js'

interface Chunk {
  item: string
  /** At the rate of the device. */
  samples: Float32Array
  /** How many samples of the wire it stands for. */
  wireSamples: number
  /** How much of it was played. */
  at: number
}

/** What of an item was played. */
export interface Played {
  item: string
  /** Samples at the rate of the wire, from the start of the item. */
  playedSamples: number
}

/** This much has to be there before sound begins, so that the next packet is not too late. */
const START_MS = 80
/** A reply shorter than that begins all the same, after this time. */
const PATIENCE_MS = 120

/**
 * Sound that waits to be played, at the rate of the device. Begins when enough is there, and waits again for enough when it ran dry. Knows how
 * much of each item was played.
 *
 * States: empty → filling → playing → empty.
 */
export class PlayQueue {
  readonly #rates: { wire: number; device: number }
  #resampler: Resampler
  #chunks: Chunk[] = []
  #waitedSamples = 0
  #isPlaying = false
  #last: Played | undefined

  constructor(rates: { wire: number; device: number }) {
    this.#rates = rates
    this.#resampler = this.#newResampler()
  }

  /** What was played last. */
  get played(): Played | undefined {
    return this.#last
  }

  get isEmpty(): boolean {
    return this.#chunks.length === 0
  }

  push(item: string, pcm: Int16Array): void {
    const samples = Float32Array.from(this.#resampler.push(pcm), (sample) => sample / 32_768)
    this.#chunks.push({ item, samples, wireSamples: pcm.length, at: 0 })
  }

  /** Fills a block; silence where there is nothing to play. Returns whether sound is in it. */
  pull(block: Float32Array): boolean {
    block.fill(0)
    if (!this.#isReady(block.length)) return false
    let filled = 0
    while (filled < block.length && this.#chunks[0])
      filled += this.#take(this.#chunks[0], block.subarray(filled))
    if (this.isEmpty) this.#rest()
    return filled > 0
  }

  /** Throws away what waits. */
  clear(): void {
    this.#chunks = []
    this.#rest()
  }

  #isReady(blockLength: number): boolean {
    if (this.isEmpty) return false
    if (this.#isPlaying) return true
    const { device } = this.#rates
    const waiting = this.#chunks.reduce((sum, { samples }) => sum + samples.length, 0)
    this.#waitedSamples += blockLength
    this.#isPlaying =
      waiting >= (START_MS * device) / 1000 || this.#waitedSamples >= (PATIENCE_MS * device) / 1000
    return this.#isPlaying
  }

  #take(chunk: Chunk, block: Float32Array): number {
    const count = Math.min(block.length, chunk.samples.length - chunk.at)
    block.set(chunk.samples.subarray(chunk.at, chunk.at + count))
    const before = this.#wirePlayed(chunk)
    chunk.at += count
    this.#count(chunk.item, this.#wirePlayed(chunk) - before)
    if (chunk.at >= chunk.samples.length) {
      this.#chunks.shift()
      // A chunk too short to give a sample was played, too.
      if (chunk.samples.length === 0) this.#count(chunk.item, chunk.wireSamples)
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

  /** The next sound begins from silence. */
  #rest(): void {
    this.#isPlaying = false
    this.#waitedSamples = 0
    this.#resampler = this.#newResampler()
  }

  #newResampler(): Resampler {
    return new Resampler({ from: this.#rates.wire, to: this.#rates.device })
  }
}
