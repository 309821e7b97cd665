import type { Conversation } from '../agent/conversation.js'
import type { RespondOptions } from '../agent/model-request.js'

export interface ScheduledResponseOptions {
  conversation: Pick<Conversation, 'replying' | 'say' | 'respond'>
  /** Whether a turn that has ended still waits for its transcript. */
  isWaiting: () => boolean
  userSpeaks: () => boolean
  /** Returns the sentences about failures that the user has not been told yet. */
  takeFailures: () => string[]
  onStart: () => void
}

/**
 * The next response of a session. It starts when the user is silent, all transcripts are known and no reply is running.
 */
export class ScheduledResponse {
  readonly #options: ScheduledResponseOptions
  #pending: RespondOptions | undefined

  constructor(options: ScheduledResponseOptions) {
    this.#options = options
  }

  /** Schedules a response, unless one is scheduled already. */
  schedule(): void {
    this.#pending ??= {}
  }

  drop(): void {
    this.#pending = undefined
  }

  /**
   * Handles `response.create`. Returns true if the response must wait for a transcript: the session then starts it
   * later. Returns false if the caller can start it now.
   */
  hold(options: RespondOptions): boolean {
    if (options.outOfBand) return false
    const { conversation, isWaiting } = this.#options
    const isHeld = isWaiting()
    // The requested response replaces a scheduled one, so that the agent does not respond twice.
    if (isHeld || !conversation.replying) this.#pending = isHeld ? options : undefined
    return isHeld
  }

  /**
   * Says the sentences about failures, then starts the scheduled response. Does nothing while a reply is running, the
   * user speaks or a transcript is pending.
   */
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
