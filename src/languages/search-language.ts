/** The action that a user asks for. The HTTP method of the tool may be any. */
export type Action = 'list' | 'get' | 'find' | 'create' | 'update' | 'delete' | 'cancel'

/** The words of a human language for search. Plain data, one file per language. */
export interface SearchLanguage {
  /** ISO 639-1. */
  code: string
  /** Words that say nothing about the subject. */
  stopWords: ReadonlySet<string>
  /** Everyday words for each action. Phrases of several words are allowed. */
  actions: Record<Action, readonly string[]>
  /** Nouns of this language, each with the English noun that tools mostly use. Applies only if no tool has the noun itself. */
  translations?: Readonly<Record<string, string>>
  /** Whether the language joins nouns to compounds. */
  compounds?: boolean
  /** Particles that are separated from their verb: the "an" of "leg eine Gruppe an", the "out" of "take it out". */
  particles: ReadonlySet<string>
  /** Groups of words that mean the same to people. All words of a group are read as its first word. */
  synonyms: readonly (readonly string[])[]
  /** Words that a word may also mean, though they are no synonyms. They count less: "bug" also finds "issue". */
  related: Readonly<Record<string, readonly string[]>>
  /** Words before a less important part of the request: "for", "of", "from". */
  prepositions: ReadonlySet<string>
  /** Words that may come before a verb in a request: "please", "to". */
  beforeVerbs: ReadonlySet<string>
  /** Words that say that a number is the id of a record: "number", "id". */
  pointers: ReadonlySet<string>
  /** Words that separate two requests: "and", "then". */
  joints: ReadonlySet<string>
  /** Words that say that a record belongs to the speaker: "my". */
  own: ReadonlySet<string>
  /** Beginnings of questions of users about their own account: "who am I". */
  selfQuestions: readonly string[]
  /** Words before a name that the user gives, not one to look up: "called", "named". */
  naming: ReadonlySet<string>
  /** Whether words of the same beginning count as forms of one word, because `stem` does not know the forms. @default false */
  matchesBeginnings?: boolean
  /** Reduces the forms of a word (plural, tense) to one. The word is in lower case and without accents. */
  stem(word: string): string
  isPlural(word: string): boolean
  /** Whether the form of the word, or the word before it, shows that it is not a verb: "records", "an issue". */
  isNounForm(word: string, before: string): boolean
}
