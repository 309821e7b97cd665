import { isObject } from '../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../model/json.js'

/** The value as an object; undefined for anything else, including a list. */
export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? (value as JsonObject) : undefined
}

/** The value as a list; `[]` if it is no list. */
export function asArray(value: unknown): JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The objects in a list; `[]` if it is no list. */
export function objectsIn(value: unknown): JsonObject[] {
  return asArray(value).filter((one) => isObject(one))
}

/** The value as a text if it is a text, a number or a boolean; undefined for anything else. */
export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** The description of an object: a text, or the `content` of an object; `''` if there is none. */
export function descriptionOf(owner: JsonObject | undefined): string {
  const description = owner?.description
  if (typeof description === 'string') return description.trim()
  return (asText(asObject(description)?.content ?? description) ?? '').trim()
}
