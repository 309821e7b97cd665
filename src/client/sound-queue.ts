/** Bytes of two seconds of PCM16 at 24 kHz: a blip loses nothing, and nobody hears what was said a while ago. */
const MAX_BYTES = 96_000

/** Sound of the microphone that waits for the line to come back; only the newest is kept. */
export class SoundQueue {
  #frames: Uint8Array[] = []
  #bytes = 0

  add(pcm: Uint8Array): void {
    this.#frames.push(pcm)
    this.#bytes += pcm.byteLength
    while (this.#bytes > MAX_BYTES) this.#bytes -= this.#frames.shift()!.byteLength
  }

  /** All that waits, oldest first; the queue is empty then. */
  take(): Uint8Array[] {
    const frames = this.#frames
    this.#frames = []
    this.#bytes = 0
    return frames
  }

  /** Whether a line with so many bytes before it would only make it late. */
  static isJammed(queuedBytes: number): boolean {
    return queuedBytes > MAX_BYTES
  }
}
