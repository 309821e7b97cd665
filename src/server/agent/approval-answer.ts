import type { Locale } from '../locales/locale.js'

/** What a text says to "Go ahead?". Everything that is not plainly a yes counts as no in the end. */
export type ApprovalAnswer = 'yes' | 'no' | 'unclear'

/** A yes is brief; a longer text is a message. */
const MAX_YES_CHARS = 500

/**
 * Reads a yes or a no. A yes has to be the whole of what was said, softeners aside: "yes please" is one, "yes but only the
 * first" is not. One word of refusal anywhere makes it a no.
 */
export function readAnswer(text: string, locale: Locale): ApprovalAnswer {
  const words = normalize(text)
  if (!words) return 'unclear'
  if (locale.no.some((phrase) => contains(words, phrase))) return 'no'
  if (!locale.yes.some((phrase) => contains(words, phrase))) return 'unclear'
  const isShort = words.length <= MAX_YES_CHARS
  return isShort && isMadeOf([...locale.yes, ...locale.soft], words) ? 'yes' : 'unclear'
}

/** Whether the words are phrases of the list and nothing else: each place that a phrase ends at is the start of the next. */
function isMadeOf(phrases: readonly string[], words: string): boolean {
  const text = `${words} `
  const starts = new Set([0])
  for (const start of starts) {
    for (const phrase of phrases) {
      if (text.startsWith(`${phrase} `, start)) starts.add(start + phrase.length + 1)
    }
  }
  return starts.has(text.length)
}

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

const contains = (words: string, phrase: string) => ` ${words} `.includes(` ${phrase} `)
