import type { VoiceEvent } from '../../model/voice-model.js'

/** Without words for this time, in milliseconds of audio, a turn of the user has ended. */
const QUIET_MS = 800
/** How long a delegation waits for words that may follow it. */
const WORDS_WITHIN_MS = 4_000
/** So many delegations are remembered, because the same one may be announced again. */
const KEPT_IDS = 512

/** A delegation that has been passed on, or waits until the user's words are complete. */
interface Delegation {
  id: string
  /** When it was created, in milliseconds of the session. Words that were spoken before belong to it. */
  offsetMs: number
  /** When it was announced, in milliseconds of audio. */
  atMs: number
}

/**
 * The turns of the user and the work that they ask for, found in a stream of words: the protocol marks neither the end of
 * a turn nor the words of a delegation, and its words may follow later. Its time is the audio that is sent.
 */
export class LiveTranscript {
  readonly #take: (event: VoiceEvent) => void
  readonly #claimed = new Set<string>()
  #nowMs = 0
  #turns = 0
  #turn: { itemId: string; text: string; lastMs: number } | undefined
  /** Delegations that wait for the end of the turn. */
  #waiting: Delegation[] = []
  #last: Delegation | undefined
  /** When the last words came. */
  #wordsMs = 0
  /** Whether there were words since the last task. */
  #hasWords = false
  /** Whether the words of the turn were spoken before the delegation that was passed on. */
  #isLate = false

  constructor(take: (event: VoiceEvent) => void) {
    this.#take = take
  }

  /** Words of the user. `startMs`: when they were spoken, in milliseconds of the session. */
  words(text: string, startMs: number): void {
    if (!this.#turn) {
      this.#turns += 1
      this.#turn = { itemId: `turn_${this.#turns}`, text: '', lastMs: this.#nowMs }
      this.#take({ type: 'user-started', itemId: this.#turn.itemId, atMs: this.#nowMs })
    }
    this.#turn.text += text
    this.#turn.lastMs = this.#nowMs
    this.#wordsMs = this.#nowMs
    this.#isLate ||= this.#last !== undefined && startMs < this.#last.offsetMs
    this.#take({ type: 'user-text', itemId: this.#turn.itemId, text, final: false })
  }

  /** Work was announced. The same announcement may come twice. */
  delegate(id: string, offsetMs: number): void {
    if (this.#claimed.has(id)) return
    this.#claimed.add(id)
    if (this.#claimed.size > KEPT_IDS) this.#claimed.delete(this.#claimed.values().next().value!)
    this.#waiting.push({ id, offsetMs, atMs: this.#nowMs })
  }

  /** Audio of this length was sent. */
  pass(ms: number): void {
    this.#nowMs += ms
    if (this.#turn && this.#nowMs - this.#turn.lastMs >= QUIET_MS) this.#endTurn(this.#turn)
    const first = this.#waiting[0]
    if (!first || this.#turn) return
    const waitedMs = this.#nowMs - first.atMs
    if (waitedMs >= (this.#hasWords ? QUIET_MS : WORDS_WITHIN_MS)) this.#passOn()
  }

  /** The model answers, so it takes the turn as ended. */
  answered(): void {
    if (this.#turn) this.#endTurn(this.#turn)
  }

  /** The connection is lost, and with it whatever the model would have asked for: what was said is passed on. */
  flush(): void {
    if (this.#turn) this.#endTurn(this.#turn)
    const isRecent = this.#hasWords && this.#nowMs - this.#wordsMs < WORDS_WITHIN_MS
    if (this.#waiting.length === 0 && isRecent) this.delegate(`lost_${this.#turns}`, this.#nowMs)
    if (this.#waiting.length > 0) this.#passOn()
  }

  #endTurn({ itemId, text }: { itemId: string; text: string }): void {
    this.#turn = undefined
    this.#hasWords = true
    this.#take({ type: 'user-stopped', itemId, atMs: this.#nowMs })
    this.#take({ type: 'user-text', itemId, text, final: true })
    // The delegation was passed on with too few words: it is passed on again.
    if (this.#isLate && this.#last && this.#waiting.length === 0) this.#waiting.push(this.#last)
    this.#isLate = false
  }

  #passOn(): void {
    this.#last = this.#waiting.at(-1)
    const hasWords = this.#hasWords
    this.#waiting = []
    this.#hasWords = false
    if (this.#last) this.#take({ type: 'task', taskId: this.#last.id, hasWords })
  }
}
