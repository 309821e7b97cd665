export interface AudioPlace {
  itemId: string
  replyId: string
}

/** Plays agent audio in this process and knows its position. Without one, the client plays and it is estimated. */
export interface Player {
  readonly queuedMs: number
  /** Whether the audio does not pass here, so that it is not known how much of a message was played. @default false */
  readonly isElsewhere?: boolean
  play(audio: Uint8Array, place: AudioPlace): void
  endMessage(itemId: string): void
  endReply(replyId: string): void
  /** Played milliseconds of a message; `undefined` if none of its audio was added. */
  playedMs(itemId: string): number | undefined
  pause(): void
  resume(): void
  clear(): void
}

interface PlayedSentence {
  text: string
  fromMs: number
  /** Length of the audio sent so far: the full length if `whole` is true. */
  ms: number
  whole: boolean
}

interface SpokenItem {
  id: string
  /** Clock times at which playback of the sent audio starts and ends. A pause delays them. */
  startsAt: number
  endsAt: number
  sentences: PlayedSentence[]
  sentMs: number
  report: { playedMs: number; at: number } | undefined
  /** Audio position at which playback was cut; `undefined` if it was not. */
  cutMs: number | undefined
}

/** Number of newest messages whose playback is tracked. Only these can be truncated. */
const KEPT_ITEMS = 8
/** Estimated duration of a character until it is measured: about fifteen characters per second. */
const USUAL_MS_PER_CHAR = 65
/** Maximum assumed time by which the player of a client lags behind the estimated playback position. */
const LAG_MS = 10_000
/** `recentText` returns the words from `RECENT_MS` before the playback position to `NEXT_MS` after it. */
const RECENT_MS = 6_000
const NEXT_MS = 1_000
/** After a position report, playback is assumed to continue for this time. */
const REPORT_HOLDS_MS = 300

/** How much the user has heard: known by a player here, reported by the client, else as if played at once. */
export class Playback {
  readonly #items: SpokenItem[] = []
  #pausedAt: number | undefined
  #msPerChar = USUAL_MS_PER_CHAR
  #player: Player | undefined

  /** The player in this process, if there is one. Position reports of the client are then ignored. */
  get player(): Player | undefined {
    return this.#player
  }

  /** Lets `player`, a player in this process, play the audio from now on. With `undefined`, the client plays it. */
  connect(player: Player | undefined, now: number): void {
    for (const item of this.#items) {
      const playedMs = this.#player?.playedMs(item.id)
      if (playedMs !== undefined) item.report = { playedMs, at: now }
    }
    this.#player = player
    this.#pausedAt = undefined
  }

