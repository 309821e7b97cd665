import type { Language } from '../../../languages/language.js'
import type { DateUnit } from '../../../languages/language-data.js'
import type { Token } from './token.js'

interface Spoken {
  language: Language
  now: Date
}
type Found = { token: Token; length: number } | undefined

/**
 * Replaces the tokens of each date and of each time of day by one token: "March 5th", "the fifth of March", "tomorrow",
 * "next Friday", "3 pm", "15 Uhr 30". With `readsSpans`, "in two weeks" is a date too; with `joinsBoth`, a date and the
 * time beside it are one token.
 */
export function joinMoments(
  tokens: Token[],
  { language, now }: Spoken,
  { readsSpans, joinsBoth }: { readsSpans: boolean; joinsBoth: boolean },
): Token[] {
  const dated = replace(
    tokens,
    (at, all) =>
      dateAt(all, { at, language, now }) ??
      (readsSpans ? spanAt(all, { at, language, now }) : undefined) ??
      dayAt(all, { at, language, now }) ??
      dayOfLaterMonth(all, { at, language, now }),
  )
  const timed = replace(dated, (at, all) => timeAt(all, { at, language }))
  return joinsBoth ? withTimes(timed, language) : timed
}

function replace(tokens: Token[], find: (at: number, tokens: Token[]) => Found): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const found = find(at, tokens)
    joined.push(found?.token ?? tokens[at]!)
    at += (found?.length ?? 1) - 1
  }
  return joined
}

const moment = (kind: 'date' | 'time', text: string, first: Token, last: Token): Token => ({
  ...{ kind, text, lower: text, stems: [], forms: [], name: false, inWords: false },
  ...{ pause: last.pause, start: first.start, end: last.end },
})

const dayMs = 86_400_000

/** The date that is a number of days after today. */
const dayAfter = (now: Date, days: number) =>
  new Date(now.getTime() + days * dayMs).toISOString().slice(0, 10)

interface Place extends Spoken {
  at: number
}

/**
 * The date of "tomorrow", "friday", "next friday" or "last friday". For a weekday, it is the next such day after today
 * or, after a word such as "last", the latest one before today.
 */
function dayAt(tokens: Token[], { at, language, now }: Place): Found {
  const first = tokens[at]!
  const isPast = language.past.has(first.lower)
  const isMarked = isPast || language.ahead.has(first.lower)
  const token = tokens[at + Number(isMarked)]
  if (token?.kind !== 'word') return undefined
  const weekday = language.weekdays.indexOf(token.lower) % 7
  const until = ((weekday - now.getUTCDay() + 6) % 7) + 1
  const distance = isPast && until < 7 ? until - 7 : isPast ? -7 : until
  if (weekday >= 0)
    return {
      token: moment('date', dayAfter(now, distance), first, token),
      length: 1 + Number(isMarked),
    }
  // With an article, the word means something else: "por la mañana" (Spanish) is "in the morning".
  if (language.articles.includes(tokens[at - 1]?.lower ?? '')) return undefined
  for (let length = Math.min(longestDay, tokens.length - at); length > 0; length--) {
    const said = tokens.slice(at, at + length)
    const days = language.days[said.map(({ lower }) => lower).join(' ')]
    if (days !== undefined && !said.slice(0, -1).some(({ pause }) => pause))
      return { token: moment('date', dayAfter(now, days), first, said.at(-1)!), length }
  }
  return undefined
}

/** Maximum number of words for a day: "depois de amanhã" (Portuguese). */
const longestDay = 3

/** The date of "in two weeks", "a month ago", "dans 3 jours" (French) or "iki hafta sonra" (Turkish). */
function spanAt(tokens: Token[], { at, language, now }: Place): Found {
  const { units, later, ago, one } = language.spans
  const markAt = (start: number) => {
    const mark = [...later, ...ago].find((phrase) =>
      phrase.split(' ').every((word, index) => tokens[start + index]?.lower === word),
    )
    return mark === undefined ? undefined : { sign: later.has(mark) ? 1 : -1, length: mark.split(' ').length }
  }
  const before = markAt(at)
  const start = at + (before?.length ?? 0)
  const [count, unit] = tokens.slice(start, start + 2)
  if (!count || unit?.kind !== 'word' || count.pause) return undefined
  // In scripts without spaces, the mark is joined to the unit: "周后" (weeks later).
  const joined = [...later, ...ago].find((mark) => Object.hasOwn(units, without(unit.lower, mark)))
  const behind = unit.pause ? undefined : markAt(start + 2)
  const inUnit = joined === undefined ? undefined : later.has(joined) ? 1 : -1
  const sign = before?.sign ?? inUnit ?? behind?.sign ?? 0
  const kind = units[joined ? without(unit.lower, joined) : unit.lower]
  const isOne = one.has(count.lower) || language.numbers.valueOf(count.lower) === 1
  const number = count.number ?? (isOne ? 1 : undefined)
  const date = kind && sign !== 0 && number !== undefined && dayInSpan(now, kind, sign * number)
  const end = start + 2 + (before || joined ? 0 : (behind?.length ?? 0))
  return date ? { token: moment('date', date, tokens[at]!, tokens[end - 1]!), length: end - at } : undefined
}

