import { tryParseExact } from '../../protocol/parse-exact.js'
import type { JsonSchema, JsonValue } from '../../toolkit/model/json.js'
import type { ToolFunction } from '../../toolkit/model/tool.js'
import { MASK } from '../../toolkit/secrets/mask.js'

/** Whether a tool has a parameter that must stay hidden, such as a password. */
export function takesSensitive({ parameters }: Pick<ToolFunction, 'parameters'>): boolean {
  return isSensitive(parameters)
}

function isSensitive({ writeOnly, properties, additionalProperties, items, anyOf }: JsonSchema): boolean {
  return (
    writeOnly === true ||
    Object.values(properties ?? {}).some(isSensitive) ||
    (typeof additionalProperties === 'object' && isSensitive(additionalProperties)) ||
    (items !== undefined && isSensitive(items)) ||
    (anyOf ?? []).some(isSensitive)
  )
}

/** The arguments of a call as they are shown and stored. Members marked `writeOnly` are masked. */
export function shownArguments(tool: Pick<ToolFunction, 'parameters'> | undefined, text: string): string {
  if (!tool || !takesSensitive(tool)) return text
  const input = tryParseExact(text)
  // Text that is not JSON may contain the secret in any form, so none of it is shown. Such a call never runs.
  return input === undefined ? '{}' : JSON.stringify(masked(input, [tool.parameters]))
}

/** A value without the secrets that one of its schemas marks. */
function masked(value: JsonValue, schemas: JsonSchema[]): JsonValue {
  const all = schemas.flatMap(withAlternatives)
  if (all.some(({ writeOnly }) => writeOnly)) return value === null ? null : MASK
  if (Array.isArray(value)) {
    const items = all.flatMap((schema) => schema.items ?? [])
    return value.map((member) => masked(member, items))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      masked(
        member,
        all.flatMap((schema) => schemaOf(schema, key) ?? []),
      ),
    ]),
  )
}

function withAlternatives(schema: JsonSchema): JsonSchema[] {
  return [schema, ...(schema.anyOf ?? []).flatMap(withAlternatives)]
}

function schemaOf(
  { properties = {}, additionalProperties: more }: JsonSchema,
  key: string,
): JsonSchema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  return typeof more === 'object' ? more : undefined
}
