import type { Clock } from '../../../ports.js'
import {
  type AgentEvent,
  type AssistantMessage,
  assistantMessage,
  type HistoryItem,
  type ReplyEnd,
} from '../../agent/events.js'
import { textOf } from '../../agent/history.js'
import type { Log } from '../../agent/log.js'
import type { Guard } from '../../model/guard.js'
import type { SpeechError } from '../../model/speech-error.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import { type AudioFormat, bytesPerMs } from '../audio/audio-format.js'
import type { Playback } from './playback.js'
import { SentenceSplitter } from './sentences.js'
import { speakSentence } from './speak-sentence.js'
import { toSpokenText } from './spoken-text.js'

/** Events of the agent in order, with the audio of replies between them. */
export type SpokenEvent = AgentEvent | { type: 'audio-done'; itemId: string; replyId: string }

export interface OutputPacing {
  /** Clock time before which no audio may be sent. */
  readonly speakFrom: number
  /** Maximum milliseconds that are sent ahead of the player; `undefined` for `MAX_LEAD_MS`. */
  readonly maxLeadMs: number | undefined
}

export interface AgentAudioOptions {
  tts: TextToSpeech | null
  language: string | undefined
  clock: Clock
  guard: Guard
  /** The log of the conversation, which gets what the user has heard of a message. */
  log: Log
  playback: Playback
  settings: () => { format: AudioFormat; voice: string | undefined }
  speaks: () => boolean
  pacing: OutputPacing
  write: (event: SpokenEvent) => void
  /** Called when the user heard only part of a message, but the client had already received its whole text. */
  onTruncated: (itemId: string, playedMs: number) => void
  /** Called with what the user has heard of a message that a voice model spoke, when it was stopped. */
  onHeard: (itemId: string, playedMs: number) => void
  onFailure: (error: SpeechError) => void
}

interface QueuedSentence {
  type: 'sentence'
  text: string
  itemId: string
  replyId: string
}

const FENCE = '```'

/** How far audio is sent ahead: a lead avoids gaps on a slow network, its limit saves memory. */
const MAX_LEAD_MS = 10_000

/** So many sounds that were no interruption, and sounds do not pause a reply any more. */
const MAX_FALSE_ALARMS = 2

/**
 * Sends replies in order, as text or speech. A sentence is synthesized when it is first in the queue; the history keeps
 * what the user heard. States: idle ⇄ working, both can be paused; `cut` drops what waits.
 */
export class AgentAudio {
  readonly #options: AgentAudioOptions
  /** The ids of spoken replies whose end was not sent yet. */
  readonly #spoken = new Set<string>()
  /** The ids of the open messages that a voice model speaks itself. */
  readonly #ownVoice = new Set<string>()
  readonly #splitter: SentenceSplitter
  #queue: (AgentEvent | QueuedSentence)[] = []
  #current: { itemId: string } | undefined
  /** Stops the work on the queue; `undefined` while there is none. */
  #work: AbortController | undefined
  #paused = false
  /** How often the current reply was paused for a sound that was no interruption. */
  #falseAlarms = 0
  #stopWaiting: (() => void) | undefined
  #broken = false

  constructor(options: AgentAudioOptions) {
    this.#options = options
    this.#splitter = new SentenceSplitter({ isWhole: options.tts?.speaksMessages ?? false })
  }

  get audible(): boolean {
    return this.#options.playback.audible(this.#options.clock.now())
  }

  /** The words that are playing now. If they are spoken in another form, such as numbers, it is appended. */
  get recentText(): string {
    const { playback, clock, language } = this.#options
    const text = playback.recentText(clock.now())
    const spoken = toSpokenText(text, language)
    return spoken === text ? text : `${text} ${spoken}`
  }

  get busy(): boolean {
    return this.#work !== undefined
  }

  get paused(): boolean {
    return this.#paused
  }

