import type { Language } from '../../../languages/language.js'
import type { Token } from './tokens.js'

/**
 * Replaces the tokens of each date by one token: "March 5th", "5 March 2027", "the fifth of March", "tomorrow", "next
 * Friday". A date without a year is in the current year.
 */
export function joinDates(tokens: Token[], { language, now }: { language: Language; now: Date }): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const place = { at, language, now }
    const date = dateAt(tokens, place) ?? dayAt(tokens, place) ?? dayOfLaterMonth(tokens, place)
    joined.push(date?.token ?? tokens[at]!)
    at += (date?.length ?? 1) - 1
  }
  return joined
}

interface DatePlace {
  at: number
  language: Language
  now: Date
}

const dayMs = 86_400_000

/**
 * The date of "tomorrow", "friday", "next friday" or "last friday". For a weekday, it is the next such day after today
 * or, after a word such as "last", the latest one before today.
 */
function dayAt(
  tokens: Token[],
  { at, language, now }: DatePlace,
): { token: Token; length: number } | undefined {
  const isPast = language.past.has(tokens[at]!.lower)
  const isMarked = isPast || language.ahead.has(tokens[at]!.lower)
  const token = tokens[at + Number(isMarked)]
  if (token?.kind !== 'word') return undefined
  const weekday = language.weekdays.indexOf(token.lower) % 7
  const until = ((weekday - now.getUTCDay() + 6) % 7) + 1
  const distance = isPast && until < 7 ? until - 7 : isPast ? -7 : until
  const days = weekday >= 0 ? distance : isMarked ? undefined : language.days[token.lower]
  if (days === undefined) return undefined
  const text = new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)
  return { token: dateToken(text, { first: tokens[at]!, last: token }), length: 1 + Number(isMarked) }
}

/**
 * The date of a day whose month is said later: June 1 for "the first" in "between the first and the fifteenth of June".
 */
function dayOfLaterMonth(
  tokens: Token[],
  { at, language, now }: DatePlace,
): { token: Token; length: number } | undefined {
  const day = dayOf(tokens[at], language)
  const isBound = language.bounds.lower.includes(before(tokens, { at, language })?.lower ?? '')
  if (day === undefined || !isBound) return undefined
  for (const later of [at + 2, at + 3]) {
    const { text } = dateAt(tokens, { at: later, language, now })?.token ?? {}
    if (!text || tokens[at]!.pause) continue
    if (day > daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) continue
    const token = dateToken(text.slice(0, -2) + String(day).padStart(2, '0'), {
      first: tokens[at]!,
      last: tokens[at]!,
    })
    return { token, length: 1 }
  }
  return undefined
}

/** The last token before the index `at` that is no article. */
function before(tokens: Token[], { at, language }: { at: number; language: Language }): Token | undefined {
  return tokens.slice(Math.max(0, at - 2), at).findLast(({ lower }) => !language.articles.includes(lower))
}

function dateToken(text: string, { first, last }: { first: Token; last: Token }): Token {
  return { ...last, kind: 'date', text, lower: text, stems: [], name: false, start: first.start }
}

function dateAt(
  tokens: Token[],
  { at, language, now }: DatePlace,
): { token: Token; length: number } | undefined {
  const next = tokens[at + 1]?.lower ?? ''
  // "the third of March", but not the 3 of "move it from 3 to March 5".
  const linked = language.linking.has(next) && !language.renaming.has(next) ? 2 : 1
  const forms = [
    { day: at, month: at + linked, length: linked + 1 },
    { day: at + 1, month: at, length: 2 },
  ]
  for (const form of forms) {
    const day = dayOf(tokens[form.day], language)
    const month = monthOf(tokens[form.month], language)
    if (day === undefined || month === undefined) continue
    const said = yearAt(tokens, { at: at + form.length, language })
    const year = said?.year ?? now.getUTCFullYear()
    if (day > daysIn(year, month)) continue
    const length = form.length + (said?.length ?? 0)
    const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return { token: dateToken(text, { first: tokens[at]!, last: tokens[at + length - 1]! }), length }
  }
  return undefined
}

function dayOf(token: Token | undefined, language: Language): number | undefined {
  if (!token) return undefined
  const day =
    token.number ??
    (Number.parseInt(/^(\d{1,2})(st|nd|rd|th|er|re|o|a)$/.exec(token.lower)?.[1] ?? '', 10) ||
      language.ordinals[token.lower])
  return day !== undefined && Number.isInteger(day) && day >= 1 && day <= 31 ? day : undefined
}

/** The number of days of a month; 1 is January. */
const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function monthOf(token: Token | undefined, language: Language): number | undefined {
  const at = token?.kind === 'word' ? language.months.findIndex((forms) => forms.includes(token.lower)) : -1
  return at < 0 ? undefined : at + 1
}

/** The year of a date, with or without a word before it: "de 1998" in "12 de março de 1998". */
function yearAt(
  tokens: Token[],
  { at, language }: { at: number; language: Language },
): { year: number; length: number } | undefined {
  const { lower = '', pause = true } = tokens[at] ?? {}
  const isLinked = !pause && language.linking.has(lower) && !language.renaming.has(lower)
  const year = yearOf(tokens[isLinked ? at + 1 : at])
  return year === undefined ? undefined : { year, length: isLinked ? 2 : 1 }
}

function yearOf(token: Token | undefined): number | undefined {
  const year = token?.number
  return year !== undefined && year >= 1900 && year < 2200 ? year : undefined
}
