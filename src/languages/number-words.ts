import type { NumberData } from './language-data.js'
import { type NumberWords, phraseOf } from './spoken-numbers.js'
import { phrases } from './word-lists.js'

export function numberWords(data: NumberData): NumberWords {
  const { multipliers = {}, repeats = {}, decimalMark = ',', tensFrom, joinsTens } = data
  const all = [
    ...phrases(data.counted).map((word, at) => [word, at] as const),
    ...phrases(data.tens).map((word, at) => [word, 10 * at + 10] as const),
    ...phrases(data.hundreds).map((word, at) => [word, 100 * at + 100] as const),
    ...Object.entries(data.more ?? {}),
  ]
  const values = new Map(all.map(([word, value]) => [plainNumber(word), value]))
  const set = (lines: readonly string[] | undefined) => new Set(phrases(lines).map(plainNumber))
  return {
    valueOf: (word) => numberIn(plainNumber(word), { values, data }),
    phrases: new Map([...values].filter(([word]) => word.includes(' '))),
    multipliers,
    repeats,
    zeros: set(data.zeros),
    joints: set(data.joints),
    points: set(data.points),
    ranges: set(data.ranges),
    wordLetters: set(data.letters),
    decimalMark,
    ...(tensFrom && { tensFrom }),
    ...(joinsTens && { joinsTens }),
  }
}

const plainNumber = (word: string) => phraseOf(word).replaceAll('ß', 'ss')

interface Known {
  values: ReadonlyMap<string, number>
  data: NumberData
}

function numberIn(word: string, known: Known): number | undefined {
  const { values, data } = known
  const value = values.get(word) ?? (data.isOneWord ? valueOfOneWord(word, known) : undefined)
  if (value !== undefined) return value
  const [ten = '', one = '', ...rest] = word.split(' ')
  const [tens, ones] = [values.get(ten), values.get(one)]
  const isWhole = rest.length === 0 && tens !== undefined && ones !== undefined
  return isWhole && tens >= 20 && tens < 100 && tens % 10 === 0 && ones > 0 && ones < 10
    ? tens + ones
    : undefined
}

/** The value of a number of several parts in one word: "vierhundertzwolf" is split at "hundert". */
function valueOfOneWord(word: string, known: Known): number | undefined {
  const { values, data } = known
  const { multipliers = {}, joints, parts = {} } = data
  const partOf = (part: string) => (Object.hasOwn(parts, part) ? parts[part] : numberIn(part, known))
  for (const [cut, factor] of Object.entries(multipliers).sort(([, a], [, b]) => b - a)) {
    const at = word.indexOf(cut)
    if (at < 0) continue
    const [head, tail] = [word.slice(0, at), word.slice(at + cut.length)]
    const joint = phrases(joints).find((one) => tail.startsWith(one)) ?? ''
    const times = head === '' ? 1 : partOf(head)
    const rest = tail === '' ? 0 : (values.get(tail) ?? partOf(tail.slice(joint.length)))
    return times === undefined || rest === undefined ? undefined : times * factor + rest
  }
  return undefined
}
