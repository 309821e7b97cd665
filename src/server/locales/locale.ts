/** Everything the agent says or understands by itself, in one language. Plain data, so that a pack is easy to add. */
export interface Locale {
  /** BCP 47, such as `en`. */
  tag: string
  /** Words that, alone or with the softeners, mean yes or no. Lower case. */
  yes: string[]
  no: string[]
  /** Words that change nothing beside a yes or a no: "please", "go ahead", "do it". */
  soft: string[]
  /** Said once while a tool takes long. */
  filler: string
  /** "This deletes order 17. Go ahead?" */
  approval: ApprovalWords
  /** Said when nothing more may be used, by whose limit it is. */
  budgets: Record<'user' | 'session' | 'app', string>
  /** Said when ears or voice fail; `{provider}` and `{reason}` are filled in. */
  speech: SpeechWords
  /** Said by the server that goes on when the one that was answering has stopped. */
  serverStopped: {
    /** A call was running, and nobody knows its outcome. */
    inCall: string
    inReply: string
  }
  /** Sentences for what went wrong; `{model}` and `{reason}` are filled in. */
  failures: FailureWords
}

/** Words of the question before a call that writes. */
export interface ApprovalWords {
  /** Verbs that names of tools begin with, as the sentence needs them. May be empty. */
  verbs: Record<string, string>
  /** `{verb}`, `{rest}` (what the name says besides, and what identifies the object), `{request}`, `{details}` (`: name Rex`). */
  sentence: string
  /** When the name begins with no verb of the list: `{title}`, `{request}` (` (DELETE /orders/17)`), `{details}`. */
  unknown: string
  goAhead: string
  /** Put before the question when it is asked again. */
  again: string
  /** How long a text is of which the middle is left out; `{count}`. */
  length: string
  /** Before a list, which is counted; `{count}`. */
  entries: { one: string; many: string }
  /** Fields that the tool does not show: `{count}`, `{fields}`. */
  unexpected: string
  /** Fields that are named alone: `{count}`, `{names}`. */
  more: string
  /** Fields that are counted alone, behind `{names}`; `{count}`. */
  others: string
}

/** Honest sentences for a turn that did not work out. */
export interface FailureWords {
  unauthorized: string
  rateLimited: string
  unavailable: string
  unreachable: string
  rejected: string
  timeout: string
  badAnswer: string
  noAnswer: string
  cut: string
  /** Before the answer of the embedded router. */
  lastResort: string
  tooManySteps: string
  tooLong: string
  tooManyTokens: string
  tooManyBadCalls: string
  internal: string
}

/** Sentences about a recognizer or a voice that failed. */
export interface SpeechWords {
  /** `{why}` is one of the phrases below. */
  cannotHear: string
  cannotSpeak: string
  why: Record<
    | 'unauthorized'
    | 'rate-limited'
    | 'unavailable'
    | 'unreachable'
    | 'rejected'
    | 'timeout'
    | 'bad-answer'
    | 'not-installed',
    string
  >
}
