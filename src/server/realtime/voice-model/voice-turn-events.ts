import type { Clock } from '../../../ports.js'
import type { VoiceEvent } from '../../model/voice-model.js'
import type { TurnSegmenterEvent } from '../../speech/input/turn-segmenter.js'
import type { RecognizedUtterance } from '../../speech/input/utterance.js'

/** How long a transcript may take after the end of its turn. After this time, the turn has no words. */
const TRANSCRIPT_WITHIN_MS = 15_000

type UserEvent = VoiceEvent & { type: 'user-started' | 'user-stopped' | 'user-text' }

/** The turns of the user as a voice model finds them. Late transcripts still belong to their turn. */
export class VoiceTurnEvents {
  readonly #clock: Clock
  readonly #emit: (event: TurnSegmenterEvent) => void
  /** For each turn without its transcript, by the provider's id: what it receives. */
  readonly #awaited = new Map<string, (transcript: string) => void>()
  #speaking: string | undefined
  #words = ''
  /** A commit of the client whose turn the model has not named yet. */
  #commit: ((heard: Promise<RecognizedUtterance>) => void) | undefined

  constructor({ clock, emit }: { clock: Clock; emit: (event: TurnSegmenterEvent) => void }) {
    this.#clock = clock
    this.#emit = emit
  }

  get userSpeaks(): boolean {
    return this.#speaking !== undefined
  }

  commit(): Promise<RecognizedUtterance> {
    this.#commit?.(Promise.resolve({ transcript: '' }))
    return new Promise((resolve) => {
      this.#commit = resolve
    })
  }

  /** `startMs`: where in the audio of the session the link began. */
  take(event: UserEvent, startMs: number): void {
    if (event.type === 'user-text') this.#takeWords(event)
    else if (event.type === 'user-started') {
      this.#speaking = event.itemId
      this.#words = ''
      const audioStartMs = startMs + event.atMs
      this.#emit({ type: 'speech-started', audioStartMs, pauseMs: Number.POSITIVE_INFINITY })
    } else {
      this.#speaking = undefined
      const heard = this.#transcriptOf(event.itemId)
      const commit = this.#commit
      this.#commit = undefined
      if (commit) commit(heard)
      else this.#emit({ type: 'speech-stopped', audioEndMs: startMs + event.atMs, silenceMs: 0, heard })
    }
  }

  /** The link is gone: what has no transcript yet gets none. */
  lose(): void {
    for (const resolve of [...this.#awaited.values()]) resolve('')
    this.#commit?.(Promise.resolve({ transcript: '' }))
    this.#commit = undefined
    if (this.#speaking === undefined) return
    this.#speaking = undefined
    this.#emit({ type: 'dismissed' })
  }

  #takeWords({ itemId, text, final }: UserEvent & { type: 'user-text' }): void {
    if (final) this.#awaited.get(itemId)?.(text.trim())
    else if (itemId === this.#speaking) {
      this.#words += text
      this.#emit({ type: 'partial', transcript: this.#words })
    }
  }

  #transcriptOf(itemId: string): Promise<RecognizedUtterance> {
    return new Promise((resolve) => {
      const finish = (transcript: string) => {
        cancelTimer()
        this.#awaited.delete(itemId)
        resolve({ transcript })
      }
      const cancelTimer = this.#clock.schedule(() => finish(''), TRANSCRIPT_WITHIN_MS)
      this.#awaited.set(itemId, finish)
    })
  }
}
