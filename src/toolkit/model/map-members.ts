import type { JsonObject, JsonValue } from './json.js'

/** Sets an own member, also one named `__proto__`, which an assignment would not create. */
export function setMember(object: JsonObject, key: string, value: JsonValue): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  else object[key] = value
}

/** A copy of an object with changed values. */
export function mapMembers(object: JsonObject, change: (value: JsonValue) => JsonValue): JsonObject {
  const changed: JsonObject = {}
  for (const key of Object.keys(object)) setMember(changed, key, change(object[key]!))
  return changed
}
