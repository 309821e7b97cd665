/** What is known of the words in an index. */
export interface Vocabulary {
  has(stem: string): boolean
  /** Whether some tool's path is about it. */
  isThing(stem: string): boolean
  /** Whether some tool's title, path or folder has it, so that it may be what a question is about. */
  isSubject(stem: string): boolean
  /** Whether some tool is named by this verb. */
  isVerb(stem: string): boolean
  /** Whether some tool that changes something is named by this verb. */
  isWritingVerb(stem: string): boolean
}
