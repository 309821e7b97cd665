import { isObject } from '../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../model/json.js'

/** The value as an object; undefined for anything else, including a list. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? (value as JsonObject) : undefined
}

/** The value as a list; anything else is an empty one. */
export function asArray(value: unknown): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** Text, and numbers and booleans as text; anything else is undefined. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** A description: text, or an object with the text in `content`; empty when there is none. */
export function descriptionOf(owner: JsonObject | undefined): string {
  const description = owner?.description
  return (asText(asObject(description)?.content ?? description) ?? '').trim()
}
