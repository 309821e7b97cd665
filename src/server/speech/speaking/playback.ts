/** A stretch of sound of one message: where it lies in the message and when the listener hears it. */
interface Stretch {
  fromMs: number
  ms: number
  /** When it begins to be heard, in the time of the clock. */
  at: number
}

/** A sentence of a message and the sound it has. */
interface Sentence {
  text: string
  fromMs: number
  /** Sound sent so far; all of it once `whole`. */
  ms: number
  whole: boolean
}

interface SpokenItem {
  id: string
  stretches: Stretch[]
  sentences: Sentence[]
  sentMs: number
  report: { playedMs: number; at: number } | undefined
  /** What was heard when the rest was thrown away. */
  cutMs: number | undefined
}

/** Messages that may still be truncated; older ones were heard long ago. */
const KEPT_ITEMS = 8
/** How long a letter takes, as long as nothing was measured: fifteen a second. */
const USUAL_MS_PER_CHAR = 65
/** So far behind a player may be. */
const LAG_MS = 10_000
/** A player that has reported goes on playing for this long without another report. */
const REPORT_HOLDS_MS = 300

/**
 * What the listener has heard of what was sent. Without reports a player is taken to play at once and without a break; one that reports is
 * believed.
 */
export class Playback {
  readonly #items: SpokenItem[] = []
  #endsAt = 0
  #pausedAt: number | undefined
  #msPerChar = USUAL_MS_PER_CHAR

  /** Milliseconds of sound that are sent and not heard yet. */
  leadMs(now: number): number {
    return Math.max(0, this.#endsAt - (this.#pausedAt ?? now))
  }

  /** Whether the listener hears the agent now. */
  audible(now: number): boolean {
    return this.leadMs(now) > 0
  }

  /** A sentence begins to be sent; the sound and the sentences of one message come in order. */
  startSentence(itemId: string, text: string): void {
    const item = this.#itemFor(itemId)
    item.sentences.push({ text, fromMs: item.sentMs, ms: 0, whole: false })
  }

  /** All sound of the sentence that was started last is sent. */
  endSentence(itemId: string): void {
    const sentence = this.#itemFor(itemId).sentences.at(-1)
    if (!sentence) return
    sentence.whole = true
    if (sentence.ms > 0) this.#msPerChar = sentence.ms / Math.max(1, sentence.text.trim().length)
  }

  /** Sound of the sentence that was started last. */
  sent(itemId: string, { ms, now }: { ms: number; now: number }): void {
    const item = this.#itemFor(itemId)
    const at = Math.max(now, this.#endsAt)
    const last = item.stretches.at(-1)
    if (last && Math.abs(last.at + last.ms - at) < 1) last.ms += ms
    else item.stretches.push({ fromMs: item.sentMs, ms, at })
    const sentence = item.sentences.at(-1)
    if (sentence) sentence.ms += ms
    item.sentMs += ms
    this.#endsAt = at + ms
  }

  /** The player stands still until `resume`. */
  pause(now: number): void {
    this.#pausedAt ??= now
  }

  resume(now: number): void {
    if (this.#pausedAt === undefined) return
    const stoodMs = now - this.#pausedAt
    for (const stretch of this.#items.flatMap(({ stretches }) => stretches))
      if (stretch.at + stretch.ms > this.#pausedAt) stretch.at += stoodMs
    if (this.#endsAt > this.#pausedAt) this.#endsAt += stoodMs
    this.#pausedAt = undefined
  }

  /** The player says how far it is. */
  report(itemId: string, { playedMs, now }: { playedMs: number; now: number }): void {
    const item = this.#find(itemId)
    if (!item) return
    item.report = { playedMs: Math.max(0, playedMs), at: now }
    if (item === this.#items.at(-1)) this.#endsAt = now + Math.max(0, item.sentMs - playedMs)
  }

  /** Sound that was sent is thrown away by the player: nothing is heard any more. */
  cut(now: number): void {
    for (const item of this.#items) item.cutMs ??= this.#played(item, now)
    this.#endsAt = now
    this.#pausedAt = undefined
  }

  /** Messages not heard to their end, oldest first. */
  unheard(now: number): string[] {
    return this.#items
      .filter((item) => item.cutMs === undefined)
      .filter((item) => item.sentences.at(-1)?.whole === false || this.#played(item, now) < item.sentMs - 1)
      .map(({ id }) => id)
  }

  /** Milliseconds of a message that were heard. */
  playedMs(itemId: string, now: number): number {
    const item = this.#find(itemId)
    return item ? Math.round(this.#played(item, now)) : 0
  }

  /** Milliseconds of a message that were sent; `undefined` for one that was never spoken, or long ago. */
  sentMs(itemId: string): number | undefined {
    return this.#find(itemId)?.sentMs
  }

  /** Whether a message is being heard, or was to be heard until a short while ago; players lag behind. */
  isRecent(itemId: string, now: number): boolean {
    const last = this.#find(itemId)?.stretches.at(-1)
    return last !== undefined && last.at + last.ms > now - LAG_MS
  }

  /** The words of a message up to a place in its sound, whole words only. `undefined` when its sound is not known. */
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
    if (item.report) {
      const since = Math.min((this.#pausedAt ?? now) - item.report.at, REPORT_HOLDS_MS)
      return Math.min(item.sentMs, item.report.playedMs + Math.max(0, since))
    }
    const until = this.#pausedAt ?? now
    const heard = item.stretches.filter(({ at }) => at <= until).at(-1)
    return heard ? heard.fromMs + Math.min(heard.ms, until - heard.at) : 0
  }

  #find(id: string): SpokenItem | undefined {
    return this.#items.find((item) => item.id === id)
  }

  #itemFor(id: string): SpokenItem {
    const known = this.#find(id)
    if (known) return known
    const item: SpokenItem = {
      id,
      stretches: [],
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

/** A voice is even enough that the share of the sound is the share of the letters. A word counts from its middle on. */
function wordsUpTo(
  { text, ms, whole }: Sentence,
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
