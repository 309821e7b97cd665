import type { Clock } from '../../ports.js'
import type { MemoryAccount } from '../model/session-limits.js'
import { type AudioFormat, bytesPerMs } from '../speech/audio/audio-format.js'
import type { AudioPlace, Player } from '../speech/output/playback.js'

export const FRAME_MS = 20
const MAX_CATCH_UP_MS = 100
/** The player remembers for this many messages how much of them was played. It forgets the oldest message first. */
const KEPT_MESSAGES = 8
/** After a carrier or browser has reported a position, playback is assumed to continue for at most this time. */
const REPORT_HOLDS_MS = 300

export interface LineFrame extends AudioPlace {
  /** 20 ms of audio in the output format of the line. The last frame of a message is filled with silence. */
  audio: Uint8Array
  /** Position in the message at which this frame ends, in milliseconds. */
  endMs: number
  /** Whether there was a pause before this frame. */
  first: boolean
}

export interface PacedPlayerOptions {
  format: AudioFormat
  /** How far ahead frames are sent, if the carrier or browser plays them from a buffer. @default 0 */
  leadMs?: number | undefined
  clock: Clock
  memory: MemoryAccount
  onFrame: (frame: LineFrame) => void
  onStarted: (replyId: string) => void
  onStopped: (replyId: string) => void
  onCleared: (replyId: string) => void
}

/** The byte for silence in G.711. In PCM it is zero. */
const SILENCE = { 'audio/pcmu': 0xff, 'audio/pcma': 0xd5 } as const

interface QueuedMessage extends AudioPlace {
  chunks: Uint8Array[]
  bytes: number
  whole: boolean
}

/** Sends agent audio in real time, one frame every 20 ms. States: idle (nothing to play) ⇄ playing ⇄ paused. */
export class PacedPlayer implements Player {
  readonly #options: PacedPlayerOptions
  readonly #queue: QueuedMessage[] = []
  readonly #positions = new Map<string, { sentBytes: number; heard?: { ms: number; at: number } }>()
  /** Ids of replies whose audio is not complete yet. */
  readonly #open = new Set<string>()
  #playing: string | undefined
  #nextAt = 0
  #lastId = ''
  #gap = true
  #paused = false
  #held = false
  #stopTimer: (() => void) | undefined

  constructor(options: PacedPlayerOptions) {
    this.#options = options
  }

