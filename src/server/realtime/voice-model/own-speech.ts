import type { HistoryItem } from '../../agent/events.js'
import type { Log } from '../../agent/log.js'

/**
 * What a voice model says by itself while the agent does the work, such as a greeting or "one moment". It may come in the
 * middle of a reply, so clients get it as a reply out of band. Language models see it as a message of the assistant.
 */
export class OwnSpeech {
  readonly #log: () => Log
  readonly #newId: (prefix: string) => string
  #replyId = ''
  #item: (HistoryItem & { type: 'message'; role: 'assistant' }) | undefined
  #latest: string[] = []

  constructor({ log, newId }: { log: () => Log; newId: (prefix: string) => string }) {
    this.#log = log
    this.#newId = newId
  }

  begin(): void {
    this.end()
    const replyId = this.#newId('resp')
    const id = this.#newId('msg')
    this.#replyId = replyId
    this.#item = { id, type: 'message', role: 'assistant', status: 'in_progress', content: [] }
    const log = this.#log()
    log.append({ type: 'reply-started', replyId, outOfBand: true, metadata: null, spoken: true })
    log.append({ type: 'item-added', item: this.#item, replyId, listed: false })
    log.append({ type: 'text-started', itemId: id, replyId, isSpoken: true })
  }

  text(delta: string): void {
    if (!this.#item) return
    this.#log().append({ type: 'text-delta', itemId: this.#item.id, replyId: this.#replyId, delta })
  }

  audio(audio: Uint8Array): void {
    if (!this.#item) return
    this.#log().append({ type: 'audio-delta', itemId: this.#item.id, replyId: this.#replyId, audio })
  }

  end(): void {
    const item = this.#item
    if (!item) return
    this.#item = undefined
    const { id } = item
    const replyId = this.#replyId
    const log = this.#log()
    const transcript = log.history.openText(id)
    log.append({ type: 'text-done', itemId: id, replyId, text: transcript })
    const content = [{ type: 'output_audio' as const, transcript }]
    log.append({ type: 'item-done', item: { ...item, status: 'completed', content }, replyId, listed: false })
    if (transcript) this.#latest.push(id)
    else log.append({ type: 'item-hidden', itemId: id })
    const usage = { inputTokens: 0, outputTokens: 0 }
    log.append({ type: 'reply-ended', replyId, end: { status: 'completed', usage } })
  }

  /** The user has spoken: what was said before belongs to the conversation. */
  userSpoke(): void {
    this.#latest = []
  }

  /** Hides what was said after the user's words from language models, because they answer these words. */
  hideLatest(): void {
    const open = this.#item ? [this.#item.id] : []
    for (const itemId of [...this.#latest.splice(0), ...open])
      this.#log().append({ type: 'item-hidden', itemId })
  }
}
