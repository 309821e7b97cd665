import { englishTurns } from '../../../languages/en/turns.js'
import type { TurnWords } from '../../../languages/turn-words.js'

const MAX_WORDS = 4

/** Whether a transcript only signals attention, such as "mm-hm" or "okay right". False for an empty transcript. */
export function isBackchannel(transcript: string, { backchannels }: TurnWords = englishTurns): boolean {
  const words = transcript
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => backchannels.has(word))
}
