import { withoutAccents } from './word-lists.js'

export interface NumberWords {
  /** The value of one number word: "seven", "twenty-three", "dreiundzwanzig". */
  valueOf(word: string): number | undefined
  /** Numbers of several words, without accents and hyphens: "quatre vingt dix". */
  phrases?: ReadonlyMap<string, number>
  /** Words that multiply the number before them: "hundred". */
  multipliers: Readonly<Record<string, number>>
  /** Words that repeat the digit or letter after them: "double". */
  repeats: Readonly<Record<string, number>>
  /** Words that mean zero only between digits: "oh". */
  zeros: ReadonlySet<string>
  /** Words between hundreds and tens: "and". */
  joints: ReadonlySet<string>
  /** Words before decimals: "point". */
  points: ReadonlySet<string>
  /** The sign before decimals in digits. The other one separates thousands: "2.500" is 2500 with a comma. @default '.' */
  decimalMark?: '.' | ','
  /** Words after which "and" separates two numbers: "between one hundred and two hundred". */
  ranges: ReadonlySet<string>
  /** Letters that are also words, so that they do not begin a spelled id: "e" and "o" in "qual e o preco". */
  wordLetters?: ReadonlySet<string>
  /** The lowest number that 1 to 9 can follow: 20 in "twenty one", 10 for languages that say "ten one". @default 20 */
  tensFrom?: number
  /** Whether a word like "and" is also used between the tens and a last digit: "treinta y uno". */
  joinsTens?: boolean
}

export interface SpokenWord {
  text: string
  /** Whether a comma or another pause follows. */
  pause: boolean
  /** Whether the word can be part of a number: quoted text and addresses cannot. */
  plain: boolean
}

export interface SpokenNumber {
  start: number
  /** Index after the last word. */
  end: number
  /** The spoken digits, with leading zeros, and letters in capitals: "R55". */
  text: string
}

interface Part {
  kind: 'value' | 'digits' | 'letter' | 'multiplier'
  text: string
}

/** Finds spoken numbers and spelled ids: "two hundred and ten" is 210, "P double four" is P44. */
export function findSpokenNumbers(words: readonly SpokenWord[], numbers: NumberWords): SpokenNumber[] {
  const found: SpokenNumber[] = []
  for (let start = 0; start < words.length; start++) {
    const run = runAt(words, { start, numbers })
    const text = writtenForm(run.parts, numbers)
    if (text === undefined) continue
    found.push(withDecimals({ start, end: run.end, text }, { words, numbers }))
    start = found.at(-1)!.end - 1
  }
  return found
}

function runAt(
  words: readonly SpokenWord[],
  { start, numbers }: { start: number; numbers: NumberWords },
): { parts: Part[]; end: number } {
  const parts: Part[] = []
  let at = start
  let beforeJoint: { parts: Part[]; end: number } | undefined
  while (at < words.length) {
    const step = partAt(words, { at, start, parts, numbers })
    if (!step) break
    if (step.parts.length === 0) beforeJoint ??= { parts: [...parts], end: at }
    parts.push(...step.parts)
    at += step.length
    if (words[at - 1]!.pause) break
  }
  // All parts before and after an "and" must form one number. Otherwise the number ends before the "and": "three
  // hundred and four hundred" are two numbers.
  return beforeJoint && cardinalOf(parts, numbers) === undefined ? beforeJoint : { parts, end: at }
}

interface NumberPlace {
  at: number
  start: number
  parts: readonly Part[]
  numbers: NumberWords
}

