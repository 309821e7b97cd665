import { overlay } from '../../templates/languages/en.json'

/**
 * All texts of the overlay, the chat view of the browser client. A page can replace each of them. A text with variable
 * parts has `{placeholders}`.
 */
export interface OverlayTexts {
  /** The language of the texts as BCP 47, for screen readers. */
  language: string
  /** The name of the agent, shown at the top. It is also the accessible name of the dialog. */
  title: string
  /** Shown in an empty conversation. */
  greeting: string
  greetingVoice: string
  /** Shown in an empty conversation while the microphone is muted. */
  greetingMuted: string
  greetingText: string
  close: string
  conversation: string
  placeholder: string
  send: string
  toText: string
  toVoice: string
  mute: string
  unmute: string
  stop: string
  latest: string
  you: string
  agent: string
  interrupted: string
  /** Shown below a message that was typed while the connection was down. */
  unsent: string
  connecting: string
  ready: string
  listening: string
  thinking: string
  speaking: string
  muted: string
  paused: string
  offline: string
  closed: string
  /** Shown while a connection attempt runs. */
  reconnecting: string
  /** Shown before the next attempt. Placeholder: `{seconds}`. */
  reconnectingIn: string
  /** Shown if the connection is down because the device has no network. */
  noNetwork: string
  retryNow: string
  retry: string
  /** Shown when the browser's own speech recognition is used, because its audio may leave the device. */
  browserSpeech: string
  tool: { running: string; done: string; failed: string; input: string; result: string; lost: string }
  approval: {
    /** Asks about one call. Placeholder: `{tool}`. */
    question: string
    /** Says that the user can also answer with a spoken yes or no. */
    spoken: string
    /** Replaces `spoken` after some of the calls were answered alone: the agent waits for the others. */
    awaited: string
    approve: string
    decline: string
    approved: string
    declined: string
    /** The answer to a question that the agent no longer asks, because another one came. */
    lapsed: string
    /** Opens the HTTP request of a call. */
    details: string
    /** The heading of several calls that are asked together. Placeholder: `{count}`. */
    several: string
    approveAll: string
    declineAll: string
    /** Replace `approveAll` and `declineAll` after some of the calls were answered alone. */
    approveRest: string
    declineRest: string
  }
  /** What is wrong with the microphone, and what to do about it. */
  microphone: Record<MicrophoneProblem, { title: string; advice: string }>
  /**
   * Sentences for errors, by error code. The sentence of `model-failed` is also shown for all other codes that begin
   * with `model-`.
   */
  errors: Partial<Record<string, string>>
  tryAgain: string
  typeInstead: string
  dismiss: string
}

/** Reasons why the microphone gives no sound. */
export type MicrophoneProblem =
  | 'denied'
  | 'dismissed'
  | 'missing'
  | 'busy'
  | 'insecure'
  | 'interrupted'
  | 'unsupported'
  | 'no-recognizer'

/** The English texts of the overlay. The client contains only these: those of other languages come from the server. */
export const english: OverlayTexts = { language: 'en', ...overlay }
