import type { Lexicon } from './lexicon.js'

/** The words of the tools in an index, and where the tools use them. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether the path of some tool has the word, and the word is not a verb. */
  isThing(stem: string): boolean
  /** Whether the title, path or folder of some tool has the word. A user may then ask about it. */
  isSubject(stem: string): boolean
  /**
   * The subject of tools that begins like a word, and of which the word may be another form: "yazar" for "yazarlara".
   */
  otherForm(stem: string): string | undefined
  /** Whether the word is the verb of some tool, such as the first word of its title. */
  isVerb(stem: string): boolean
}

/** The words that are known when a sentence is parsed: those of the language, and those of the tools. */
export interface Words {
  lexicon: Lexicon
  vocabulary: Vocabulary
}
