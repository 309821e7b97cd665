import type { Clock } from '../../ports.js'
import type { AgentEvent, Item } from '../agent/events.js'
import type { History } from '../agent/history.js'
import type { SpeechError } from '../model/speech-error.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import { Playback } from '../speech/speaking/playback.js'
import { type SpokenEvent, SpokenOutput } from '../speech/speaking/spoken-output.js'

/** What the voice of an agent is given. */
export interface AgentVoiceOptions {
  /** `null`: answers are text only. */
  tts: TextToSpeech | null
  clock: Clock
  history: History
  settings: () => { format: AudioFormat; voice: string | undefined }
  /** Whether the next reply is to be spoken. */
  speaks: () => boolean
  write: (event: SpokenEvent) => void
  /** A message that was shown whole was heard in part only. */
  onTruncated: (itemId: string, playedMs: number) => void
  onFailure: (error: SpeechError) => void
}

/**
 * Sends replies on, spoken or not, in their order, and knows what was heard of them. The history keeps what was heard.
 */
export class AgentVoice {
  readonly playback = new Playback()
  readonly #options: AgentVoiceOptions
  readonly #output: SpokenOutput | undefined
  readonly #spoken = new Set<string>()

  constructor(options: AgentVoiceOptions) {
    this.#options = options
    const { tts, clock, settings, write, onFailure } = options
    this.#output =
      tts === null
        ? undefined
        : new SpokenOutput({
            ...{ tts, clock, settings, write, onFailure, playback: this.playback },
            keep: (item) => this.#keep(item),
            truncated: (item) => this.#truncated(item),
          })
  }

  /** Whether the listener hears the agent, or is about to. */
  get audible(): boolean {
    return this.playback.audible(this.#options.clock.now())
  }

  /** Whether a reply waits to be said or shown. */
  get busy(): boolean {
    return this.#output?.busy ?? false
  }

  /** Takes what the agent does. */
  take(event: AgentEvent): void {
    const output = this.#output
    if (!output) {
      this.#options.write(silent(event))
      return
    }
    if (event.type === 'reply-started' && !event.outOfBand && (event.spoken ?? this.#options.speaks()))
      this.#spoken.add(event.replyId)
    const replyId = 'replyId' in event ? event.replyId : undefined
    if (replyId !== undefined && this.#spoken.has(replyId)) {
      if (event.type === 'reply-ended') this.#spoken.delete(replyId)
      output.take(event)
    } else if (replyId !== undefined || event.type === 'metrics') output.pass(silent(event))
    else this.#options.write(event)
  }

  /** The user speaks, and will want an answer. */
  prepare(): void {
    if (this.#options.speaks()) this.#options.tts?.prepare?.()
  }

  /** Somebody may want the turn. `playerStops` says whether the player stands still, too. */
  pause(options: { playerStops: boolean }): void {
    this.#output?.pause()
    if (options.playerStops) this.playback.pause(this.#options.clock.now())
  }

  resume(): void {
    this.playback.resume(this.#options.clock.now())
    this.#output?.resume()
  }

  /** Nothing more is said of what waits. Returns the words that nobody heard; empty when nothing was being said. */
  cut(reason: 'turn_detected' | 'client_cancelled'): string {
    return this.#output?.cut({ status: 'cancelled', reason }) ?? ''
  }

  /** The player says how far it is. */
  report(itemId: string, playedMs: number): void {
    this.playback.report(itemId, { playedMs, now: this.#options.clock.now() })
  }

  /**
   * Keeps of a message only what was heard up to a place in its sound. Returns that place, clamped to what there is. `onlyRecent`: `undefined` for a
   * message that is not heard any more, which is left as it is.
   */
  truncate(itemId: string, playedMs: number, { onlyRecent }: { onlyRecent: boolean }): number | undefined {
    if (onlyRecent && !this.playback.isRecent(itemId, this.#options.clock.now())) return undefined
    const sentMs = this.playback.sentMs(itemId)
    if (sentMs === undefined) return playedMs
    const end = Math.min(playedMs, sentMs)
    const { history } = this.#options
    const item = history.get(itemId)
    const transcript = this.playback.textUpTo(itemId, end) ?? ''
    if (item?.type === 'message' && item.role === 'assistant')
      this.#keep({ ...item, content: [{ type: 'output_audio', transcript }] })
    return end
  }

  #keep(item: Item): void {
    const { history } = this.#options
    if (!history.get(item.id)) return
    history.replace(item)
    const isUnheard =
      item.type === 'message' && item.content.every((part) => 'transcript' in part && !part.transcript)
    if (isUnheard) history.setAside(item.id)
  }

  #truncated(item: Item): void {
    this.#keep(item)
    const { clock, onTruncated } = this.#options
    onTruncated(item.id, this.playback.playedMs(item.id, clock.now()))
  }
}

/** The start of a reply that is shown as text, whatever was wanted. */
const silent = (event: AgentEvent) => (event.type === 'reply-started' ? { ...event, spoken: false } : event)
