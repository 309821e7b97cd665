import { isMadeOfParts } from '../../text/parts.js'
import type { JsonValue } from '../../toolkit/model/json.js'

/**
 * How well a part of a request agrees with a saved one. `score` runs from -1 (all of it differs) to 1 (all of it is the same);
 * `exact` means nothing differs, is missing, is extra or is left open.
 */
export interface MatchScore {
  score: number
  exact: boolean
}

/** Nothing was saved and nothing was sent. */
export const NOTHING: MatchScore = { score: 0, exact: true }

/** How well a sent text matches a saved one: a saved variable or placeholder is `open` and matches any value. */
export type Agreement = 'same' | 'open' | 'different'

/** Compares a sent text with a saved one that may hold `{{variables}}`. */
export function compareText(saved: string, sent: string): Agreement {
  if (saved === sent) return 'same'
  if (saved === '' || isPlaceholder(saved)) return 'open'
  if (!saved.includes('{{')) return 'different'
  return wildcard(saved)(sent) ? 'open' : 'different'
}

/** A pattern for a text in which every `{{variable}}`, and with `braces` every `{name}`, matches anything. */
export function wildcard(saved: string, { braces = false } = {}): (sent: string) => boolean {
  const parts = saved.split(braces ? /\{\{[^{}]*\}\}|\{[^{}]*\}/ : /\{\{[^{}]*\}\}/)
  return (sent) => isMadeOfParts(sent, parts)
}

/** Compares the sent and the saved values by name. Names that were not saved lower the score slightly. */
export function compareEntries(saved: [string, string][], sent: [string, string][]): MatchScore {
  if (saved.length === 0 && sent.length === 0) return NOTHING
  const values = new Map<string, string[]>()
  for (const [name, value] of sent) {
    const known = values.get(name)
    if (known) known.push(value)
    else values.set(name, [value])
  }
  let rest = sent.length
  let [points, exact] = [0, true]
  for (const [name, value] of saved) {
    const { agreement, index } = bestOf(value, values.get(name) ?? [])
    if (index >= 0) {
      values.get(name)!.splice(index, 1)
      rest--
    }
    points += agreement === 'same' ? 1 : agreement === 'open' ? 0.5 : -1
    exact &&= agreement === 'same'
  }
  points -= rest / 2
  return { score: points / (saved.length + rest), exact: exact && rest === 0 }
}

/** The sent value of this name that matches the saved one best. */
function bestOf(value: string, sent: string[]): { agreement: Agreement; index: number } {
  let best: { agreement: Agreement; index: number } = { agreement: 'different', index: -1 }
  for (const [index, sentValue] of sent.entries()) {
    const agreement = compareText(value, sentValue)
    if (agreement === 'same') return { agreement, index }
    if (best.index < 0 || agreement === 'open') best = { agreement, index }
  }
  return best
}

/** Compares two JSON values leaf by leaf. */
export function compareJson(saved: JsonValue, sent: JsonValue): MatchScore {
  return compareEntries(leavesOf(saved), leavesOf(sent))
}

/** Every leaf with its place; list positions do count. Deep values are cut off: the rest is one leaf. */
function leavesOf(value: JsonValue, place = '', depth = 0): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[place, String(value)]]
  const entries = Object.entries(value)
  if (entries.length === 0 || depth === 20) return [[place, JSON.stringify(value)]]
  return entries.flatMap(([key, member]) => leavesOf(member, `${place}/${key}`, depth + 1))
}

/** Placeholders of converters: `<string>`, `<long>`, `<uuid>`. */
function isPlaceholder(text: string): boolean {
  return /^<[^<>]*>$/.test(text)
}
