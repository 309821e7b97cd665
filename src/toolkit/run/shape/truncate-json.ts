import { cutText } from '../../../text/cut.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { mapMembers } from '../../model/map-members.js'

/** A value within the size limit. `truncated`: how many items its largest list had (`total`) and has (`kept`). */
export interface TruncatedJson {
  content: JsonValue
  truncated?: { total: number; kept: number; hint?: string }
}

/** Limits of strings, lists, members and depth, mildest first, for what is still too large with fewer items. */
const TRUNCATION_LEVELS = [
  { text: 600, list: 10, members: 400, depth: 8 },
  { text: 200, list: 5, members: 150, depth: 6 },
  { text: 80, list: 3, members: 50, depth: 4 },
  { text: 30, list: 2, members: 20, depth: 3 },
]

/** Keeps as many whole items of the largest list as fit; if that is not enough, applies the levels. */
export function truncateJson(value: JsonValue, maxCharacters: number): TruncatedJson {
  const size = sizeOf(value)
  if (size <= maxCharacters) return { content: value }
  const list = largestList(value)
  if (!list) return { content: truncate(value, maxCharacters) }
  const kept = countThatFits(list.items, maxCharacters - (size - sizeOf(list.items)))
  const content = replaceAt(value, list.path, list.items.slice(0, kept))
  const truncated = { total: list.items.length, kept }
  return { content: truncate(content, maxCharacters), ...(kept < list.items.length ? { truncated } : {}) }
}

const sizeOf = (value: JsonValue) => JSON.stringify(value).length

function countThatFits(items: JsonValue[], room: number): number {
  let used = 2
  let count = 0
  for (const item of items) {
    used += sizeOf(item) + 1
    if (used > room) break
    count++
  }
  return Math.max(count, 1)
}

interface FoundList {
  path: string[]
  items: JsonValue[]
}

/** The list with the most JSON: the value, or a list in its objects, down to `depth`. Lists inside lists do not count. */
export function largestList(value: JsonValue, depth = 4): FoundList | undefined {
  if (Array.isArray(value)) return value.length > 0 ? { path: [], items: value } : undefined
  if (typeof value !== 'object' || value === null || depth === 0) return undefined
  let best: FoundList | undefined
  let bestSize = 0
  for (const [key, member] of Object.entries(value)) {
    const found = largestList(member, depth - 1)
    const size = found ? sizeOf(found.items) : 0
    if (found && size > bestSize) {
      best = { path: [key, ...found.path], items: found.items }
      bestSize = size
    }
  }
  return best
}

function replaceAt(value: JsonValue, [key, ...rest]: string[], items: JsonValue[]): JsonValue {
  if (key === undefined) return items
  return mapMembers(value as JsonObject, (member, name) =>
    name === key ? replaceAt(member, rest, items) : member,
  )
}

function truncate(value: JsonValue, maxCharacters: number): JsonValue {
  if (sizeOf(value) <= maxCharacters) return value
  for (const limits of TRUNCATION_LEVELS) {
    const shortened = cut(value, limits)
    if (sizeOf(shortened) <= maxCharacters) return shortened
  }
  return `${cutText(JSON.stringify(cut(value, TRUNCATION_LEVELS.at(-1)!)), maxCharacters - 1)}…`
}

function cut(value: JsonValue, limits: (typeof TRUNCATION_LEVELS)[number]): JsonValue {
  const inner = { ...limits, depth: limits.depth - 1 }
  if (typeof value === 'string') return value.length > limits.text ? `${cutText(value, limits.text)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (limits.depth === 0) return '…'
  if (!Array.isArray(value)) return cutMembers(value, limits)
  const kept = value.slice(0, limits.list).map((item) => cut(item, inner))
  return value.length > limits.list ? [...kept, `… ${value.length - limits.list} more`] : kept
}

function cutMembers(value: JsonObject, limits: (typeof TRUNCATION_LEVELS)[number]): JsonObject {
  const entries = Object.entries(value)
  const inner = { ...limits, depth: limits.depth - 1 }
  const kept = entries
    .slice(0, limits.members)
    .map(([key, member]): [string, JsonValue] => [key, cut(member, inner)])
  const rest = entries.length - kept.length
  return Object.fromEntries(rest > 0 ? [...kept, ['…', `${rest} more`]] : kept)
}
