import type { Meaning, Prohibitions } from './language-data.js'
import { alternatives, type Phrases, phrases, withoutAccents } from './word-lists.js'

/** Tests a sentence in lower case and without punctuation. */
type Test = Pick<RegExp, 'test'>

/** Matches a sentence of only these phrases, or with one that has a `*`. Some need only begin it. Accents are free. */
export function sayingTest(meaning: Meaning, lines: Phrases): Test {
  const all = phrases(lines).flatMap((phrase) => [...new Set([plain(phrase), withoutAccents(plain(phrase))])])
  const inside = all.flatMap((phrase) => (phrase.startsWith('*') ? [` ${phrase.slice(1)} `] : []))
  const whole = new Set(all.filter((phrase) => !/^[*+]/.test(phrase)))
  const beside = new Set(all.flatMap((phrase) => (phrase.startsWith('+') ? [phrase.slice(1)] : [])))
  const isBeginning = meaning === 'correction' || meaning === 'followUp'
  return {
    test: (said) =>
      inside.some((phrase) => ` ${said} `.includes(phrase)) ||
      (isBeginning ? beginsWith(said, whole) : consistsOf(said, { whole, beside })),
  }
}

const plain = (phrase: string) => phrase.replaceAll(/['’]/g, '')

function beginsWith(text: string, beginnings: ReadonlySet<string>): boolean {
  return [...beginnings].some(
    (phrase) => text.startsWith(phrase) && !/^\p{L}/u.test(text.slice(phrase.length)),
  )
}

const longestPhrase = 8

/** Whether a text consists only of these phrases, one after the other, and of one of `whole` at least. */
function consistsOf(
  text: string,
  { whole, beside }: { whole: ReadonlySet<string>; beside: ReadonlySet<string> },
): boolean {
  const words = text.split(' ')
  // Positions that phrases reach, each with whether one of `whole` is among them.
  const ends = new Map([[0, false]])
  for (let at = 0; at < words.length; at++)
    for (let length = 1; ends.has(at) && length <= Math.min(longestPhrase, words.length - at); length++) {
      const phrase = words.slice(at, at + length).join(' ')
      if (!whole.has(phrase) && !beside.has(phrase)) continue
      const isWhole = whole.has(phrase) || ends.get(at)!
      ends.set(at + length, isWhole || (ends.get(at + length) ?? false))
    }
  return ends.get(words.length) ?? false
}

/** Matches a spoken text, with its accents, that asks not to do something. */
export function prohibitionTest(data: Prohibitions): Test {
  const { polite, first, unless, second, between, last, anywhere, endings, except } = data
  const please = `(?:${alternatives(polite)},? ?)?`
  const exception = unless ? `(?! ${alternatives(unless)})` : ''
  const patterns = [
    // A first word is joined to the next one by its apostrophe, or in a script without spaces.
    first &&
      `(?:^|[,;.!] )${please}${alternatives(first)}${exception}(?:(?<=['’\\p{Script=Han}])|\\s+(?=\\p{L}))`,
    second && `^${please}(?:\\p{L}+ )?(?:${alternatives(between ?? [])} )?${alternatives(second)}(?!\\p{L})`,
    last && `(?<!\\p{L})${alternatives(last)}[.!]?$`,
    anywhere && `(?<!\\p{L})${alternatives(anywhere)}(?!\\p{L})`,
    endings && `(?<!\\p{L})(?!${alternatives(except ?? [])}[.!]?$)\\p{L}+${alternatives(endings)}[.!]?$`,
  ].flatMap((pattern) => (pattern ? [new RegExp(pattern, 'iu')] : []))
  return { test: (text) => patterns.some((pattern) => pattern.test(text)) }
}
