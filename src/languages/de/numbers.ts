import type { NumberWords } from '../spoken-numbers.js'
import { counted, tens, withoutAccents } from '../word-lists.js'

const values: Record<string, number> = {
  ...counted(`null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn
    achtzehn neunzehn`),
  ...tens('zwanzig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig', 20),
  ein: 1,
  zwo: 2,
  dutzend: 12,
}
/**
 * A compound number word is split at these words: "vierhundertzwölf" at "hundert". Each has its value. The greatest
 * value comes first.
 */
const cuts: [string, number][] = [
  ['tausend', 1000],
  ['hundert', 100],
]

/** The value of a number that is written as one word: "dreiundzwanzig" is 23. Undefined for all other words. */
function compound(word: string): number | undefined {
  if (Object.hasOwn(values, word)) return values[word]
  for (const [cut, factor] of cuts) {
    const at = word.indexOf(cut)
    if (at < 0) continue
    const [head, tail] = [word.slice(0, at), word.slice(at + cut.length).replace(/^und/, '')]
    const times = head === '' ? 1 : compound(head)
    const rest = tail === '' ? 0 : compound(tail)
    return times === undefined || rest === undefined ? undefined : times * factor + rest
  }
  const [one, ten, ...more] = word.split('und')
  const [ones, tens] = [values[one ?? ''], values[ten ?? '']]
  return more.length === 0 && ones !== undefined && tens !== undefined && tens >= 20 && ones < 10
    ? tens + ones
    : undefined
}

/**
 * The German words for numbers and spelled ids: "dreiundzwanzig" is 23, "vierhundertzwölf" is 412, "doppel vier" is 44.
 */
export const germanNumbers: NumberWords = {
  valueOf: (word) => (word === 'ein' ? undefined : compound(withoutAccents(word).replaceAll('ß', 'ss'))),
  multipliers: { hundert: 100, tausend: 1000, million: 1_000_000, millionen: 1_000_000 },
  repeats: { doppel: 2, doppelt: 2, zweimal: 2, dreimal: 3 },
  zeros: new Set(),
  joints: new Set(['und']),
  ranges: new Set(['zwischen']),
  points: new Set(['komma']),
  decimalMark: ',',
}