  leadMs(now: number): number {
    if (this.#player) return this.#player.queuedMs
    return Math.max(0, this.#endsAt - (this.#pausedAt ?? now))
  }

  audible(now: number): boolean {
    return this.leadMs(now) > 0
  }

  /** Starts a sentence. Sentences of a message, and their audio, must be added in order. */
  startSentence(itemId: string, text: string): void {
    const item = this.#itemFor(itemId)
    item.sentences.push({ text, fromMs: item.sentMs, ms: 0, whole: false })
  }

  /** Adds words to a message that a voice model speaks: it is one sentence, whose end is not known. */
  addText(itemId: string, text: string): void {
    const sentence = this.#itemFor(itemId).sentences.at(-1)
    if (sentence) sentence.text += text
    else this.startSentence(itemId, text)
  }

  endSentence(itemId: string): void {
    const sentence = this.#itemFor(itemId).sentences.at(-1)
    if (!sentence) return
    sentence.whole = true
    if (sentence.ms > 0) this.#msPerChar = sentence.ms / Math.max(1, sentence.text.trim().length)
  }

  sent(itemId: string, { ms, now }: { ms: number; now: number }): void {
    const item = this.#itemFor(itemId)
    const at = Math.max(now, this.#endsAt)
    if (item.sentMs === 0) item.startsAt = at
    item.endsAt = at + ms
    const sentence = item.sentences.at(-1)
    if (sentence) sentence.ms += ms
    item.sentMs += ms
  }

  pause(now: number): void {
    this.#player?.pause()
    this.#pausedAt ??= now
  }

  resume(now: number): void {
    this.#player?.resume()
    if (this.#pausedAt === undefined) return
    const stoodMs = now - this.#pausedAt
    for (const item of this.#items) {
      if (item.startsAt > this.#pausedAt) item.startsAt += stoodMs
      if (item.endsAt > this.#pausedAt) item.endsAt += stoodMs
    }
    this.#pausedAt = undefined
  }

  report(itemId: string, { playedMs, now }: { playedMs: number; now: number }): void {
    const item = this.#find(itemId)
    if (!item || this.#player) return
    item.report = { playedMs: Math.max(0, playedMs), at: now }
    if (item === this.#items.at(-1)) item.endsAt = now + Math.max(0, item.sentMs - playedMs)
  }

  cut(now: number): void {
    for (const item of this.#items) {
      item.cutMs ??= this.#played(item, now)
      item.endsAt = Math.min(item.endsAt, now)
    }
    this.#player?.clear()
    this.#pausedAt = undefined
  }

  unheard(now: number): string[] {
    if (this.#player?.isElsewhere) return []
    return this.#items
      .filter((item) => item.cutMs === undefined)
      .filter((item) => item.sentences.at(-1)?.whole === false || this.#played(item, now) < item.sentMs - 1)
      .map(({ id }) => id)
  }

  playedMs(itemId: string, now: number): number {
    const item = this.#find(itemId)
    return item ? Math.round(this.#played(item, now)) : 0
  }

  /** How many milliseconds were played of the messages whose playback started at the clock time `at` or later. */
  playedSince(at: number, now: number): number {
    const items = this.#items.filter(({ startsAt }) => startsAt >= at)
    return items.reduce((sum, item) => sum + this.#played(item, now), 0)
  }

  /** The words that were played in the last seconds or will be played in the next second. */
  recentText(now: number): string {
    const recent = this.#items.filter(({ id }) => this.isRecent(id, now))
    const texts = recent.map((item) => {
      const playedMs = this.#played(item, now)
      const from = this.textUpTo(item.id, playedMs - RECENT_MS) ?? ''
      return (this.textUpTo(item.id, playedMs + NEXT_MS) ?? '').slice(from.length)
    })
    return texts.join(' ').trim()
  }

  /** Sent milliseconds of a message; `undefined` if it was never spoken or is no longer tracked. */
  sentMs(itemId: string): number | undefined {
    return this.#find(itemId)?.sentMs
  }

  /** Whether a message is playing, or ended so recently that a player that lags behind may still play it. */
  isRecent(itemId: string, now: number): boolean {
    return (this.#find(itemId)?.endsAt ?? Number.NEGATIVE_INFINITY) > now - LAG_MS
  }

  /** The text of a message up to an audio position, in whole words; `undefined` for an unknown message. */
  textUpTo(itemId: string, playedMs: number): string | undefined {
    const item = this.#find(itemId)
    if (!item) return undefined
    return item.sentences
      .map((sentence) =>
        wordsUpTo(sentence, { playedMs: playedMs - sentence.fromMs, msPerChar: this.#msPerChar }),
      )
      .join('')
      .trimEnd()
  }

  #played(item: SpokenItem, now: number): number {
    if (item.cutMs !== undefined) return item.cutMs
    const exactMs = this.#player?.playedMs(item.id)
    if (exactMs !== undefined) return Math.min(item.sentMs, exactMs)
    if (item.report) {
      const since = Math.min((this.#pausedAt ?? now) - item.report.at, REPORT_HOLDS_MS)
      return Math.min(item.sentMs, item.report.playedMs + Math.max(0, since))
    }
    // Audio that waits is played without gaps, so what is left ends at `endsAt`.
    const leftMs = Math.max(0, item.endsAt - (this.#pausedAt ?? now))
    return item.sentMs - Math.min(item.sentMs, leftMs)
  }

  /** When all sent audio has been played. */
  get #endsAt(): number {
    return this.#items.findLast(({ sentMs }) => sentMs > 0)?.endsAt ?? 0
  }

  #find(id: string): SpokenItem | undefined {
    return this.#items.find((item) => item.id === id)
  }

  #itemFor(id: string): SpokenItem {
    const known = this.#find(id)
    if (known) return known
    const item: SpokenItem = {
      id,
      startsAt: Number.POSITIVE_INFINITY,
      endsAt: Number.NEGATIVE_INFINITY,
      sentences: [],
      sentMs: 0,
      report: undefined,
      cutMs: undefined,
    }
    this.#items.push(item)
    if (this.#items.length > KEPT_ITEMS) this.#items.shift()
    return item
  }
}

/** A sentence up to an audio position, at an even speed. A word counts if half of it was played. */
function wordsUpTo(
  { text, ms, whole }: PlayedSentence,
  { playedMs, msPerChar }: { playedMs: number; msPerChar: number },
): string {
  const letters = text.trimEnd().length
  const allMs = whole ? ms : Math.max(ms + 1, letters * msPerChar)
  if (playedMs >= allMs) return text
  if (playedMs <= 0) return ''
  const place = (playedMs / allMs) * letters
  let end = 0
  for (const word of text.matchAll(/\S+\s*/g)) {
    if (word.index + word[0].trimEnd().length / 2 > place) break
    end = word.index + word[0].length
  }
  return text.slice(0, end)
}