function partAt(
  words: readonly SpokenWord[],
  { at, start, parts, numbers }: NumberPlace,
): { parts: Part[]; length: number } | undefined {
  const word = words[at]!
  const lower = phraseOf(word.text)
  if (!word.plain || isPartOfName(words, at)) return undefined
  const next = words[at + 1]
  const times = numbers.repeats[lower]
  if (times !== undefined && next && !word.pause) {
    const [repeated] = isZero(next, numbers) ? [nought] : (simplePart(next, numbers) ?? [])
    return repeated && repeated.text.length === 1
      ? { parts: Array.from({ length: times }, () => repeated), length: 2 }
      : undefined
  }
  const before = parts.at(-1)
  if (numbers.multipliers[lower] !== undefined && before && before.kind !== 'letter')
    return { parts: [{ kind: 'multiplier', text: lowerValue(numbers, lower) }], length: 1 }
  const inRange = numbers.ranges.has(words[start - 1]?.text.toLowerCase() ?? '')
  const takesJoint =
    before?.kind === 'multiplier' ||
    (numbers.joinsTens &&
      before?.kind === 'value' &&
      Number(before.text) >= 20 &&
      Number(before.text) % 10 === 0)
  if (numbers.joints.has(lower) && !inRange && takesJoint && next && simplePart(next, numbers))
    return { parts: [], length: 1 }
  const isSpelled =
    lower.length === 1 &&
    next !== undefined &&
    !word.pause &&
    simplePart(next, numbers)?.[0]?.kind === 'letter'
  if (isZero(word, numbers) && !isSpelled) {
    const least = parts.length > 0 ? 1 : 2
    const behind = words.slice(at + 1, at + 1 + least)
    const leads = !word.pause && behind.length === least && behind.every((one) => isDigitWord(one, numbers))
    return before?.text.length === 1 || leads ? { parts: [nought], length: 1 } : undefined
  }
  const phrase = phraseAt(words, { at, numbers })
  if (phrase) return phrase
  const simple = simplePart(word, numbers)
  if (!simple || !fitsBehind(simple[0]!, { before, words, at, numbers })) return undefined
  return { parts: simple, length: 1 }
}

const nought: Part = { kind: 'digits', text: '0' }

const isZero = ({ text }: SpokenWord, { zeros }: NumberWords) => zeros.has(phraseOf(text))

/** Maximum number of words in a phrase: "quatre vingt dix neuf". */
const longestPhrase = 4

/** The longest phrase for a number that begins at a position, such as "quatre vingt dix". */
function phraseAt(
  words: readonly SpokenWord[],
  { at, numbers: { phrases } }: { at: number; numbers: NumberWords },
): { parts: Part[]; length: number } | undefined {
  for (let length = phrases ? longestPhrase : 0; length > 1; length--) {
    const said = words.slice(at, at + length)
    if (said.some(({ plain, pause }, index) => !plain || (pause && index < said.length - 1))) continue
    const value = phrases!.get(phraseOf(said.map(({ text }) => text).join(' ')))
    if (value !== undefined && said.length === length)
      return { parts: [{ kind: 'value', text: String(value) }], length }
  }
  return undefined
}

/** A text in the form in which phrases are looked up: "Quatre-vingt" becomes "quatre vingt". */
export function phraseOf(text: string): string {
  return withoutAccents(text.toLowerCase()).replaceAll('-', ' ')
}

const lowerValue = (numbers: NumberWords, word: string) => String(numbers.multipliers[word])

function simplePart(word: SpokenWord, numbers: NumberWords): Part[] | undefined {
  const { text, plain } = word
  if (!plain) return undefined
  if (/^\d+$/.test(text)) return [{ kind: 'digits', text }]
  if (/^[\p{Lu}\p{Ll}]$/u.test(text)) return [{ kind: 'letter', text: text.toUpperCase() }]
  const value = numbers.valueOf(text.toLowerCase())
  return value === undefined ? undefined : [{ kind: 'value', text: String(value) }]
}

const isDigitWord = (word: SpokenWord, numbers: NumberWords) =>
  simplePart(word, numbers)?.[0]?.text.length === 1

/** Whether a part continues the number before it: "5 1 5 3", but not "10 20". A lone "a" or "I" is no letter of an id. */
function fitsBehind(
  part: Part,
  {
    before,
    words,
    at,
    numbers,
  }: { before: Part | undefined; words: readonly SpokenWord[]; at: number; numbers: NumberWords },
): boolean {
  if (part.kind === 'digits' && before?.kind === 'digits')
    return part.text.length === 1 && before.text.length === 1
  if (part.kind !== 'letter') return true
  if (before?.kind !== 'letter' && numbers.wordLetters?.has(phraseOf(part.text))) return false
  if (!/^[aio]$/i.test(words[at]!.text)) return true
  const next = words[at]!.pause ? undefined : words[at + 1]
  const goesOn = next !== undefined && simplePart(next, numbers)?.[0]?.kind === 'letter'
  if (words[at]!.text !== 'i' && words[at]!.text !== 'a') return goesOn || before?.kind === 'letter'
  // "a" and "i" count as letters only beside another letter and before a digit: "b a seven", "a b seven". In "a b", the
  // "a" is an article.
  const third = goesOn ? words[at + 2] : next
  return (goesOn || before?.kind === 'letter') && third !== undefined && isDigitWord(third, numbers)
}

