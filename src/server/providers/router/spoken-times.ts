import type { Language } from '../../../languages/language.js'
import type { Token } from './tokens.js'

/** Replaces the tokens of each time of day by one token: "3 pm", "10:30 am", "15 Uhr", "15 Uhr 30". */
export function joinTimes(tokens: Token[], language: Language): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const time = timeAt(tokens, { at, language })
    joined.push(time?.token ?? tokens[at]!)
    at += (time?.length ?? 1) - 1
  }
  return joined
}

/**
 * Joins each date with the time beside it: "tomorrow at 10:30", "10:30 on Friday". There may be one word between them,
 * such as "at".
 */
export function joinMoments(tokens: Token[], language: Language): Token[] {
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
      joined.splice(-1 - between, 1 + between, {
        ...token,
        kind: 'date',
        text,
        lower: text,
        start: before.start,
      })
    } else joined.push(token)
  }
  return joined
}

function timeAt(
  tokens: Token[],
  { at, language }: { at: number; language: Language },
): { token: Token; length: number } | undefined {
  const [first, unit, more] = tokens.slice(at, at + 3)
  const [, hours, minutes, own] = /^(\d{1,2})(?::(\d{2}))?(\p{L}*)$/u.exec(first!.lower) ?? []
  if (hours === undefined || !['number', 'time', 'code'].includes(first!.kind)) return undefined
  const { clock } = language
  const word = own === '' && !first!.pause ? unit?.lower : own
  const half = word !== undefined && Object.hasOwn(clock, word) ? clock[word] : undefined
  if (half === undefined) return undefined
  const hour = hourOf(Number(hours), half)
  if (hour === undefined) return undefined
  const isPart = own === '' && minutes === undefined && half === 'day' && !unit!.pause
  const extra = isPart && more?.kind === 'number' && /^[0-5]?\d$/.test(more.text) ? more.text : undefined
  const length = (own === '' ? 2 : 1) + Number(extra !== undefined)
  const last = tokens[at + length - 1]!
  const text = `${String(hour).padStart(2, '0')}:${(minutes ?? extra ?? '').padStart(2, '0')}`
  return {
    token: { ...last, kind: 'time', text, lower: text, stems: [], name: false, start: first!.start },
    length,
  }
}

/** The hour from 0 to 23. Undefined for an hour that a clock does not have. */
function hourOf(hour: number, half: 'am' | 'pm' | 'day'): number | undefined {
  if (half === 'day') return hour < 24 ? hour : undefined
  return hour >= 1 && hour <= 12 ? (hour % 12) + (half === 'pm' ? 12 : 0) : undefined
}
