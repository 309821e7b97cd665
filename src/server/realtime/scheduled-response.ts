import type { Conversation } from '../agent/conversation.js'
import type { RespondOptions } from '../agent/conversation-options.js'

/** Options of `ScheduledResponse`. */
export interface ScheduledResponseOptions {
  conversation: Pick<Conversation, 'replying' | 'say' | 'respond'>
  /** Whether the transcript of an ended turn is pending. */
  isWaiting: () => boolean
  userSpeaks: () => boolean
  /** Sentences about failures that were not reported yet. */
  takeFailures: () => string[]
  /** A response is about to start. */
  onStart: () => void
}

/** The next response of a session: starts when the user is silent, all transcripts are known and no reply is running. */
export class ScheduledResponse {
  readonly #options: ScheduledResponseOptions
  #pending: RespondOptions | undefined

  constructor(options: ScheduledResponseOptions) {
    this.#options = options
  }

  /** Schedules a response, unless one is scheduled. */
  owe(): void {
    this.#pending ??= {}
  }

  drop(): void {
    this.#pending = undefined
  }

  /** Handles a response request: returns true when it must wait for a transcript; it then starts by itself. */
  hold(options: RespondOptions): boolean {
    if (options.outOfBand) return false
    const { conversation, isWaiting } = this.#options
    const isHeld = isWaiting()
    // This response also answers the scheduled one.
    if (isHeld || !conversation.replying) this.#pending = isHeld ? options : undefined
    return isHeld
  }

  /** Says pending sentences, then starts the scheduled response, when that is possible now. */
  start(): void {
    const { conversation, isWaiting, userSpeaks, takeFailures, onStart } = this.#options
    if (conversation.replying || userSpeaks() || isWaiting()) return
    for (const sentence of takeFailures()) conversation.say(sentence, { aside: true })
    const pending = this.#pending
    this.#pending = undefined
    onStart()
    if (pending) conversation.respond(pending)
  }
}
