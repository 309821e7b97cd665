import { englishWords } from '../turns/words/en.js'
import type { TurnWords } from '../turns/words/turn-words.js'

const MAX_WORDS = 3

/** Whether some words only say "I am listening": "mm-hm", "okay right". No words at all say nothing. */
export function isBackchannel(transcript: string, { backchannels }: TurnWords = englishWords): boolean {
  const words = transcript
    .toLowerCase()
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, '')
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
  return words.length > 0 && words.length <= MAX_WORDS && words.every((word) => backchannels.has(word))
}
