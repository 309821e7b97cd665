import { placeOf } from '../../errors.js'
import type { AgentTexts } from '../../languages/agent-texts.js'
import type { Logger } from '../../ports.js'
import { fillText } from '../../text/fill-text.js'
import type { Conversation } from '../agent/conversation.js'
import type { RespondOptions } from '../agent/model-request.js'
import type { SpeechError } from '../model/speech-error.js'

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

/**
 * Collects sentences that tell the user about a failed recognizer or synthesizer. Each kind of failure is reported
 * once.
 */
export class SpeechFailures {
  readonly #options: { locale: AgentTexts; logger: Logger }
  readonly #reported = new Set<string>()
  #waiting: string[] = []

  constructor(options: { locale: AgentTexts; logger: Logger }) {
    this.#options = options
  }

  add(error: SpeechError, stage: 'stt' | 'tts'): void {
    const { locale, logger } = this.#options
    const { provider, failure, cause } = error
    logger.warn('speech failed', {
      stage,
      provider,
      failure,
      place: placeOf(cause),
    })
    if (!this.#reported.has(`${stage} ${failure}`))
      this.#waiting.push(speechFailureSentence(error, { stage, locale }))
    this.#reported.add(`${stage} ${failure}`)
  }

  /** Returns the sentences that were not reported yet, and removes them. */
  take(): string[] {
    return this.#waiting.splice(0)
  }
}

/** The sentence that tells the user that a recognizer or synthesizer failed, and what to do instead. */
export function speechFailureSentence(
  { failure, provider, message }: SpeechError,
  { stage, locale }: { stage: 'stt' | 'tts'; locale: AgentTexts },
): string {
  const { cannotHear, cannotSpeak, why } = locale.speech
  const reason = fillText(why[failure], { provider, reason: message })
  return fillText(stage === 'stt' ? cannotHear : cannotSpeak, { why: reason })
}
