import { englishWords } from './words/en.js'
import type { TurnWords } from './words/turn-words.js'

/**
 * How a transcript ends: `hanging` (more must come), `dictating` (digits, letters or an e-mail address under way), `closed` (an answer that
 * needs no more, whatever was asked), `complete` (a whole sentence), `open` (it may or may not be all).
 */
export type EndOfWords = 'hanging' | 'dictating' | 'closed' | 'complete' | 'open'

/** How many words a whole answer has, longest first. */
const LENGTHS = [4, 3, 2, 1]

/** Judges the end of what was said. Transcripts come with and without punctuation. */
export function endOfWords(transcript: string, pack: TurnWords = englishWords): EndOfWords {
  const text = transcript.trim()
  const words = wordsOf(text)
  if (isClosed(words, pack)) return 'closed'
  const isPunctuated = /[.!?。！？؟।]["')]*$/.test(text) && !/\.\.\.$|…$/.test(text)
  const last = words.at(-1) ?? ''
  if (/(?:\.\.\.|[…,;:、،-])$/.test(text)) return 'hanging'
  if (isDictating(words, { text, pack })) return 'dictating'
  // A recognizer puts a full stop where the voice falls silent, also behind "and".
  if (pack.hanging.has(last) && !/[?!]["')]*$/.test(text))
    return endsQuestion(words, pack) ? 'open' : 'hanging'
  if (isPunctuated) return 'complete'
  return pack.asking.has(words[0] ?? '') && words.length >= 3 ? 'complete' : 'open'
}

/** The words of a text, lower case, "don't" as one. */
function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}@]+/u)
    .filter(Boolean)
}

/** Whole answers and nothing else: "yes", "no thanks". */
function isClosed(words: string[], { closed }: TurnWords): boolean {
  let at = 0
  while (at < words.length) {
    const length = LENGTHS.find((count) => closed.includes(words.slice(at, at + count).join(' ')))
    if (!length) return false
    at += Math.min(length, words.length - at)
  }
  return words.length > 0
}

/** "What is this", "who are you": short questions end in words that hang elsewhere. */
function endsQuestion(words: string[], { questions }: TurnWords): boolean {
  return questions.has(words[0] ?? '') && words.length <= 5 && words.length > 2
}

/** The last two words are digits or letters, or an address has its "at" and no "dot" yet. */
function isDictating(words: string[], { text, pack }: { text: string; pack: TurnWords }): boolean {
  const { at: signs, dot, email } = pack.spelling
  const tail = words.slice(-2)
  const isSpelled = (word: string) =>
    pack.numbers.has(word) || /^\d{1,4}$/.test(word) || (/^\p{L}$/u.test(word) && !pack.letterWords.has(word))
  const isLong = /\d{6,}/.test(text.replace(/[\s-]/g, ''))
  if (tail.length === 2 && tail.every(isSpelled) && !isLong) return true
  const at = words.findLastIndex((word) => signs.includes(word))
  return (
    dot.includes(words.at(-1) ?? '') || (at > 0 && at === words.length - 2 && email.test(text.toLowerCase()))
  )
}
