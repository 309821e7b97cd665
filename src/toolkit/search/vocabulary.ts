import type { Lexicon } from './lexicon.js'

/** The words of the tools in an index, and where the tools use them. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether the path of some tool has the word, and the word is not a verb. */
  isThing(stem: string): boolean
  /** Whether the word is in the title, path or folder of a tool, so that a user may ask for this tool with the word. */
  isSubject(stem: string): boolean
  /** A word of a title, path or folder that begins like the given one: "yazar" for "yazarlara". */
  otherForm(stem: string): string | undefined
  /** Whether the word is the verb of some tool, such as the first word of its title. */
  isVerb(stem: string): boolean
}

/** The words that are known when a sentence is parsed: those of the language, and those of the tools. */
export interface Words {
  lexicon: Lexicon
  vocabulary: Vocabulary
}
