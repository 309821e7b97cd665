import type { Clock } from '../../../ports.js'
import type { AgentEvent, Item, ReplyEnd } from '../../agent/events.js'
import { textOf } from '../../agent/history.js'
import type { SpeechError } from '../../model/speech-error.js'
import type { TextToSpeech } from '../../model/text-to-speech.js'
import type { AudioFormat } from '../audio/audio-format.js'
import type { Playback } from './playback.js'
import { SentenceSplitter } from './sentences.js'
import { speakSentence } from './speak-sentence.js'

/** What comes out: the events of the agent in their order, with sound between them. */
export type SpokenEvent =
  | AgentEvent
  | { type: 'audio-delta'; itemId: string; replyId: string; audio: Uint8Array }
  | { type: 'audio-done'; itemId: string; replyId: string }

/** What speaking is given. */
export interface SpokenOutputOptions {
  tts: TextToSpeech
  clock: Clock
  playback: Playback
  /** How the client wants the sound of the next sentence. */
  settings: () => { format: AudioFormat; voice: string | undefined }
  write: (event: SpokenEvent) => void
  /** A message has its last shape: as sound, and with as much text as was said. */
  keep: (item: Item) => void
  /** The same for a message that was shown whole before. */
  truncated: (item: Item) => void
  onFailure: (error: SpeechError) => void
}

interface Sentence {
  text: string
  itemId: string
  replyId: string
}

/** A plain event is shown as it is, also when it has text. */
type Entry = { event: AgentEvent; plain?: boolean } | { sentence: Sentence }

/** Sound that may be sent ahead of the player: a slow network does not stutter, and a long answer does not fill the memory. */
const MAX_LEAD_MS = 10_000

/**
 * Speaks replies while they are being written. Everything a reply does stands in one queue, so that events keep their order; a sentence
 * turns into sound when its turn comes.
 *
 * States: idle ⇄ working, either of them paused or not. `cut` goes to idle at once: sentences are dropped, events go out as they are.
 */
export class SpokenOutput {
  readonly #options: SpokenOutputOptions
  readonly #splitter = new SentenceSplitter()
  #queue: Entry[] = []
  #current: Sentence | undefined
  #abort = new AbortController()
  #working = false
  #paused = false
  #wake: (() => void) | undefined
  #broken = false

  constructor(options: SpokenOutputOptions) {
    this.#options = options
  }

  /** Whether something waits to be said or shown. */
  get busy(): boolean {
    return this.#working
  }

  /** Takes what a reply does that is to be spoken. */
  take(event: AgentEvent): void {
    if (event.type === 'text-delta') this.#addSentences(event, this.#splitter.push(event.delta))
    else {
      if (event.type === 'text-done') this.#addSentences(event, this.#splitter.flush())
      this.#queue.push({ event: event.type === 'reply-started' ? { ...event, spoken: true } : event })
    }
    if (event.type === 'reply-ended' && event.end.status === 'cancelled') this.cut(event.end)
    else if (!this.#working) void this.#work()
  }

  /** Takes what is only to be shown, in its order. */
  pass(event: AgentEvent): void {
    if (this.#working) this.#queue.push({ event, plain: true })
    else this.#options.write(event)
  }

  /** No sound goes out until `resume`. */
  pause(): void {
    this.#paused = true
  }

  resume(): void {
    this.#paused = false
    this.#wake?.()
  }

  /**
   * Nothing more is said. What waits is shown at once, with as much text as was heard; a reply in the queue ends as `end` says. Returns the
   * words that were not heard.
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

  /** What was sent of a message or waits to be, without what was heard. */
  #restOf(itemId: string, heard: string): string {
    const sent = this.#options.playback.textUpTo(itemId, Number.POSITIVE_INFINITY) ?? ''
    const waiting = this.#queue.flatMap((entry) =>
      'sentence' in entry && entry.sentence.itemId === itemId ? entry.sentence.text : [],
    )
    return `${sent.slice(heard.length)} ${waiting.join('')}`.trim()
  }

  #addSentences({ itemId, replyId }: { itemId: string; replyId: string }, texts: string[]): void {
    for (const text of texts) this.#queue.push({ sentence: { text, itemId, replyId } })
  }

  async #work(): Promise<void> {
    this.#working = true
    const { signal } = this.#abort
    for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
      if ('event' in entry && entry.plain) this.#options.write(entry.event)
      else if ('event' in entry) this.#write(entry.event)
      else await this.#say(entry.sentence, signal)
      if (signal.aborted) return
    }
    this.#working = false
  }

  /** Shows the words of a sentence, then sends its sound. After a failure the words alone go on. */
  async #say(sentence: Sentence, signal: AbortSignal): Promise<void> {
    this.#current = sentence
    const { text: delta, itemId, replyId } = sentence
    const { playback, onFailure, write } = this.#options
    await this.#whenAllowed(signal)
    if (signal.aborted) return
    write({ type: 'text-delta', itemId, replyId, delta })
    playback.startSentence(itemId, delta)
    try {
      if (!this.#broken) await this.#sound(sentence, signal)
    } catch (error) {
      if (signal.aborted) return
      this.#broken = true
      onFailure(error as SpeechError)
    }
    if (signal.aborted) return
    playback.endSentence(itemId)
    this.#current = undefined
  }

  async #sound({ text, itemId, replyId }: Sentence, signal: AbortSignal): Promise<void> {
    const { tts, clock, playback, settings, write } = this.#options
    for await (const { audio, ms } of speakSentence(text, { tts, clock, signal, ...settings() })) {
      await this.#whenAllowed(signal)
      if (signal.aborted) return
      write({ type: 'audio-delta', itemId, replyId, audio })
      playback.sent(itemId, { ms, now: clock.now() })
    }
  }

  /** Waits while output is paused or far ahead of the player. */
  async #whenAllowed(signal: AbortSignal): Promise<void> {
    const { clock, playback } = this.#options
    while (!signal.aborted) {
      const ahead = playback.leadMs(clock.now()) - MAX_LEAD_MS
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
      // A voice that failed gets another chance with the next reply.
      if (event.type === 'reply-started') this.#broken = false
      write(event)
    }
  }
}

const doneId = (event: AgentEvent) => (event.type === 'item-done' ? event.item.id : undefined)

type Answer = Item & { type: 'message'; role: 'assistant' }

const isAnswer = (item: Item): item is Answer => item.type === 'message' && item.role === 'assistant'

/** A message as clients know spoken ones: words, and no bytes of sound. */
function spokenItem({ id, status }: Pick<Answer, 'id' | 'status'>, transcript: string): Answer {
  const content: Answer['content'] = [{ type: 'output_audio', transcript }]
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
