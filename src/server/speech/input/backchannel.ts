import { findTurnWords, type TurnWords } from '../../../languages/turn-words.js'
import { editDistance } from '../../../text/edit-distance.js'
import { wordsOf } from '../turns/end-of-words.js'

const MAX_WORDS = 4

/** Whether a transcript only signals attention, such as "mm-hm" or "okay right". False for an empty transcript. */
export function isBackchannel(transcript: string, { backchannels }: TurnWords = findTurnWords()): boolean {
  const words = wordsOf(transcript.replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, ''))
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => backchannels.has(word))
}

/** A transcript is an echo if at least this share of its words are words of the agent. */
const MIN_SHARE = 0.8

/** Whether a transcript is words of the agent, picked up by the microphone. `spoken`: its last seconds. */
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

/** How many words of the first list the second has in the same order (longest common subsequence). */
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
  return allowed > 0 && editDistance(word, other) <= allowed
}
