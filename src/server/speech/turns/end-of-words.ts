import { type ExpectedAnswer, findTurnWords, type TurnWords } from '../../../languages/turn-words.js'

/**
 * How a transcript ends:
 * - `hanging`: the sentence must continue.
 * - `dictating`: the user is in the middle of digits, letters or an e-mail address.
 * - `naming`: an id or another value usually follows ("cancel booking").
 * - `closed`: a short answer, which is complete after any question ("yes").
 * - `complete`: a whole sentence.
 * - `open`: unclear.
 */
export type EndOfWords = 'hanging' | 'dictating' | 'naming' | 'closed' | 'complete' | 'open'

/** Possible numbers of words in a closed answer (see `EndOfWords`), longest first. */
const LENGTHS = [4, 3, 2, 1]

/** Ignores a full stop: recognizers write one wherever the user pauses, even after "and". */
export function endOfWords(transcript: string, pack: TurnWords = findTurnWords()): EndOfWords {
  const text = transcript.trim()
  const words = wordsOf(text)
  if (isClosed(words, pack)) return 'closed'
  const isQuestion = /[?!？！؟]["')]*$/.test(text)
  const last = words.at(-1) ?? ''
  if (/(?:\.\.\.|[…,;:、،-])$/.test(text)) return 'hanging'
  if (isDictating(words, { text, pack })) return 'dictating'
  if (pack.hanging.has(last) && !endsQuestion(words, pack)) return 'hanging'
  if (isQuestion) return 'complete'
  if (pack.hanging.has(last)) return 'open'
  if (isNaming(words, pack)) return 'naming'
  return pack.asking.has(words[0] ?? '') && words.length >= 3 ? 'complete' : 'open'
}

/** After a verb and a singular noun ("cancel booking") or a label ("the invoice number"). Not in questions. */
function isNaming(words: string[], { asking, questions, labels, plural }: TurnWords): boolean {
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (questions.has(first) || words.length < 2) return false
  const [verb = '', noun = ''] = words.slice(-2)
  return labels.has(last) || (words.length <= 3 && asking.has(verb) && plural?.test(noun) === false)
}

/** The words of a text in lower case. Apostrophes are dropped, so "don't" is one word. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{M}\p{N}@]+/u)
    .filter(Boolean)
}

/** Whether a text consists only of closed answers (see `EndOfWords`), such as "yes" or "no thanks". */
function isClosed(words: string[], { closed }: TurnWords): boolean {
  let at = 0
  while (at < words.length) {
    const length = LENGTHS.find((count) => closed.has(words.slice(at, at + count).join(' ')))
    if (!length) return false
    at += Math.min(length, words.length - at)
  }
  return words.length > 0
}

/** "What is this": its last word alone would suggest that the sentence continues. */
function endsQuestion(words: string[], { questions }: TurnWords): boolean {
  return questions.has(words[0] ?? '') && words.length <= 5 && words.length > 2
}

/** Whether the last two words are one number ("size forty two") and the word before them is no number. */
function isOneNumber(words: string[], { numbers, tens }: TurnWords): boolean {
  const [before = '', ten = ''] = words.slice(-3)
  return words.length >= 3 && tens.has(ten) && !numbers.has(before)
}

/** Whether the user is dictating: two digits or letters at the end, or an e-mail address with "at" but no "dot" yet. */
function isDictating(words: string[], { text, pack }: { text: string; pack: TurnWords }): boolean {
  const { at: signs, dot, email } = pack.spelling
  const tail = words.slice(-2)
  const isSpelled = (word: string) =>
    pack.numbers.has(word) || /^\d{1,4}$/.test(word) || (/^\p{L}$/u.test(word) && !pack.letters.has(word))
  const isLong = /\d{6,}/.test(text.replace(/[\s-]/g, ''))
  if (tail.length === 2 && tail.every(isSpelled) && !isLong && !isOneNumber(words, pack)) return true
  const at = words.findLastIndex((word) => signs.has(word))
  return dot.has(words.at(-1) ?? '') || (at > 0 && at === words.length - 2 && email.test(text.toLowerCase()))
}

/** Minimum silence that ends an answer in whose middle people pause, such as between groups of digits. */
export const PAUSE_MS: Partial<Record<ExpectedAnswer, number>> = {
  number: 1_300,
  email: 1_800,
  address: 1_300,
  date: 900,
  name: 800,
}

/** The kind of answer that the agent's last sentence asks for; `undefined` if it asks for nothing. */
export function expectedAnswer(
  agentText: string,
  { asks }: TurnWords = findTurnWords(),
): ExpectedAnswer | undefined {
  const last = lastSentence(agentText.toLowerCase())
  if (!/[?？؟]$/.test(last) && !asks.requests.test(last)) return undefined
  if (asks.yesOrNo.test(last)) return 'yes-no'
  return asks.kinds.find(([, words]) => words.test(last))?.[0] ?? 'text'
}

function lastSentence(text: string): string {
  return (
    text
      .trim()
      .split(/(?<=[.?!。？！؟])\s+/)
      .at(-1) ?? ''
  )
}
