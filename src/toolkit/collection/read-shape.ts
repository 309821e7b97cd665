import { isObject } from '../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../model/json.js'

export function asObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? (value as JsonObject) : undefined
}

export function asArray(value: unknown): JsonValue[] {
  return Array.isArray(value) ? value : []
}

export function objectsIn(value: unknown): JsonObject[] {
  return asArray(value).filter((one) => isObject(one))
}

export function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

export function descriptionOf(owner: JsonObject | undefined): string {
  const description = owner?.description
  if (typeof description === 'string') return description.trim()
  return (asText(asObject(description)?.content ?? description) ?? '').trim()
}
