import type { Clock } from '../../../ports.js'
import type { AgentEvent, HistoryItem, ReplyEnd } from '../../agent/events.js'
import { textOf } from '../../agent/history.js'
import type { Guard } from '../../model/guard.js'
import type { SpeechError } from '../../model/speech-error.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import type { AudioFormat } from '../audio/audio-format.js'
import type { Playback } from './playback.js'
import { SentenceSplitter } from './sentences.js'
import { speakSentence } from './speak-sentence.js'

/** Events of the agent in order, with the audio of replies between them. */
export type SpokenEvent =
  | AgentEvent
  | { type: 'audio-delta'; itemId: string; replyId: string; audio: Uint8Array }
  | { type: 'audio-done'; itemId: string; replyId: string }

export interface OutputPacing {
  /** Clock time before which no audio may be sent. */
  readonly speakFrom: number
  /**
   * Maximum audio that is sent ahead of the player, in milliseconds. `undefined` for the usual limit, `MAX_LEAD_MS`.
   */
  readonly maxLeadMs: number | undefined
}

export interface SpokenOutputOptions {
  tts: TextToSpeech
  language: string | undefined
  clock: Clock
  guard: Guard
  playback: Playback
  settings: () => { format: AudioFormat; voice: string | undefined }
  pacing: OutputPacing
  write: (event: SpokenEvent) => void
  /** Called when a spoken message is final. `item` has the text that was spoken. */
  keep: (item: HistoryItem) => void
  /**
   * Called when the user heard only part of a message, but the client had already received its whole text. `item` has
   * the heard text.
   */
  truncated: (item: HistoryItem) => void
  onFailure: (error: SpeechError) => void
}

interface QueuedSentence {
  text: string
  itemId: string
  replyId: string
  /** Whether the sentence begins in a code block, which is not spoken. */
  isCode: boolean
}

/** An entry of the output queue. A `plain` event does not belong to a spoken reply and is sent unchanged. */
type OutputEntry = { event: AgentEvent; plain?: boolean } | { sentence: QueuedSentence }

/** The mark before and after a code block in Markdown. */
const FENCE = '```'

/**
 * Maximum audio that is sent ahead of the player. Such a lead avoids gaps on a slow network; the limit saves memory.
 */
const MAX_LEAD_MS = 10_000

/**
 * Speaks replies while they are generated. One queue keeps all events of a reply in order. A sentence is synthesized
 * when it is the first entry of the queue. States: idle ⇄ working; both can be paused. `cut` leads to idle at once: it
 * drops waiting sentences and sends the other events.
 */
export class SpokenOutput {
  readonly #options: SpokenOutputOptions
  readonly #splitter = new SentenceSplitter()
  /** Whether the text so far ends in a code block. */
  #isCode = false
  #queue: OutputEntry[] = []
  #current: QueuedSentence | undefined
  #abort = new AbortController()
  #working = false
  #paused = false
  #wake: (() => void) | undefined
  #broken = false

  constructor(options: SpokenOutputOptions) {
    this.#options = options
  }

  get busy(): boolean {
    return this.#working
  }

