/** The kind of action that a user asks for. A tool for it may have any HTTP method. */
export type Action = 'list' | 'get' | 'find' | 'create' | 'update' | 'delete' | 'cancel'

/**
 * The words of one human language for tool search, and rules for the forms of its words. Each language has its own
 * file.
 */
export interface SearchLanguage {
  /** ISO 639-1. */
  code: string
  /** Frequent words that do not show the subject of a request, such as articles. */
  stopWords: ReadonlySet<string>
  /** Everyday words for each action. Phrases of several words are allowed. */
  actions: Record<Action, readonly string[]>
  /**
   * Nouns of this language, each with the English noun that tools use most often. A translation is used only if no tool
   * has the noun itself.
   */
  translations?: Readonly<Record<string, string>>
  /** Whether the language writes several nouns as one word, such as the German "Kundennummer" (customer number). */
  compounds?: boolean
  /** Particles that can be separated from their verb: "an" in "leg eine Gruppe an", "out" in "take it out". */
  particles: ReadonlySet<string>
  /** Groups of words that users say for the same thing. Search reads all words of a group as its first word. */
  synonyms: readonly (readonly string[])[]
  /**
   * For each word, further words that it may mean. In search, they count less than synonyms: "bug" also finds "issue".
   */
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
  /** Words before a name that the user gives to a record: "called", "named". */
  naming: ReadonlySet<string>
  /**
   * Whether words with the same beginning count as forms of one word. This is set for languages whose forms `stem` does
   * not know. @default false
   */
  matchesBeginnings?: boolean
  /** Reduces the forms of a word (plural, tense) to one. The word is in lower case and without accents. */
  stem(word: string): string
  isPlural(word: string): boolean
  /** Whether a word is not a verb, because of its own form ("records") or the word before it ("an issue"). */
  isNounForm(word: string, before: string): boolean
}