  get queuedMs(): number {
    const bytes = this.#queue.reduce((sum, message) => sum + message.bytes, 0)
    return bytes / bytesPerMs(this.#options.format)
  }

  play(audio: Uint8Array, { itemId, replyId }: AudioPlace): void {
    const last = this.#queue.at(-1)
    this.#open.add(replyId)
    if (last?.itemId === itemId) last.chunks.push(audio)
    else this.#queue.push({ itemId, replyId, chunks: [audio], bytes: 0, whole: false })
    this.#queue.at(-1)!.bytes += audio.length
    this.#options.memory.add(audio.length)
    this.#positionOf(itemId)
    this.#start()
  }

  endMessage(itemId: string): void {
    const message = this.#queue.find((one) => one.itemId === itemId)
    if (message) message.whole = true
    this.#start()
  }

  endReply(replyId: string): void {
    this.#open.delete(replyId)
    this.#stopIfDone()
  }

  playedMs(itemId: string): number | undefined {
    const position = this.#positions.get(itemId)
    if (!position) return undefined
    const sentMs = position.sentBytes / bytesPerMs(this.#options.format)
    const { heard } = position
    if (!heard) return Math.max(0, sentMs - this.#aheadMs(itemId))
    const sinceMs = Math.min(this.#options.clock.now() - heard.at, REPORT_HOLDS_MS)
    return Math.min(sentMs, heard.ms + sinceMs)
  }

  /** Records that the carrier or browser has played a message up to this position. Only some carriers report this. */
  heard(itemId: string, ms: number): void {
    const position = this.#positions.get(itemId)
    if (position) position.heard = { ms, at: this.#options.clock.now() }
  }

  hold(isHeld: boolean): void {
    this.#held = isHeld
    if (isHeld) this.#stop()
    else this.#start()
  }

  pause(): void {
    this.#paused = true
    this.#stop()
  }

  resume(): void {
    this.#paused = false
    this.#start()
  }

  clear(): void {
    this.#stop()
    this.#paused = false
    this.#options.memory.add(-this.#queue.reduce((sum, { bytes }) => sum + bytes, 0))
    this.#queue.length = 0
    this.#open.clear()
    // The carrier or browser drops its buffer too, so the next frame is due soon.
    this.#nextAt = Math.min(this.#nextAt, this.#options.clock.now() + FRAME_MS)
    const replyId = this.#playing
    this.#playing = undefined
    if (replyId !== undefined) this.#options.onCleared(replyId)
  }

  takeRest(): (AudioPlace & { audio: Uint8Array })[] {
    const rest = this.#queue.map(({ itemId, replyId, chunks }) => ({
      itemId,
      replyId,
      audio: Buffer.concat(chunks),
    }))
    this.#playing = undefined
    this.clear()
    return rest
  }

  /** How many milliseconds of a message wait in the buffer of the carrier or browser. */
  #aheadMs(itemId: string): number {
    const isLast = itemId === this.#lastId
    return isLast ? Math.max(0, this.#nextAt - FRAME_MS - this.#options.clock.now()) : 0
  }

  #start(): void {
    if (this.#stopTimer || this.#paused || this.#held || !this.#ready) return
    const { clock, leadMs = 0 } = this.#options
    const now = clock.now()
    if (this.#nextAt < now) {
      this.#nextAt = now
      this.#gap = true
    }
    this.#stopTimer = clock.schedule(() => this.#tick(), this.#nextAt - leadMs - now)
  }

  #stop(): void {
    this.#stopTimer?.()
    this.#stopTimer = undefined
  }

  get #ready(): QueuedMessage | undefined {
    const [message, next] = this.#queue
    return message && (message.whole || next || message.bytes >= this.#frameBytes) ? message : undefined
  }

  get #frameBytes(): number {
    return bytesPerMs(this.#options.format) * FRAME_MS
  }

  #tick(): void {
    this.#stopTimer = undefined
    const { clock, leadMs = 0 } = this.#options
    const now = clock.now()
    const until = now + leadMs
    this.#nextAt = Math.max(this.#nextAt, now - MAX_CATCH_UP_MS)
    for (
      let message = this.#ready;
      message && this.#nextAt <= until && !this.#paused;
      message = this.#ready
    ) {
      this.#nextAt += FRAME_MS
      this.#send(message)
    }
    this.#start()
  }

  #send(message: QueuedMessage): void {
    const { itemId, replyId } = message
    const { onFrame, onStarted } = this.#options
    if (this.#playing !== replyId) {
      this.#stopIfDone()
      this.#playing = replyId
      onStarted(replyId)
    }
    const audio = this.#takeFrame(message)
    if (message.bytes === 0) this.#queue.shift()
    const endMs = this.#positionOf(itemId).sentBytes / bytesPerMs(this.#options.format)
    const first = this.#gap
    this.#gap = false
    this.#lastId = itemId
    onFrame({ itemId, replyId, audio, endMs, first })
    this.#stopIfDone()
  }

  #takeFrame(message: QueuedMessage): Uint8Array {
    const { format } = this.#options
    const frame = new Uint8Array(this.#frameBytes).fill(typeof format === 'number' ? 0 : SILENCE[format])
    let filled = 0
    for (let chunk = message.chunks[0]; chunk && filled < frame.length; chunk = message.chunks[0]) {
      const part = chunk.subarray(0, frame.length - filled)
      frame.set(part, filled)
      filled += part.length
      if (part.length === chunk.length) message.chunks.shift()
      else message.chunks[0] = chunk.subarray(part.length)
    }
    message.bytes -= filled
    this.#options.memory.add(-filled)
    this.#positionOf(message.itemId).sentBytes += filled
    return frame
  }

  #stopIfDone(): void {
    const replyId = this.#playing
    if (replyId === undefined || this.#open.has(replyId)) return
    if (this.#queue.some((message) => message.replyId === replyId)) return
    this.#playing = undefined
    this.#options.onStopped(replyId)
  }

  #positionOf(itemId: string): { sentBytes: number } {
    const known = this.#positions.get(itemId)
    if (known) return known
    const position = { sentBytes: 0 }
    this.#positions.set(itemId, position)
    if (this.#positions.size > KEPT_MESSAGES) this.#positions.delete(this.#positions.keys().next().value!)
    return position
  }
}
