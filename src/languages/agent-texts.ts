/** Everything that the agent says by itself in one language. */
export interface AgentTexts {
  /** BCP 47, such as `en`. */
  tag: string
  /** Said once while a tool takes long. */
  filler: string
  /** The question before a tool call that needs approval, such as "This deletes order 17. Go ahead?". */
  approval: ApprovalTexts
  /** Said when a budget is used up; one text for each kind of budget. */
  budgets: Record<'user' | 'session' | 'app', string>
  /** Said when the recognizer or the synthesizer fails. */
  speech: SpeechFailureTexts
  /**
   * Sentences for a session whose server has stopped during a turn. The server that takes over the session says one of
   * them.
   */
  serverStopped: {
    /** Said if a tool call was running, because its outcome is unknown. */
    inCall: string
    inReply: string
  }
  /** Said and understood on the telephone. */
  phone: PhoneTexts
  /** Sentences that say why a turn has failed, for people who do not know what a language model is called. */
  failures: FailureTexts
}

/** What the agent says by itself in a telephone call, and how a caller ends one. */
export interface PhoneTexts {
  /** The first words on the telephone, unless the operator sets others. They tell the caller that a machine speaks. */
  greeting: string
  /** Replaces `approval.goAhead` on the telephone: says how to answer by voice and by keys. */
  goAhead: string
  /** The sentence that the agent says on the telephone in place of `approval.again`. */
  again: string
  /** Said while a tool takes long. */
  filler: string
  /** Asked when the caller is silent. */
  stillThere: string
  goodbye: string
  /** Said when the call has reached its maximum length. */
  timeUp: string
  /** Words with which a caller ends the call. Lower case. */
  farewells: readonly string[]
}

/** The texts from which the question before a tool call that needs approval is made. */
export interface ApprovalTexts {
  /**
   * Verbs for what tools do. For an English verb of `titleVerbs`, its form in `sentence` and, after a slash, its
   * infinitive, with which the user may answer: `"delete": "löscht/löschen"`.
   */
  verbs: Readonly<Record<string, string>>
  /**
   * Only for English, the language of most titles: any verb takes the ending of the third person, except these, whose
   * forms are given.
   */
  anyVerb?: Readonly<Record<string, string>>
  /** A verb for each HTTP method, put before the words of a path. For example, "deletes" in "deletes orders 17". */
  methods: Readonly<Record<string, string>>
  /**
   * The question for a tool with one of the verbs. Placeholders:
   * - `{verb}`: the form of this verb in the question
   * - `{rest}`: the other words of the title and the identifiers of the object
   * - `{request}`, such as ` (DELETE /orders/17)`
   * - `{details}`, such as `: name Rex`
   */
  sentence: string
  /**
   * The question for a tool without a known verb. Placeholders: `{title}`; `{request}` and
   * `{details}` as in `sentence`.
   */
  unknown: string
  goAhead: string
  /**
   * Repeats ids of records that the user said and that the calls do not contain. `{words}` lists them. For example,
   * "You said {words}."
   */
  said: string
  /** The sentence that the agent says before it repeats the question. For example, "I am waiting for a yes or a no." */
  again: string
  /** Said when the user answers yes, but the question has expired or was lost. */
  gone: string
  /**
   * The text after a value whose middle is left out. `{count}` is the length of the complete value. For example,
   * "{count} characters".
   */
  length: string
  /**
   * The text before a list in a field. `{count}` is the number of entries in the list. For example, "{count} entries".
   */
  entries: { one: string; many: string }
  /**
   * The text about fields of a tool call that the tool does not declare. `{fields}` has their names and values. For
   * example, "and {count} not in the collection: {fields}".
   */
  unexpected: string
  /**
   * The text about the fields that are left out because a call has too many fields. `{names}` has only their names. For
   * example, "and {count} more: {names}".
   */
  more: string
  /**
   * Replaces `{names}` in `more` if there are too many names. It has the first names and the number of the remaining
   * ones. For example, "{names} and {count} others".
   */
  others: string
}

/** Sentences that say why a turn has failed. */
export interface FailureTexts {
  unauthorized: string
  'no-credit': string
  'unknown-model': string
  'rate-limited': string
  unavailable: string
  unreachable: string
  rejected: string
  'too-long': string
  timeout: string
  'bad-answer': string
  'no-answer': string
  cut: string
  /** Said when all language models have failed and the built-in router answers in their place. It only looks things up. */
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
