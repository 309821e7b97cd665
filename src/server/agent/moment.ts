import { memoized } from '../../text/memoized.js'
import { lazy } from '../../toolkit/model/lazy.js'

/** What is known of a user, from the client, the identity and the settings of the operator. */
export interface UserFacts {
  /** IANA name, such as `Europe/Berlin`. */
  timezone?: string | undefined
  language?: string | undefined
  name?: string | undefined
}

const DAYS_AHEAD = 14
const DAY_MS = 86_400_000
const MAX_NAME_CHARS = 80

/** Date, time and time zone of the user, the next days, and who the user is: after everything that is cached. */
export function momentFacts(now: number, user: UserFacts): string {
  const { language, name } = user
  const lines = [
    ...clockLines(now, timezoneOf(user)),
    ...(language && isLanguageTag(language) ? [`The user's language: ${languageName(language)}.`] : []),
    ...(name ? [`The user's name: ${shortName(name)}.`] : []),
  ]
  return `Facts of this moment, from the application, not from the user:\n${lines.map((line) => `- ${line}`).join('\n')}`
}

/** The lines of one minute, by time zone: to make them takes longer than all else in a request. */
let known = { minute: Number.NaN, byZone: new Map<string, readonly string[]>() }

function clockLines(now: number, zone: string): readonly string[] {
  const minute = Math.floor(now / 60_000)
  if (known.minute !== minute) known = { minute, byZone: new Map() }
  const lines = known.byZone.get(zone) ?? makeClockLines(now, zone)
  known.byZone.set(zone, lines)
  return lines
}

function makeClockLines(now: number, zone: string): readonly string[] {
  const { weekday, date, time, offset } = wallClock(now, zone)
  return [
    `Now it is ${weekday}, ${date}, ${time} (UTC${offset}), in the user's time zone, ${zone}. Dates and times that the user says are in this time zone.`,
    `The next days: ${nextDays(date).join(', ')}.`,
    ...offsetChange(now, zone),
  ]
}

/** The time zone of a user; that of the server if it is not known. */
export const timezoneOf = ({ timezone }: UserFacts): string =>
  timezone && isTimezone(timezone) ? timezone : serverTimezone()

export function isTimezone(name: string): boolean {
  try {
    return Boolean(formatOf(name))
  } catch {
    return false
  }
}

export function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

const serverTimezone = lazy(() => new Intl.DateTimeFormat('en').resolvedOptions().timeZone)

// It takes milliseconds to make a format or to find a change of the clocks.
const formatOf = memoized(
  (zone: string) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    }),
)

/** The wall clock of a time zone. `offset` is `+01:00`. */
function wallClock(at: number, zone: string) {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    weekday: parts.weekday ?? '',
    date: `${parts.year}-${parts.month}-${parts.day}`,
    time: `${parts.hour}:${parts.minute}`,
    offset: parts.timeZoneName?.replace('GMT', '') || '+00:00',
  }
}

const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** The days after a date, by the calendar alone, so that no day is skipped or doubled when the clocks change. */
function nextDays(date: string): string[] {
  const noon = Date.parse(`${date}T12:00:00Z`)
  return Array.from({ length: DAYS_AHEAD }, (_, at) => {
    const day = new Date(noon + (at + 1) * DAY_MS)
    const tomorrow = at === 0 ? ' (tomorrow)' : ''
    return `${WEEKDAYS[day.getUTCDay()]} ${day.toISOString().slice(0, 10)}${tomorrow}`
  })
}

/** When the clocks change in the next weeks: from when on which offset is in effect. Empty if they do not. */
function offsetChange(now: number, zone: string): string[] {
  const change = nextChange(`${Math.floor(now / DAY_MS) * DAY_MS} ${zone}`)
  return change && change.at > now ? [change.text] : []
}

/** The first change of the clocks after a time. The key has this time and the time zone. */
const nextChange = memoized((key: string): { at: number; text: string } | undefined => {
  const [start = '', zone = ''] = key.split(' ')
  const from = Number(start)
  const { offset } = wallClock(from, zone)
  const days = Array.from({ length: DAYS_AHEAD * 3 }, (_, day) => from + (day + 1) * DAY_MS)
  const changed = days.find((at) => wallClock(at, zone).offset !== offset)
  if (changed === undefined) return undefined
  let after: number = changed
  let before = after - DAY_MS
  while (after - before > 60_000) {
    const middle: number = Math.round((before + after) / 2 / 60_000) * 60_000
    if (wallClock(middle, zone).offset === offset) before = middle
    else after = middle
  }
  const change = wallClock(after, zone)
  const text = `The clocks change on ${change.date}: from ${change.time} on, the offset is UTC${change.offset}.`
  return { at: after, text }
})

const languageNames = lazy(() => new Intl.DisplayNames('en', { type: 'language' }))

function languageName(tag: string): string {
  const name = languageNames().of(tag)
  return name && name !== tag ? `${name} (${tag})` : tag
}

/** A name on one line, so that it reads as data. */
const shortName = (name: string) => JSON.stringify(name.replace(/\s+/g, ' ').slice(0, MAX_NAME_CHARS))
