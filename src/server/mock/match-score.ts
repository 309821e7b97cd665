import { isMadeOfParts } from '../../text/parts.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { hasVariable } from '../../toolkit/template/variables.js'

/**
 * How similar a part of a request is to the same part of a saved request. `score` is from -1 (all differs) to 1 (all is
 * equal). `exact`: both have the same values, and no saved value is a variable.
 */
export interface MatchScore {
  score: number
  exact: boolean
}

/** The score of a part that neither the saved nor the received request has. */
export const NOTHING: MatchScore = { score: 0, exact: true }

/**
 * The weight of each part of a request when requests are compared. A value in the path says most about what the request
 * asks for, and a field of the body says least.
 */
const WEIGHTS = { path: 4, query: 2, body: 1 } as const

/** The sum of the scores of the compared parts, each with its weight. */
export function totalScore(parts: Partial<Record<keyof typeof WEIGHTS, MatchScore>>): number {
  const { path, query, body } = parts
  const weighted = (score: MatchScore | undefined, weight: number) => (score?.score ?? 0) * weight
  return weighted(path, WEIGHTS.path) + weighted(query, WEIGHTS.query) + weighted(body, WEIGHTS.body)
}

/** How a sent text compares with a saved one. `open`: the saved text is a variable or placeholder, which fits any value. */
export type Agreement = 'same' | 'open' | 'different'

/** Compares a sent text with a saved one, which may contain `{{variables}}`. */
export function compareText(saved: string, sent: string): Agreement {
  if (saved === sent) return 'same'
  if (saved === '' || isPlaceholder(saved)) return 'open'
  if (!hasVariable(saved)) return 'different'
  return wildcard(saved)(sent) ? 'open' : 'different'
}

/**
 * Returns a function that tells whether a text matches the saved text. Each `{{variable}}` in the saved text matches any
 * text; with `braces`, each `{name}` does too.
 */
export function wildcard(saved: string, { braces = false } = {}): (sent: string) => boolean {
  const parts = saved.split(braces ? /\{\{[^{}]*\}\}|\{[^{}]*\}/ : /\{\{[^{}]*\}\}/)
  return (sent) => isMadeOfParts(sent, parts)
}

/**
 * Compares each saved value with the received value of the same name. A received value without a saved counterpart
 * lowers the score a little.
 */
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

/** Finds the sent value that fits a saved value best. The index is -1 if no value was sent. */
function bestOf(saved: string, sent: string[]): { agreement: Agreement; index: number } {
  let best: { agreement: Agreement; index: number } = { agreement: 'different', index: -1 }
  for (const [index, sentValue] of sent.entries()) {
    const agreement = compareText(saved, sentValue)
    if (agreement === 'same') return { agreement, index }
    if (best.index < 0 || agreement === 'open') best = { agreement, index }
  }
  return best
}

export function compareJson(saved: JsonValue, sent: JsonValue): MatchScore {
  return compareEntries(leavesOf(saved), leavesOf(sent))
}

/** All leaves of a JSON value with their paths. A value that is nested too deeply counts as one leaf. */
function leavesOf(value: JsonValue, place = '', depth = 0): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[place, String(value)]]
  const entries = Object.entries(value)
  if (entries.length === 0 || depth === 20) return [[place, JSON.stringify(value)]]
  return entries.flatMap(([key, member]) => leavesOf(member, `${place}/${key}`, depth + 1))
}

/** Whether a text is a placeholder that converters write: `<string>`, `<long>`, `<uuid>`. */
function isPlaceholder(text: string): boolean {
  return /^<[^<>]*>$/.test(text)
}
