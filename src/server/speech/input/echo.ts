/** A transcript is an echo if at least this share of its words are words of the agent. */
const MIN_SHARE = 0.8

/**
 * Whether a transcript is an echo: words of the agent that the microphone picked up. `spoken` is the text that the
 * agent has spoken in the last seconds.
 */
export function isEcho(transcript: string, spoken: string): boolean {
  const heard = wordsOf(transcript)
  const said = wordsOf(spoken)
  if (heard.length === 0 || said.length === 0) return false
  const length = heard.length + 2
  const starts = Math.max(1, said.length - length + 1)
  for (let at = 0; at < starts; at += 1)
    if (inOrder(heard, said.slice(at, at + length)) >= heard.length * MIN_SHARE) return true
  return false
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/**
 * The number of words of the first list that occur in the second list in the same order (longest common subsequence).
 */
function inOrder(first: string[], second: string[]): number {
  let row = new Array<number>(second.length + 1).fill(0)
  for (const word of first) {
    const next = [0]
    for (const [at, other] of second.entries())
      next.push(isSame(word, other) ? row[at]! + 1 : Math.max(row[at + 1]!, next[at]!))
    row = next
  }
  return row.at(-1) ?? 0
}

function isSame(word: string, other: string): boolean {
  if (word === other) return true
  const allowed = Math.floor(Math.min(word.length, other.length) / 5)
  return allowed > 0 && distance(word, other) <= allowed
}

/** Levenshtein distance of two words. */
function distance(word: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 0; at < word.length; at += 1) {
    const next = [at + 1]
    for (let column = 0; column < other.length; column += 1) {
      const changed = row[column]! + (word[at] === other[column] ? 0 : 1)
      next.push(Math.min(changed, row[column + 1]! + 1, next[column]! + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
