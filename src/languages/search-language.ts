/** What a request asks a tool to do, whatever its HTTP method. */
export type Action = 'list' | 'get' | 'find' | 'create' | 'update' | 'delete' | 'cancel'

/** What search has to know about a human language. Data, one file per language. */
export interface SearchLanguage {
  /** ISO 639-1. */
  code: string
  /** Words that say nothing about the subject. */
  stopWords: ReadonlySet<string>
  /** Everyday words for each action. Phrases of several words are allowed. */
  actions: Record<Action, readonly string[]>
  /** Words of this language for nouns that tools mostly have in English; only looked up where no tool has the word itself. */
  translations?: Readonly<Record<string, string>>
  /** Whether nouns are joined to longer ones. */
  compounds?: boolean
  /** Particles that part from their verb: the "an" of "leg eine Gruppe an", the "out" of "take it out". */
  particles: ReadonlySet<string>
  /** Groups of words that mean the same to people; the first one of a group is the one they are all read as. */
  synonyms: readonly (readonly string[])[]
  /** Words that may stand for others, without being the same: each also looks for those, with less weight. */
  related: Readonly<Record<string, readonly string[]>>
  /** Words after which something of less interest follows: "for", "of", "from". */
  prepositions: ReadonlySet<string>
  /** Words that may stand before a verb in a request: "please", "to". */
  beforeVerbs: ReadonlySet<string>
  /** Words that say that a number names a thing: "number", "id". */
  pointers: ReadonlySet<string>
  /** Words that separate two requests: "and", "then". */
  joints: ReadonlySet<string>
  /** Words that make the thing the speaker's own: "my". */
  own: ReadonlySet<string>
  /** How people ask for whom they are known: "who am I". Such a question begins with one of these. */
  selfQuestions: readonly string[]
  /** Words after which a name is given rather than looked up: "called", "named". */
  naming: ReadonlySet<string>
  /** Brings the forms of a word (plural, tense) to one. The word is lower-case and without accents. */
  stem(word: string): string
  /** Whether the word is a plural. */
  isPlural(word: string): boolean
  /** Whether the form of the word, or the word before it, says that it is no verb: "records", "an issue". */
  isNounForm(word: string, before: string): boolean
}
