/** The reasons for a score. They add up to it. */
export interface ScoreParts {
  /** The question's words in name, path, folder, parameters, description and examples. */
  words: number
  /** Whether the tool does what the question asks for: show, create, delete... */
  action: number
  /** Whether the path is about the thing the question is about. */
  path: number
  /** Found because another tool needs the id that this one finds. */
  dependency: number
}

/** A tool by its position in the list, with its score. */
export interface Ranked {
  at: number
  score: number
  parts: ScoreParts
  /** How many words of the question, verbs apart, the tool has. */
  things: number
}

/** The sum of the parts. */
export function total(parts: ScoreParts): number {
  return parts.words + parts.action + parts.path + parts.dependency
}
