/** Everything the agent says or understands by itself, in one language. Plain data, so that a pack is easy to add. */
export interface AgentTexts {
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
  approval: ApprovalTexts
  /** Said when nothing more may be used, by whose limit it is. */
  budgets: Record<'user' | 'session' | 'app', string>
  /** Said when the recognizer or the voice fails; `{provider}` and `{reason}` are filled in. */
  speech: SpeechFailureTexts
  /** Said by the server that goes on when the one that was answering has stopped. */
  serverStopped: {
    /** A call was running, and its outcome is unknown. */
    inCall: string
    inReply: string
  }
  /** Said and understood on the telephone. */
  phone: PhoneTexts
  /** Sentences for what went wrong; `{model}` and `{reason}` are filled in. */
  failures: FailureTexts
}

/** What the agent says by itself in a telephone call, and how a caller ends one. */
export interface PhoneTexts {
  /** The first words of a call, unless the operator sets others. They say that no person answers. */
  greeting: string
  /** In the place of `goAhead`: how to answer by voice and by keys. */
  goAhead: string
  /** In the place of `again`. */
  again: string
  /** Said while a tool takes long. */
  filler: string
  /** Asked when the caller is silent. */
  stillThere: string
  goodbye: string
  /** Said when the call has lasted as long as it may. */
  timeUp: string
  /** Words with which a caller ends the call. Lower case. */
  farewells: string[]
}

/** Words of the question before a call that writes. */
export interface ApprovalTexts {
  /** Verbs that names of tools begin with, as the sentence needs them. May be empty. */
  verbs: Record<string, string>
  /** `{verb}`, `{rest}` (what the name says besides, and what identifies the object), `{request}`, `{details}` (`: name Rex`). */
  sentence: string
  /** When the name begins with no verb of the list: `{title}`, `{request}` (` (DELETE /orders/17)`), `{details}`. */
  unknown: string
  goAhead: string
  /** Put before the question when it is asked again. */
  again: string
  /** The answer to a yes whose question has expired or was lost. */
  gone: string
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
export interface FailureTexts {
  unauthorized: string
  'rate-limited': string
  unavailable: string
  unreachable: string
  rejected: string
  timeout: string
  'bad-answer': string
  'no-answer': string
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
export interface SpeechFailureTexts {
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
