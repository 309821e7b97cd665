/** Bytes of two seconds of PCM16 at 24 kHz; older audio is dropped. */
const MAX_BYTES = 96_000

/** Microphone audio that waits for the connection; only the newest is kept. */
export class PendingAudio {
  #frames: Uint8Array[] = []
  #bytes = 0

  add(pcm: Uint8Array): void {
    this.#frames.push(pcm)
    this.#bytes += pcm.byteLength
    while (this.#bytes > MAX_BYTES) this.#bytes -= this.#frames.shift()!.byteLength
  }

  /** Returns all waiting audio, oldest first, and empties the queue. */
  take(): Uint8Array[] {
    const frames = this.#frames
    this.#frames = []
    this.#bytes = 0
    return frames
  }

  /** Whether a connection has so many queued bytes that more audio would arrive too late. */
  static isJammed(queuedBytes: number): boolean {
    return queuedBytes > MAX_BYTES
  }
}
