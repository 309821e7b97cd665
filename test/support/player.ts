import type { ServerEvent } from '../../src/protocol/events.js'
import { MS_PER_CHAR, type SpeechHarness } from './speech.js'

const BYTES_PER_MS = 48
const TICK_MS = 20

/** How a client plays audio and reports its position. */
export interface PlayerOptions {
  /** Sound that it gathers before it begins: its latency. */
  delayMs: number
  /** Interval of its position reports; a stock client sends none. */
  reportEveryMs?: number
}

/**
 * The loudspeaker of a client: plays sound at its own pace, stands still while the user seems to speak where it is told so, and throws the rest away
 * when the user does.
 */
export class Player {
  readonly #test: SpeechHarness
  readonly #options: PlayerOptions
  readonly #played = new Map<string, number>()
  #waitedMs = 0
  #ticks = 0
  #stopped = false
  #stands = false
  #seen: number

  constructor(test: SpeechHarness, options: PlayerOptions) {
    this.#test = test
    this.#options = options
    this.#seen = test.events.length
  }

  /** Milliseconds of a message that came out of it. */
  playedMs(itemId: string): number {
    return this.#played.get(itemId) ?? 0
  }

  /** Lets time pass, with the user speaking or not; ends early on an interruption. */
  async run(ms: number, sound: Uint8Array): Promise<void> {
    for (let at = 0; at < ms && !this.#stopped; at += TICK_MS) {
      this.#test.session.receiveAudio(sound)
      await this.#test.clock.advance(TICK_MS)
      this.#tick()
    }
  }

  #tick(): void {
    const { sound, events } = this.#test
    for (; this.#seen < events.length; this.#seen += 1) this.#take(events[this.#seen]!)
    const [id] = [...sound.keys()].filter((one) => this.playedMs(one) < this.#sentMs(one))
    if (this.#stopped || this.#stands || id === undefined) return
    this.#waitedMs += TICK_MS
    if (this.#waitedMs <= this.#options.delayMs) return
    const isNew = this.playedMs(id) === 0
    this.#played.set(id, Math.min(this.playedMs(id) + TICK_MS, this.#sentMs(id)))
    this.#ticks += 1
    const { reportEveryMs } = this.#options
    // As the player of the SDK does: once when a message begins, then every so often.
    if (reportEveryMs && (isNew || (this.#ticks * TICK_MS) % reportEveryMs < TICK_MS)) this.report(id)
  }

  #take(event: ServerEvent): void {
    if (event.type === 'input_audio_buffer.speech_started') this.#stopped = true
    if (event.type === 'voice.state') this.#stands = event.state === 'listening'
  }

  /** Reports its position. */
  report(itemId: string): void {
    const place = { item_id: itemId, content_index: 0 }
    this.#test.send({ type: 'voice.playback', ...place, played_ms: this.playedMs(itemId) })
  }

  /** Truncates the message at the played position, as stock clients do after an interruption. */
  truncate(itemId: string): void {
    const place = { item_id: itemId, content_index: 0 }
    this.#test.send({ type: 'conversation.item.truncate', ...place, audio_end_ms: this.playedMs(itemId) })
  }

  #sentMs(itemId: string): number {
    return (this.#test.sound.get(itemId) ?? 0) / BYTES_PER_MS
  }
}

/** Words whose sound was played, counted from the sound of each sentence: a humming voice says no space between two. */
export function wordsPlayed(text: string, ms: number): number {
  let left = ms
  let words = 0
  for (const sentence of text.split(/(?<=\.) /)) {
    for (const word of sentence.split(' ')) {
      if (left < word.length * MS_PER_CHAR) return words + (left > (word.length * MS_PER_CHAR) / 2 ? 1 : 0)
      left -= (word.length + 1) * MS_PER_CHAR
      words += 1
    }
    left += MS_PER_CHAR
  }
  return words
}

const WORDS =
  'the shop has many pets that are for sale today and some of them are quite old but friendly'.split(' ')

/** An answer of one to four sentences. */
export function someAnswer(random: () => number): string {
  const sentences = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    const words = Array.from(
      { length: 4 + Math.floor(random() * 12) },
      () => WORDS[Math.floor(random() * WORDS.length)],
    )
    return `Now ${words.join(' ')}.`
  })
  return sentences.join(' ')
}

/** Numbers that look random and are the same every time. */
export function numbers(seed: number): () => number {
  let state = seed * 2_654_435_761
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 1) >>> 0
    return state / 2 ** 32
  }
}
