import { tryParseJson } from '../../protocol/parse-json.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { MASK } from '../../toolkit/secrets/mask.js'

/** Whether a tool has a parameter that must stay hidden, such as a password. */
export function takesSensitive({ parameters }: Pick<ToolFunction, 'parameters'>): boolean {
  return isSensitive(parameters)
}

function isSensitive({ writeOnly, properties, items, anyOf }: JsonSchema): boolean {
  return (
    writeOnly === true ||
    Object.values(properties ?? {}).some(isSensitive) ||
    (items !== undefined && isSensitive(items)) ||
    (anyOf ?? []).some(isSensitive)
  )
}

/** The arguments of a call as they are shown and stored. Members marked `writeOnly` are masked. */
export function shownArguments(tool: Pick<ToolFunction, 'parameters'> | undefined, text: string): string {
  if (!tool || !takesSensitive(tool)) return text
  const input = tryParseJson(text)
  // Text that is not JSON may contain the secret in any form, so none of it is shown. Such a call never runs.
  return input === undefined ? '{}' : JSON.stringify(masked(input, tool.parameters))
}

function masked(value: JsonValue, schema: JsonSchema): JsonValue {
  if (schema.writeOnly) return value === null ? null : MASK
  if (Array.isArray(value)) return value.map((member) => masked(member, schema.items ?? {}))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, member]) => [
      key,
      masked(member, schema.properties?.[key] ?? {}),
    ]),
  )
}