  take(event: AgentEvent): void {
    if (event.type === 'reply-started') this.#falseAlarms = 0
    if (event.type === 'reply-started' && event.spoken) this.#spoken.add(event.replyId)
    if (this.#isSpoken(event)) this.#add(event)
    else if (this.busy && (event.type === 'metrics' || replyOf(event))) this.#queue.push(event)
    else this.#options.write(event)
  }

  prepare(): void {
    const { guard, speaks, tts } = this.#options
    if (speaks()) guard(() => tts?.prepare?.())
  }

  /** A sound may be an interruption. After `MAX_FALSE_ALARMS` that were none, it is probably an echo. */
  pause({ playerStops }: { playerStops: boolean }): void {
    if (this.#falseAlarms >= MAX_FALSE_ALARMS) return
    this.#paused = true
    if (playerStops) this.#options.playback.pause(this.#options.clock.now())
  }

  resume(): void {
    if (this.#paused) this.#falseAlarms += 1
    this.#paused = false
    this.#options.playback.resume(this.#options.clock.now())
    this.#stopWaiting?.()
  }

  cut(reason: 'turn_detected' | 'client_cancelled'): string {
    this.#falseAlarms = 0
    this.#paused = false
    return this.#options.tts === null ? '' : this.#cut({ status: 'cancelled', reason })
  }

  /** Keeps the words that were played. Returns the position, at most the sent audio; see `Playback.isRecent`. */
  truncate(itemId: string, playedMs: number, { onlyRecent }: { onlyRecent: boolean }): number | undefined {
    const { playback, clock, log } = this.#options
    if (onlyRecent && !playback.isRecent(itemId, clock.now())) return undefined
    const sentMs = playback.sentMs(itemId)
    const end = Math.round(Math.min(playedMs, sentMs ?? playedMs))
    const item = log.history.get(itemId)
    if (sentMs !== undefined && item && isAnswer(item)) {
      const transcript = playback.textUpTo(itemId, end) ?? ''
      this.#keep({ ...item, content: [{ type: 'output_audio', transcript }] })
      this.#options.onHeard(itemId, end)
    }
    return end
  }

  #keep(item: AssistantMessage): void {
    const { log } = this.#options
    if (!log.history.get(item.id)) return
    log.append({ type: 'item-changed', item })
    const isUnheard = item.content.every((part) => 'transcript' in part && !part.transcript)
    if (isUnheard) log.append({ type: 'item-hidden', itemId: item.id })
  }

  #isSpoken(event: AgentEvent): boolean {
    return this.#spoken.has(replyOf(event) ?? '')
  }

  #add(event: AgentEvent): void {
    if (event.type === 'text-started' && event.isSpoken) this.#ownVoice.add(event.itemId)
    if (event.type === 'text-delta' && !this.#ownVoice.has(event.itemId))
      this.#addSentences(event, this.#splitter.push(event.delta))
    else if (event.type === 'text-retracted') this.#dropSentences(event.itemId)
    else {
      if (event.type === 'text-done') this.#addSentences(event, this.#splitter.flush())
      this.#queue.push(event)
    }
    if (event.type === 'reply-ended' && event.end.status === 'cancelled') this.#cut(event.end)
    else if (!this.busy) this.#options.guard(() => this.#sendAll())
  }

  /**
   * Stops speaking and returns the text that the user did not hear. In the queue, messages keep the heard text only,
   * and replies end with `end`.
   */
  #cut(end: Ending): string {
    const { clock, playback, onTruncated } = this.#options
    const unheard = [...new Set([...playback.unheard(clock.now()), ...this.#waitingMessages()])]
    const heard = new Map(unheard.map((itemId) => [itemId, this.#heardOf(itemId)]))
    const rest = unheard.map((itemId) => this.#restOf(itemId, heard.get(itemId) ?? '')).join(' ')
    this.#work?.abort()
    this.#work = undefined
    this.#paused = false
    this.#current = undefined
    this.#splitter.flush()
    this.#stopWaiting?.()
    playback.cut(clock.now())
    const waiting = this.#queue
    this.#queue = []
    const events = waiting.filter((entry) => entry.type !== 'sentence')
    for (const event of events) if (!this.#isUnheard(event)) this.#write(event, { heard, end })
    const shown = new Set(events.map((event) => event.type === 'item-done' && event.item.id))
    for (const [id, transcript] of heard) {
      if (shown.has(id)) continue
      this.#keep(spokenItem({ id, status: 'incomplete' }, transcript))
      onTruncated(id, playback.playedMs(id, clock.now()))
    }
    for (const id of heard.keys()) this.#options.onHeard(id, playback.playedMs(id, clock.now()))
    return rest.trim()
  }

  /** Whether an event of the queue is speech of a voice model, which a cut drops. */
  #isUnheard(event: AgentEvent): boolean {
    return event.type === 'audio-delta' || (event.type === 'text-delta' && this.#ownVoice.has(event.itemId))
  }

  #waitingMessages(): string[] {
    const waiting = this.#queue.flatMap((entry) =>
      entry.type === 'sentence' || entry.type === 'audio-delta' ? [entry.itemId] : [],
    )
    return this.#current ? [this.#current.itemId, ...waiting] : waiting
  }

  #heardOf(itemId: string): string {
    const { clock, playback } = this.#options
    return playback.textUpTo(itemId, playback.playedMs(itemId, clock.now())) ?? ''
  }

  #restOf(itemId: string, heard: string): string {
    const sent = this.#options.playback.textUpTo(itemId, Number.POSITIVE_INFINITY) ?? ''
    const waiting = this.#sentences.filter((sentence) => sentence.itemId === itemId)
    return `${sent.slice(heard.length)} ${waiting.map(({ text }) => text).join('')}`.trim()
  }

  get #sentences(): QueuedSentence[] {
    return this.#queue.filter((entry) => entry.type === 'sentence')
  }

  #addSentences({ itemId, replyId }: { itemId: string; replyId: string }, texts: string[]): void {
    for (const text of texts) this.#queue.push({ type: 'sentence', text, itemId, replyId })
  }

  #dropSentences(itemId: string): void {
    this.#splitter.flush()
    this.#queue = this.#queue.filter((entry) => !(entry.type === 'sentence' && entry.itemId === itemId))
  }

  async #sendAll(): Promise<void> {
    const work = new AbortController()
    this.#work = work
    const { signal } = work
    try {
      for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
        if (entry.type === 'sentence') await this.#say(entry, signal)
        else if (entry.type === 'audio-delta') await this.#sendAudio(entry, signal)
        else this.#write(entry)
        if (signal.aborted) return
      }
    } finally {
      if (this.#work === work) this.#work = undefined
    }
  }