/** Whether a number word is part of a name: it and the word before it are capitalized, as in "Release Two". */
function isPartOfName(words: readonly SpokenWord[], at: number): boolean {
  const before = words[at - 1]
  return (
    /^\p{Lu}\p{Ll}/u.test(words[at]!.text) &&
    before !== undefined &&
    !before.pause &&
    /^\p{Lu}\p{Ll}/u.test(before.text)
  )
}

/** The parts as one number or id. Undefined if they stay as they are, such as a single letter or a single digit. */
function writtenForm(parts: Part[], numbers: NumberWords): string | undefined {
  const spelled = parts.length > 1
  const inWords = parts.some(({ kind }) => kind === 'value' || kind === 'multiplier')
  if (!inWords && !spelled) return undefined
  // One digit and one number word are two numbers: "trip 9 two hours early".
  const [first, second] = parts
  const isPair = parts.length === 2 && first !== nought && second !== nought
  if (isPair && first?.kind === 'digits' && second?.kind === 'value') return undefined
  const isCode = parts.some(({ kind }) => kind === 'letter')
  if (isCode && !spelled) return undefined
  if (!isCode) {
    const cardinal = cardinalOf(parts, numbers)
    if (cardinal !== undefined) return String(cardinal)
  }
  return joinGroups(parts, numbers)
}

/** Joins numbers: 2211 for "twenty two eleven". Undefined if one over 99 is before another: ids are not spelled so. */
function joinGroups(parts: Part[], numbers: NumberWords): string | undefined {
  let text = ''
  let isFull = false
  for (let at = 0; at < parts.length; ) {
    let end = at + 1
    let group = parts[at]!.text
    const { kind } = parts[at]!
    if (isFull && kind !== 'letter') return undefined
    if (kind !== 'letter')
      for (let until = at + 2; until <= parts.length; until++) {
        const value = cardinalOf(parts.slice(at, until), numbers)
        // Parts that are no number are none with more parts behind them either.
        if (value === undefined) break
        ;[group, end] = [String(value), until]
      }
    text += group
    isFull = kind === 'value' && group.length > 2
    at = end
  }
  return text
}

/** The number that all parts form together: "three hundred ten"; undefined if they form several numbers. */
function cardinalOf(parts: Part[], { tensFrom = 20 }: NumberWords): number | undefined {
  let total = 0
  let current: number | undefined
  for (const [at, { kind, text }] of parts.entries()) {
    const value = Number(text)
    if (kind === 'letter' || (kind === 'digits' && text.length > 1 && text.startsWith('0'))) return undefined
    if (kind === 'multiplier') {
      if (current === undefined || current >= value) return undefined
      current *= value
      if (value >= 1000) [total, current] = [total + current, undefined]
    } else if (current === undefined) {
      if (at > 0 && parts[at - 1]!.kind !== 'multiplier' && total !== 1000) return undefined
      // Many languages say "thousand two hundred", so "thousand" alone is 1000.
      if (kind === 'value' && value === 1000) total += value
      else current = value
    } else if (continues(current, { value, before: parts[at - 1]!, kind, tensFrom })) current += value
    else return undefined
  }
  return total + (current ?? 0)
}

function continues(
  current: number,
  { value, before, kind, tensFrom }: { value: number; before: Part; kind: Part['kind']; tensFrom: number },
): boolean {
  if (kind !== 'value') return false
  if (before.kind === 'multiplier') return current % 100 === 0 && value < 100
  if (before.kind === 'value' && current > 0 && current % 100 === 0) return value > 0 && value < 100
  return before.kind === 'value' && current % 10 === 0 && current % 100 >= tensFrom && value > 0 && value < 10
}

/** Adds the decimals that follow a number: "one point five" is 1.5. */
function withDecimals(
  number: SpokenNumber,
  { words, numbers }: { words: readonly SpokenWord[]; numbers: NumberWords },
): SpokenNumber {
  const point = words[number.end]
  if (!point || words[number.end - 1]!.pause || !numbers.points.has(point.text.toLowerCase())) return number
  if (!/^\d+$/.test(number.text)) return number
  const run = runAt(words, { start: number.end + 1, numbers })
  const digits = run.parts.map(({ text }) => text).join('')
  return /^\d+$/.test(digits) ? { ...number, end: run.end, text: `${number.text}.${digits}` } : number
}
