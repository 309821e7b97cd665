import type { RouterPack } from './language/pack.js'
import type { Token } from './tokens.js'

/** Makes one date of "March 5th", "5 March 2027" and "the fifth of March". Without a year it is this year's. */
export function joinDates(tokens: Token[], { pack, now }: { pack: RouterPack; now: Date }): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const date = dateAt(tokens, { at, pack, now })
    joined.push(date?.token ?? tokens[at]!)
    at += (date?.length ?? 1) - 1
  }
  return joined
}

interface Place {
  at: number
  pack: RouterPack
  now: Date
}

function dateAt(tokens: Token[], { at, pack, now }: Place): { token: Token; length: number } | undefined {
  const linked = pack.linking.has(tokens[at + 1]?.lower ?? '') ? 2 : 1
  const forms = [
    { day: at, month: at + linked, length: linked + 1 },
    { day: at + 1, month: at, length: 2 },
  ]
  for (const form of forms) {
    const day = dayOf(tokens[form.day], pack)
    const month = monthOf(tokens[form.month], pack)
    if (day === undefined || month === undefined) continue
    const said = yearOf(tokens[at + form.length])
    const year = said ?? now.getUTCFullYear()
    const length = form.length + (said === undefined ? 0 : 1)
    const text = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    return {
      token: { ...tokens[at + length - 1]!, kind: 'date', text, lower: text, stem: '', name: false },
      length,
    }
  }
  return undefined
}

function dayOf(token: Token | undefined, pack: RouterPack): number | undefined {
  if (!token) return undefined
  const day =
    token.number ??
    (Number.parseInt(/^(\d{1,2})(st|nd|rd|th)$/.exec(token.lower)?.[1] ?? '', 10) ||
      pack.ordinals[token.lower])
  return day !== undefined && Number.isInteger(day) && day >= 1 && day <= 31 ? day : undefined
}

function monthOf(token: Token | undefined, pack: RouterPack): number | undefined {
  const at = token?.kind === 'word' ? pack.months.findIndex((forms) => forms.includes(token.lower)) : -1
  return at < 0 ? undefined : at + 1
}

function yearOf(token: Token | undefined): number | undefined {
  const year = token?.number
  return year !== undefined && year >= 1900 && year < 2200 ? year : undefined
}
