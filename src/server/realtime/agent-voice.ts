import type { Clock } from '../../ports.js'
import type { AgentEvent, HistoryItem } from '../agent/events.js'
import type { History } from '../agent/history.js'
import type { Guard } from '../model/guard.js'
import type { SpeechError } from '../model/speech-error.js'
import type { TextToSpeech } from '../model/text-to-speech.js'
import type { AudioFormat } from '../speech/audio/audio-format.js'
import type { Playback } from '../speech/output/playback.js'
import { type OutputPacing, type SpokenEvent, SpokenOutput } from '../speech/output/spoken-output.js'
import { toSpokenText } from '../speech/output/spoken-text.js'

export interface AgentVoiceOptions {
  /** The synthesizer; `null` if replies are text only. */
  tts: TextToSpeech | null
  /** The language of the replies, as a language tag. `undefined`: English. */
  language: string | undefined
  clock: Clock
  guard: Guard
  history: History
  playback: Playback
  settings: () => { format: AudioFormat; voice: string | undefined }
  /** Whether replies are spoken. */
  speaks: () => boolean
  pacing: OutputPacing
  write: (event: SpokenEvent) => void
  /** Called when the user heard only part of a message, but the client had already received its whole text. */
  onTruncated: (itemId: string, playedMs: number) => void
  onFailure: (error: SpeechError) => void
}

/**
 * Number of false alarms after which sounds do not pause a reply any more. A false alarm is a sound that paused the
 * reply, but was no interruption.
 */
const MAX_FALSE_ALARMS = 2

/**
 * Sends replies in order, as speech or as text. The history keeps only the part of a spoken reply that the user heard.
 */
export class AgentAudio {
  readonly playback: Playback
  readonly #options: AgentVoiceOptions
  readonly #output: SpokenOutput | undefined
  readonly #spoken = new Set<string>()
  #isPaused = false
  /** How often the current reply was paused for a sound that was no interruption. */
  #falseAlarms = 0

  constructor(options: AgentVoiceOptions) {
    this.#options = options
    const { tts, language, clock, guard, settings, pacing, write, onFailure, playback } = options
    this.playback = playback
    this.#output =
      tts === null
        ? undefined
        : new SpokenOutput({
            tts,
            language,
            clock,
            guard,
            settings,
            pacing,
            write,
            onFailure,
            playback,
            keep: (item) => this.#keep(item),
            truncated: (item) => this.#truncated(item),
          })
  }

  /** Whether agent audio is playing or about to play. */
  get audible(): boolean {
    return this.playback.audible(this.#options.clock.now())
  }

  /**
   * The words that are playing now, as text. If they are spoken in another form, this form is appended. For example,
   * numbers are spoken as words.
   */
  get recentText(): string {
    const text = this.playback.recentText(this.#options.clock.now())
    const spoken = toSpokenText(text, this.#options.language)
    return spoken === text ? text : `${text} ${spoken}`
  }

  get busy(): boolean {
    return this.#output?.busy ?? false
  }

  take(event: AgentEvent): void {
    const output = this.#output
    if (!output) {
      this.#options.write(event)
      return
    }
    if (event.type === 'reply-started') this.#falseAlarms = 0
    if (event.type === 'reply-started' && event.spoken) this.#spoken.add(event.replyId)
    const replyId = 'replyId' in event ? event.replyId : undefined
    if (replyId !== undefined && this.#spoken.has(replyId)) {
      if (event.type === 'reply-ended') this.#spoken.delete(replyId)
      output.take(event)
    } else if (replyId !== undefined || event.type === 'metrics') output.pass(event)
    else this.#options.write(event)
  }

  /** Prepares the synthesizer while the user speaks. */
  prepare(): void {
    const { guard, speaks, tts } = this.#options
    if (speaks()) guard(() => tts?.prepare?.())
  }

  get paused(): boolean {
    return this.#isPaused
  }

  /**
   * Pauses output because a sound may be an interruption by the user. Does nothing if `MAX_FALSE_ALARMS` sounds were no
   * interruption: such sounds are probably an echo. `playerStops`: whether the client's audio player pauses too.
   */
  pause(options: { playerStops: boolean }): void {
    if (this.#falseAlarms >= MAX_FALSE_ALARMS) return
    this.#isPaused = true
    this.#output?.pause()
    if (options.playerStops) this.playback.pause(this.#options.clock.now())
  }

  resume(): void {
    if (this.#isPaused) this.#falseAlarms += 1
    this.#isPaused = false
    this.playback.resume(this.#options.clock.now())
    this.#output?.resume()
  }

  /** Drops all waiting speech. Returns the text that the user has not heard. */
  cut(reason: 'turn_detected' | 'client_cancelled'): string {
    this.#isPaused = false
    this.#falseAlarms = 0
    return this.#output?.cut({ status: 'cancelled', reason }) ?? ''
  }

  report(itemId: string, playedMs: number): void {
    this.playback.report(itemId, { playedMs, now: this.#options.clock.now() })
  }

  /**
   * Shortens a message to the words that were played up to `playedMs`. Returns this position, limited to the length of
   * the sent audio. With `onlyRecent`, does nothing and returns `undefined` for a message that was played long ago (see
   * `Playback.isRecent`).
   */
  truncate(itemId: string, playedMs: number, { onlyRecent }: { onlyRecent: boolean }): number | undefined {
    if (onlyRecent && !this.playback.isRecent(itemId, this.#options.clock.now())) return undefined
    const sentMs = this.playback.sentMs(itemId)
    const end = Math.round(Math.min(playedMs, sentMs ?? playedMs))
    if (sentMs === undefined) return end
    const { history } = this.#options
    const item = history.get(itemId)
    const transcript = this.playback.textUpTo(itemId, end) ?? ''
    if (item?.type === 'message' && item.role === 'assistant')
      this.#keep({ ...item, content: [{ type: 'output_audio', transcript }] })
    return end
  }

  #keep(item: HistoryItem): void {
    const { history } = this.#options
    if (!history.get(item.id)) return
    history.replace(item)
    const isUnheard =
      item.type === 'message' && item.content.every((part) => 'transcript' in part && !part.transcript)
    if (isUnheard) history.setAside(item.id)
  }

  #truncated(item: HistoryItem): void {
    this.#keep(item)
    const { clock, onTruncated } = this.#options
    onTruncated(item.id, this.playback.playedMs(item.id, clock.now()))
  }
}
