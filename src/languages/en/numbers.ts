import type { NumberWords } from '../spoken-numbers.js'
import { counted, tens as tensOf } from '../word-lists.js'

const ones = {
  ...counted(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen`),
  dozen: 12,
}
const tens = tensOf('twenty thirty forty fifty sixty seventy eighty ninety', 20)
const values: Record<string, number> = { ...ones, ...tens }

/**
 * The English words for numbers and spelled ids: "twenty-three" is 23, "double four" is 44, "oh" is 0 between digits.
 */
export const englishNumbers: NumberWords = {
  valueOf(word) {
    const [ten, one, ...rest] = word.split('-')
    if (one === undefined) return Object.hasOwn(values, word) ? values[word] : undefined
    const isCompound = rest.length === 0 && Object.hasOwn(tens, ten!) && Object.hasOwn(ones, one)
    return isCompound ? tens[ten!]! + values[one]! : undefined
  },
  multipliers: { hundred: 100, thousand: 1000, million: 1_000_000 },
  repeats: { double: 2, triple: 3 },
  zeros: new Set(['oh', 'o']),
  joints: new Set(['and']),
  ranges: new Set(['between']),
  points: new Set(['point']),
}
