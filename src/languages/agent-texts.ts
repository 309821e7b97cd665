/**
 * Everything that the agent says or understands by itself, in one language. It is plain data, so that a language is
 * easy to add.
 */
export interface AgentTexts {
  /** BCP 47, such as `en`. */
  tag: string
  /** Words that mean yes, alone or together with words of `soft`. Lower case. */
  yes: string[]
  /** Words that mean no, alone or together with words of `soft`. Lower case. */
  no: string[]
  /** Words that do not change the meaning of a yes or a no, such as "please", "just" and "then". */
  soft: string[]
  /** Said once while a tool takes long. */
  filler: string
  /** The question before a tool call that needs approval, such as "This deletes order 17. Go ahead?". */
  approval: ApprovalTexts
  /** Said when a budget is used up; one text for each kind of budget. */
  budgets: Record<'user' | 'session' | 'app', string>
  /** Said when the recognizer or the synthesizer fails. */
  speech: SpeechFailureTexts
  /** Said when the server that was answering has stopped. The server that continues the session says it. */
  serverStopped: {
    /** Said if a tool call was running, because its outcome is unknown. */
    inCall: string
    inReply: string
  }
  /** Said and understood on the telephone. */
  phone: PhoneTexts
  /**
   * Sentences that say why a turn has failed. `{model}` is the name of the language model, `{reason}` the text of the
   * error.
   */
  failures: FailureTexts
}

/** What the agent says by itself in a telephone call, and how a caller ends one. */
export interface PhoneTexts {
  /** The first words on the telephone, unless the operator sets others. They tell the caller that a machine speaks. */
  greeting: string
  /** Replaces `approval.goAhead` on the telephone: says how to answer by voice and by keys. */
  goAhead: string
  /** Replaces `approval.again` on the telephone. */
  again: string
  /** Said while a tool takes long. */
  filler: string
  /** Asked when the caller is silent. */
  stillThere: string
  goodbye: string
  /** Said when the call has reached its maximum length. */
  timeUp: string
  /** Words with which a caller ends the call. Lower case. */
  farewells: string[]
}

/** The texts from which the question before a tool call that needs approval is made. */
export interface ApprovalTexts {
  /**
   * Verbs with which the title of a request can begin, each with its form in the sentence: `delete: 'deletes'`. A tool
   * that was not made from a request has its name as its title. May be empty.
   */
  verbs: Record<string, string>
  /** A verb for each HTTP method, put before the words of a path. For example, "deletes" in "deletes orders 17". */
  methods: Record<string, string>
  /**
   * The question for a tool whose title begins with one of the verbs. Placeholders:
   * - `{verb}`: the form of this verb in the sentence
   * - `{rest}`: the rest of the title and the identifiers of the object
   * - `{request}`, such as ` (DELETE /orders/17)`
   * - `{details}`, such as `: name Rex`
   */
  sentence: string
  /**
   * The question for a tool whose title begins with none of the verbs. Placeholders: `{title}`; `{request}` and
   * `{details}` as in `sentence`.
   */
  unknown: string
  goAhead: string
  /** Put before the question when it is asked again. */
  again: string
  /** Said when the user answers yes, but the question has expired or was lost. */
  gone: string
  /** Put after a text whose middle is left out. `{count}` is the length of the complete text. */
  length: string
  /** Put before a list. `{count}` is the number of its entries. */
  entries: { one: string; many: string }
  /**
   * Names the fields of a tool call that the tool does not declare, with their values. For example, "and {count} not in
   * the collection: {fields}".
   */
  unexpected: string
  /** Names further fields of a tool call, without their values. For example, "and {count} more: {names}". */
  more: string
  /** Replaces `{names}` in `more` if there are too many names: the first names, and how many follow. */
  others: string
}

/** Sentences that say why a turn has failed. */
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
  /** Said before `builtin/router` answers, which needs no language model, because all language models have failed. */
  lastResort: string
  tooManySteps: string
  tooLong: string
  tooManyTokens: string
  tooManyBadCalls: string
  internal: string
}

/** Sentences about a recognizer or a synthesizer that failed. */
export interface SpeechFailureTexts {
  /** Said if the recognizer fails. `{why}` is one of the phrases in `why`. */
  cannotHear: string
  /** Said if the synthesizer fails. `{why}` is one of the phrases in `why`. */
  cannotSpeak: string
  /** Phrases by the code of the failure. `{provider}` names the provider, `{reason}` is the text of the error. */
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
