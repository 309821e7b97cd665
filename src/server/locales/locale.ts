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
  /** Sentences for what went wrong; `{model}` and `{reason}` are filled in. */
  failures: FailureWords
}

/** Words of the question before a call that writes. */
export interface ApprovalWords {
  /** A tool's leading verb in the third person; `{rest}` is what the name says besides, `{values}` what identifies the object. */
  verbs: Record<string, string>
  /** `{verb}`, `{rest}`, `{details}`. */
  sentence: string
  /** When the name starts with no verb of the list: `{title}`, `{method}`, `{path}`. */
  unknown: string
  /** Between several in one question. */
  and: string
  goAhead: string
  /** Put before the question when it is asked again. */
  again: string
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