const without = (word: string, end: string) => (word.endsWith(end) ? word.slice(0, -end.length) : '')

/** The date that is a number of days, weeks, months or years after today. A month later, it is its last day at most. */
function dayInSpan(now: Date, unit: DateUnit, count: number): string | undefined {
  if (!Number.isInteger(count) || Math.abs(count) > mostUnits) return undefined
  if (unit === 'day' || unit === 'week') return dayAfter(now, unit === 'day' ? count : 7 * count)
  const months = now.getUTCMonth() + count * (unit === 'year' ? 12 : 1)
  const [year, month] = [now.getUTCFullYear() + Math.floor(months / 12), ((months % 12) + 12) % 12]
  const day = Math.min(now.getUTCDate(), daysIn(year, month + 1))
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)
}

/** Maximum count of units in a span, so that the year has four digits. */
const mostUnits = 1_000

/**
 * The date of a day whose month is said later: June 1 for "the first" in "between the first and the fifteenth of June".
 */
function dayOfLaterMonth(tokens: Token[], { at, language, now }: Place): Found {
  const token = tokens[at]!
  const day = dayOf(token, language)
  const before = tokens
    .slice(Math.max(0, at - 2), at)
    .findLast(({ lower }) => !language.articles.includes(lower))
  if (day === undefined || token.pause || !language.bounds.lower.includes(before?.lower ?? ''))
    return undefined
  for (const later of [at + 2, at + 3]) {
    const { text } = dateAt(tokens, { at: later, language, now })?.token ?? {}
    if (!text || day > daysIn(Number(text.slice(0, 4)), Number(text.slice(5, 7)))) continue
    const date = text.slice(0, -2) + String(day).padStart(2, '0')
    return { token: moment('date', date, token, token), length: 1 }
  }
  return undefined
}

/** The date of "March 5", "5 March 2027" or "the third of March". A date without a year is in the current year. */
function dateAt(tokens: Token[], { at, language, now }: Place): Found {
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
    const said = yearAt(tokens, at + form.length, language)
    const year = said?.year ?? now.getUTCFullYear()
    if (day > daysIn(year, month)) continue
    const length = form.length + (said?.length ?? 0)
    const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return { token: moment('date', text, tokens[at]!, tokens[at + length - 1]!), length }
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
  at: number,
  language: Language,
): { year: number; length: number } | undefined {
  const { lower = '', pause = true } = tokens[at] ?? {}
  const isLinked = !pause && language.linking.has(lower) && !language.renaming.has(lower)
  const year = tokens[isLinked ? at + 1 : at]?.number
  return year !== undefined && year >= 1900 && year < 2200 ? { year, length: isLinked ? 2 : 1 } : undefined
}

function timeAt(tokens: Token[], { at, language }: Omit<Place, 'now'>): Found {
  const [first, unit, more] = tokens.slice(at, at + 3)
  const [, hours, minutes, own] = /^(\d{1,2})(?::(\d{2}))?(\p{L}*)$/u.exec(first!.lower) ?? []
  if (hours === undefined || !['number', 'time', 'code'].includes(first!.kind)) return undefined
  const { clock } = language
  const word = own === '' && !first!.pause ? unit?.lower : own
  const half = word !== undefined && Object.hasOwn(clock, word) ? clock[word] : undefined
  const hour = half && hourOf(Number(hours), half)
  if (hour === undefined) return undefined
  const isPart = own === '' && minutes === undefined && half === 'day' && !unit!.pause
  const extra = isPart && more?.kind === 'number' && /^[0-5]?\d$/.test(more.text) ? more.text : undefined
  const length = (own === '' ? 2 : 1) + Number(extra !== undefined)
  const text = `${String(hour).padStart(2, '0')}:${(minutes ?? extra ?? '').padStart(2, '0')}`
  return { token: moment('time', text, first!, tokens[at + length - 1]!), length }
}

/** The hour from 0 to 23. Undefined for an hour that a clock does not have. */
function hourOf(hour: number, half: 'am' | 'pm' | 'day'): number | undefined {
  if (half === 'day') return hour < 24 ? hour : undefined
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : undefined
}

/** Joins each date with the time beside it: "tomorrow at 10:30", "10:30 on Friday". */
function withTimes(tokens: Token[], language: Language): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const isLink = ({ lower, pause }: Token) =>
      !pause && (language.linking.has(lower) || language.search.prepositions.has(lower))
    const between = joined.length > 1 && isLink(joined.at(-1)!) ? 1 : 0
    const before = joined.at(-1 - between)
    const [date, time] = before?.kind === 'time' ? [token, before] : [before, token]
    if (before && date?.kind === 'date' && time.kind === 'time' && /^\d{4}-\d{2}-\d{2}$/.test(date.text)) {
      const clock = time.text.padStart(time.text.length > 5 ? 8 : 5, '0')
      const text = `${date.text}T${clock.length > 5 ? clock : `${clock}:00`}`
      joined.splice(-1 - between, 1 + between, moment('date', text, before, token))
    } else joined.push(token)
  }
  return joined
}
