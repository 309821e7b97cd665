import { memoized } from '../../text/memoized.js'
import { isPersonalSecret } from './personal-secret.js'
import { wordList } from './word-list.js'
import { wordsOf } from './words.js'

const CODES = wordList('codes')
const NUMBERED = wordList('numberedCodes')
const OFFICIAL_IDS = wordList('officialIds')
const NUMBER_WORDS = wordList('numberWords')

/** Whether a name is that of a code such as a postal code, a phone number or a password: its digits are a text. */
export const isCodeName: (name: string) => boolean = memoized((name) => {
  const words = wordsOf(name)
  const last = words.at(-1) ?? ''
  if (CODES.has(last) || isPersonalSecret(name)) return true
  const before = words.at(-2) ?? ''
  if (last === 'id') return OFFICIAL_IDS.has(before)
  return NUMBER_WORDS.has(last) && (NUMBERED.has(before) || CODES.has(before))
})

const MEASURES = wordList('measures')
/** Words that make a measure a count, an id or an amount in the smallest unit of its currency. */
const WHOLE = wordList('wholeNumbers')

/** Whether a name is that of a measure such as a price, which may have decimals although the example is a whole number. */
export const isMeasureName: (name: string) => boolean = memoized((name) => {
  const words = wordsOf(name)
  return words.some((word) => MEASURES.has(word)) && !words.some((word) => WHOLE.has(word))
})
