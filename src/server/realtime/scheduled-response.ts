import type { Conversation } from '../agent/conversation.js'
import type { RespondOptions } from '../agent/conversation-options.js'

export interface ScheduledResponseOptions {
  conversation: Pick<Conversation, 'replying' | 'say' | 'respond'>
  /** Whether an ended turn still waits for its transcript. */
  isWaiting: () => boolean
  userSpeaks: () => boolean
  /** Returns sentences about failures that the user was not told yet. */
  takeFailures: () => string[]
  onStart: () => void
}

/** The next response of a session. It starts when the user is silent, all transcripts are known and no reply is running. */
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

  /** Handles a `response.create`. Returns true when the response must wait for a transcript; it then starts by itself later. */
  hold(options: RespondOptions): boolean {
    if (options.outOfBand) return false
    const { conversation, isWaiting } = this.#options
    const isHeld = isWaiting()
    // A response is scheduled and the client requests one too: one response is enough.
    if (isHeld || !conversation.replying) this.#pending = isHeld ? options : undefined
    return isHeld
  }

  /** Says pending sentences and starts the scheduled response, unless agent or user speaks or a transcript is pending. */
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
