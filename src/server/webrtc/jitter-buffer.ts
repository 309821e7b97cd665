import type { Clock } from '../../ports.js'

export interface AudioPacket {
  sequence: number
  /** Timestamp of 32 bits, in samples at 48 kHz. */
  timestamp: number
  payload: Uint8Array
}

export interface JitterBufferOptions {
  clock: Clock
  onPacket: (payload: Uint8Array) => void
  /** Called for each lost packet, but at most `MAX_CONCEALED` times for one gap. */
  onLost: () => void
}

/** Milliseconds to wait for a missing packet: `base` plus `jitters` times the measured jitter, at most `max`. */
const WAIT_MS = { base: 40, jitters: 3, max: 240 }
const MAX_WAITING = 50
/** Maximum number of lost packets that are concealed in one gap. Longer concealment sounds like a hum. */
const MAX_CONCEALED = 5
/** If the sequence number of a packet differs from the expected one by more than this, a new stream has started. */
const MAX_DISTANCE = 1_000
const SAMPLES_PER_MS = 48

/** Orders packets. Those after a gap wait, longer with more jitter (RFC 3550, 6.4.1). */
export class JitterBuffer {
  readonly #options: JitterBufferOptions
  readonly #waiting = new Map<number, AudioPacket>()
  #next: number | undefined
  #jitterMs = 0
  #transitMs: number | undefined
  #stopTimer: (() => void) | undefined

  constructor(options: JitterBufferOptions) {
    this.#options = options
  }

  push(packet: AudioPacket): void {
    this.#measure(packet)
    const ahead = this.#distance(packet.sequence)
    if (Math.abs(ahead) > MAX_DISTANCE) this.#restart(packet.sequence)
    else if (ahead < 0) return
    this.#waiting.set(packet.sequence, packet)
    this.#release()
    if (this.#waiting.size > MAX_WAITING) this.#skip()
  }

  close(): void {
    this.#stopTimer?.()
    this.#waiting.clear()
  }

  /** How far a number is after the next expected one, with the wrap at 65,536. */
  #distance(sequence: number): number {
    this.#next ??= sequence
    const distance = (sequence - this.#next) & 0xffff
    return distance < 0x8000 ? distance : distance - 0x10000
  }

  #restart(sequence: number): void {
    this.#waiting.clear()
    this.#next = sequence
  }

  #measure({ timestamp }: AudioPacket): void {
    const transitMs = this.#options.clock.now() - timestamp / SAMPLES_PER_MS
    const change = Math.abs(transitMs - (this.#transitMs ?? transitMs))
    this.#transitMs = transitMs
    // A larger change means that the timestamp has wrapped or that a new stream has started.
    if (change < 1_000) this.#jitterMs += (change - this.#jitterMs) / 16
  }

  #release(): void {
    for (let packet = this.#take(); packet; packet = this.#take()) this.#options.onPacket(packet.payload)
    if (this.#waiting.size === 0) {
      this.#stopTimer?.()
      this.#stopTimer = undefined
    } else if (!this.#stopTimer) {
      const waitMs = Math.min(WAIT_MS.max, WAIT_MS.base + WAIT_MS.jitters * this.#jitterMs)
      this.#stopTimer = this.#options.clock.schedule(() => this.#skip(), waitMs)
    }
  }

  #take(): AudioPacket | undefined {
    const next = this.#next!
    const packet = this.#waiting.get(next)
    if (!packet) return undefined
    this.#waiting.delete(next)
    this.#next = (next + 1) & 0xffff
    return packet
  }

  #skip(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
    const lost = Math.min(...[...this.#waiting.keys()].map((sequence) => this.#distance(sequence)))
    if (!Number.isFinite(lost)) return
    for (let count = 0; count < Math.min(lost, MAX_CONCEALED); count += 1) this.#options.onLost()
    this.#next = (this.#next! + lost) & 0xffff
    this.#release()
  }
}
