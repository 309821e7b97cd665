import type { Lexicon } from './lexicon.js'

/** What is known of the words in an index. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether some tool's path is about it. */
  isThing(stem: string): boolean
  /** Whether some tool's title, path or folder has it, so that it may be what a question is about. */
  isSubject(stem: string): boolean
  /** The subject that begins with the same letters as a word and may be another form of it: "yazar" for "yazarlara". */
  otherForm(stem: string): string | undefined
  /** Whether some tool is named by this verb. */
  isVerb(stem: string): boolean
}

/** What reading a sentence needs to know of words: the language's, and those of the tools. */
export interface Words {
  lexicon: Lexicon
  vocabulary: Vocabulary
}
