import type { JsonValue } from '../model/json.js'

/** Whether the value of a variable can be used. Empty values and placeholders such as `<string>` cannot. */
export function isUsable(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !/^<[^<>]*>$/.test(String(value))
}
