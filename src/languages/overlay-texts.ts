/** Every word of the overlay, so that all of them can be replaced. Functions get what varies. */
export interface OverlayTexts {
  /** The language of the texts as BCP 47, for screen readers. */
  language: string
  /** The name of the agent, at the top and as the name of the dialog. */
  title: string
  /** Stands in an empty conversation. */
  greeting: string
  greetingVoice: string
  /** The same while the microphone is muted. */
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
  /** Below a message that was typed while the line was down. */
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
  reconnecting: (seconds: number) => string
  /** The line is down because the device has no network. */
  noNetwork: string
  retryNow: string
  retry: string
  /** Said when the browser's own speech is used, whose sound may leave the device. */
  browserSpeech: string
  tool: { running: string; done: string; failed: string; input: string; result: string; lost: string }
  approval: {
    question: (tool: string) => string
    /** Says that a spoken yes or no is an answer too. */
    spoken: string
    approve: string
    decline: string
    approved: string
    declined: string
  }
  /** What is wrong with the microphone, and what to do about it. */
  microphone: Record<MicrophoneProblem, { title: string; advice: string }>
  /** Sentences by the code of an error, or of its family, such as `model-failed` for all that begin with `model-`. */
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
