import type { JsonValue } from '../model/json.js'

/** Whether a variable's value is usable: empty values and `<string>` are placeholders. */
export function isUsable(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !/^<[^<>]*>$/.test(String(value))
}
