import type { Locale } from '../locales/locale.js'

/** What a text says to "Go ahead?". Everything that is not plainly a yes counts as no in the end. */
export type ApprovalAnswer = 'yes' | 'no' | 'unclear'

/**
 * Reads a yes or a no. A yes has to be the whole of what was said, softeners aside: "yes please" is one, "yes but only the
 * first" is not. One word of refusal anywhere makes it a no.
 */
export function readAnswer(text: string, locale: Locale): ApprovalAnswer {
  const words = normalize(text)
  if (!words) return 'unclear'
  if (locale.no.some((phrase) => contains(words, phrase))) return 'no'
  if (!locale.yes.some((phrase) => contains(words, phrase))) return 'unclear'
  const longestFirst = [...locale.yes, ...locale.soft].sort((a, b) => b.length - a.length)
  return longestFirst.reduce(without, words) === '' ? 'yes' : 'unclear'
}

function without(words: string, phrase: string): string {
  let left = ` ${words} `
  while (left.includes(` ${phrase} `)) left = left.replace(` ${phrase} `, ' ')
  return left.trim()
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