  /** Sends the text of a sentence, then its audio. After the synthesizer has failed, sends only text. */
  async #say(sentence: QueuedSentence, signal: AbortSignal): Promise<void> {
    this.#current = sentence
    const { text: delta, itemId, replyId } = sentence
    const { playback, onFailure, write } = this.#options
    await this.#whenAllowed(signal)
    if (signal.aborted) return
    // A sentence that begins in a code block is not spoken.
    const said = playback.textUpTo(itemId, Number.POSITIVE_INFINITY) ?? ''
    const isCode = said.split(FENCE).length % 2 === 0
    write({ type: 'text-delta', itemId, replyId, delta })
    playback.startSentence(itemId, delta)
    try {
      if (!this.#broken) await this.#speak(isCode ? { ...sentence, text: FENCE + delta } : sentence, signal)
    } catch (error) {
      if (signal.aborted) return
      this.#broken = true
      onFailure(error as SpeechError)
    }
    if (signal.aborted) return
    playback.endSentence(itemId)
    this.#current = undefined
  }

  async #sendAudio(event: AgentEvent & { type: 'audio-delta' }, signal: AbortSignal): Promise<void> {
    const { playback, clock, settings, write } = this.#options
    const { itemId, audio } = event
    this.#current = event
    await this.#whenAllowed(signal)
    if (signal.aborted) return
    this.#current = undefined
    write(event)
    playback.sent(itemId, { ms: audio.byteLength / bytesPerMs(settings().format), now: clock.now() })
  }

  async #speak({ text, itemId, replyId }: QueuedSentence, signal: AbortSignal): Promise<void> {
    const { tts, language, clock, playback, settings, write } = this.#options
    if (tts === null) return
    const options = { tts, language, clock, signal, ...settings() }
    for await (const { audio, ms } of speakSentence(text, options)) {
      await this.#whenAllowed(signal)
      if (signal.aborted) return
      write({ type: 'audio-delta', itemId, replyId, audio })
      playback.sent(itemId, { ms, now: clock.now() })
    }
  }

  /** Nothing may be sent before `speakFrom`, while output is paused, or while too much still has to be played. */
  async #whenAllowed(signal: AbortSignal): Promise<void> {
    const { clock, playback, pacing } = this.#options
    while (!signal.aborted) {
      const now = clock.now()
      const ahead = Math.max(playback.leadMs(now) - (pacing.maxLeadMs ?? MAX_LEAD_MS), pacing.speakFrom - now)
      if (!this.#paused && ahead <= 0) return
      await new Promise<void>((resolve) => {
        const stopTimer = this.#paused ? undefined : clock.schedule(resolve, ahead)
        this.#stopWaiting = () => {
          stopTimer?.()
          resolve()
        }
      })
    }
  }

  /** Sends an event. After a cut, a spoken reply ends with `end`, and its messages have only the `heard` text. */
  #write(event: AgentEvent, cut?: { heard: ReadonlyMap<string, string>; end: Ending }): void {
    const { write, playback } = this.#options
    if (!this.#isSpoken(event)) write(event)
    else if (event.type === 'text-delta') {
      playback.addText(event.itemId, event.delta)
      write(event)
    } else if (event.type === 'text-done') {
      if (this.#ownVoice.delete(event.itemId)) playback.endSentence(event.itemId)
      write({ type: 'audio-done', itemId: event.itemId, replyId: event.replyId })
      write({ ...event, text: cut?.heard.get(event.itemId) ?? event.text })
    } else if (event.type === 'item-done' && isAnswer(event.item)) {
      const item = spokenItem(event.item, cut?.heard.get(event.item.id) ?? textOf(event.item))
      this.#keep(item)
      write({ ...event, item })
    } else if (event.type === 'reply-ended') {
      this.#spoken.delete(event.replyId)
      write({ ...event, end: { ...event.end, ...cut?.end } })
    } else {
      // After a failure, the synthesizer is tried again with the next reply.
      if (event.type === 'reply-started') this.#broken = false
      write(event)
    }
  }
}

type Ending = Pick<ReplyEnd, 'status' | 'reason'>

const replyOf = (event: AgentEvent) => ('replyId' in event ? event.replyId : undefined)

const isAnswer = (item: HistoryItem): item is AssistantMessage =>
  item.type === 'message' && item.role === 'assistant'

/** A spoken message in the form that clients expect: with a transcript and without audio bytes. */
const spokenItem = (
  { id, status = 'completed' }: Pick<AssistantMessage, 'id' | 'status'>,
  transcript: string,
): AssistantMessage => assistantMessage(id, { status, content: [{ type: 'output_audio', transcript }] })