  take(event: AgentEvent): void {
    if (event.type === 'text-delta') this.#addSentences(event, this.#splitter.push(event.delta))
    else if (event.type === 'text-retracted') this.#dropSentences(event.itemId)
    else {
      if (event.type === 'text-done') {
        this.#addSentences(event, this.#splitter.flush())
        this.#isCode = false
      }
      this.#queue.push({ event: event.type === 'reply-started' ? { ...event, spoken: true } : event })
    }
    if (event.type === 'reply-ended' && event.end.status === 'cancelled') this.cut(event.end)
    else if (!this.#working) this.#options.guard(() => this.#work())
  }

  /** Sends an event that is not spoken, after all queued events. */
  pass(event: AgentEvent): void {
    if (this.#working) this.#queue.push({ event, plain: true })
    else this.#options.write(event)
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.#wake?.()
  }

  /**
   * Stops speaking and returns the text that the user did not hear. Changes the events that wait in the queue:
   * - The end of a message contains only the heard text.
   * - The end of a reply has the status and reason of `end`.
   */
  cut(end: Pick<ReplyEnd, 'status' | 'reason'>): string {
    const { clock, playback, truncated } = this.#options
    const unheard = [...new Set([...playback.unheard(clock.now()), ...this.#unsaid()])]
    const heard = new Map(unheard.map((itemId) => [itemId, this.#heardOf(itemId)]))
    const rest = unheard.map((itemId) => this.#restOf(itemId, heard.get(itemId) ?? '')).join(' ')
    this.#abort.abort()
    this.#abort = new AbortController()
    this.#working = false
    this.#paused = false
    this.#current = undefined
    this.#splitter.flush()
    this.#isCode = false
    this.#wake?.()
    playback.cut(clock.now())
    const waiting = this.#queue
    this.#queue = []
    for (const entry of waiting) {
      if (!('event' in entry)) continue
      if (entry.plain) this.#options.write(entry.event)
      else this.#write(withEnd(entry.event, end), heard)
    }
    const shown = new Set(waiting.map((entry) => 'event' in entry && doneId(entry.event)))
    for (const [itemId, transcript] of heard)
      if (!shown.has(itemId)) truncated(spokenItem({ id: itemId, status: 'incomplete' }, transcript))
    return rest.trim()
  }

  #unsaid(): string[] {
    const waiting = this.#queue.flatMap((entry) => ('sentence' in entry ? [entry.sentence.itemId] : []))
    return this.#current ? [this.#current.itemId, ...waiting] : waiting
  }

  #heardOf(itemId: string): string {
    const { clock, playback } = this.#options
    return playback.textUpTo(itemId, playback.playedMs(itemId, clock.now())) ?? ''
  }

  /** The text of a message without the heard part. Includes sentences that still wait in the queue. */
  #restOf(itemId: string, heard: string): string {
    const sent = this.#options.playback.textUpTo(itemId, Number.POSITIVE_INFINITY) ?? ''
    const waiting = this.#queue.flatMap((entry) =>
      'sentence' in entry && entry.sentence.itemId === itemId ? entry.sentence.text : [],
    )
    return `${sent.slice(heard.length)} ${waiting.join('')}`.trim()
  }

  #addSentences({ itemId, replyId }: { itemId: string; replyId: string }, texts: string[]): void {
    for (const text of texts) {
      this.#queue.push({ sentence: { text, itemId, replyId, isCode: this.#isCode } })
      if (text.split(FENCE).length % 2 === 0) this.#isCode = !this.#isCode
    }
  }

  /** Drops the part of a message that is not spoken yet. */
  #dropSentences(itemId: string): void {
    this.#splitter.flush()
    this.#isCode = false
    this.#queue = this.#queue.filter((entry) => !('sentence' in entry && entry.sentence.itemId === itemId))
  }

  async #work(): Promise<void> {
    this.#working = true
    const { signal } = this.#abort
    try {
      for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
        if ('event' in entry && entry.plain) this.#options.write(entry.event)
        else if ('event' in entry) this.#write(entry.event)
        else await this.#say(entry.sentence, signal)
        if (signal.aborted) return
      }
    } finally {
      if (!signal.aborted) this.#working = false
    }
  }

  /** Sends the text of a sentence, then its audio. After the synthesizer has failed, sends only text. */
  async #say(sentence: QueuedSentence, signal: AbortSignal): Promise<void> {
    this.#current = sentence
    const { text: delta, itemId, replyId } = sentence
    const { playback, onFailure, write } = this.#options
    await this.#whenAllowed(signal)
    if (signal.aborted) return
    write({ type: 'text-delta', itemId, replyId, delta })
    playback.startSentence(itemId, delta)
    try {
      if (!this.#broken) await this.#speak(sentence, signal)
    } catch (error) {
      if (signal.aborted) return
      this.#broken = true
      onFailure(error as SpeechError)
    }
    if (signal.aborted) return
    playback.endSentence(itemId)
    this.#current = undefined
  }

  async #speak({ text, itemId, replyId, isCode }: QueuedSentence, signal: AbortSignal): Promise<void> {
    const { tts, language, clock, playback, settings, write } = this.#options
    const options = { tts, language, clock, signal, ...settings() }
    for await (const { audio, ms } of speakSentence(isCode ? FENCE + text : text, options)) {
      await this.#whenAllowed(signal)
      if (signal.aborted) return
      write({ type: 'audio-delta', itemId, replyId, audio })
      playback.sent(itemId, { ms, now: clock.now() })
    }
  }

  /**
   * Waits until the next text or audio may be sent. Nothing may be sent before `speakFrom`, while the output is paused,
   * or while too much sent audio still has to be played.
   */
  async #whenAllowed(signal: AbortSignal): Promise<void> {
    const { clock, playback, pacing } = this.#options
    while (!signal.aborted) {
      const now = clock.now()
      const ahead = Math.max(playback.leadMs(now) - (pacing.maxLeadMs ?? MAX_LEAD_MS), pacing.speakFrom - now)
      if (!this.#paused && ahead <= 0) return
      await new Promise<void>((resolve) => {
        const stopTimer = this.#paused ? undefined : clock.schedule(resolve, ahead)
        this.#wake = () => {
          stopTimer?.()
          resolve()
        }
      })
    }
  }

  #write(event: AgentEvent, heard?: ReadonlyMap<string, string>): void {
    const { write, keep } = this.#options
    if (event.type === 'text-done') {
      write({ type: 'audio-done', itemId: event.itemId, replyId: event.replyId })
      write({ ...event, text: heard?.get(event.itemId) ?? event.text })
    } else if (event.type === 'item-done' && isAnswer(event.item)) {
      const item = spokenItem(event.item, heard?.get(event.item.id) ?? textOf(event.item))
      keep(item)
      write({ ...event, item })
    } else {
      // After a failure, the synthesizer is tried again with the next reply.
      if (event.type === 'reply-started') this.#broken = false
      write(event)
    }
  }
}

const doneId = (event: AgentEvent) => (event.type === 'item-done' ? event.item.id : undefined)

type SpokenResponse = HistoryItem & { type: 'message'; role: 'assistant' }

const isAnswer = (item: HistoryItem): item is SpokenResponse =>
  item.type === 'message' && item.role === 'assistant'

/** A spoken message in the form that clients expect: with a transcript and without audio bytes. */
function spokenItem(
  { id, status }: Pick<SpokenResponse, 'id' | 'status'>,
  transcript: string,
): SpokenResponse {
  const content: SpokenResponse['content'] = [{ type: 'output_audio', transcript }]
  return {
    id,
    object: 'realtime.item',
    type: 'message',
    role: 'assistant',
    status: status ?? 'completed',
    content,
  }
}

function withEnd(event: AgentEvent, end: Pick<ReplyEnd, 'status' | 'reason'>): AgentEvent {
  return event.type === 'reply-ended' ? { ...event, end: { ...event.end, ...end } } : event
}
