import names from '../../../templates/type-names.json'
import type { JsonSchema } from '../model/json.js'

const TYPES = new Map(
  Object.entries(names).flatMap(([said, all]) => {
    const [type = '', format] = said.split(' ')
    const schema: JsonSchema = { type, ...(format && { format }), ...(type === 'array' && { items: {} }) }
    return all.split(' ').map((name): [string, JsonSchema] => [name, schema])
  }),
)

/** The schema for the name of a type that people and converters write, such as `integer` or `dateTime`. */
export function schemaOfTypeName(name: string): JsonSchema | undefined {
  const schema = TYPES.get(name.trim().toLowerCase())
  return schema && { ...schema }
}

/** The schema for a placeholder: `<integer>`; a string for any other text in angle brackets. */
export function schemaOfPlaceholder(value: string): JsonSchema | undefined {
  if (!value.includes('<')) return undefined
  const name = /^<([^<>]{1,60})>$/.exec(value.trim())?.[1]
  if (name === undefined) return undefined
  return schemaOfTypeName(name) ?? { type: 'string' }
}

/** Whether a text is a list of placeholders: `<string>|<string>`. Such a text shows that several values can be sent. */
export function isPlaceholderList(text: string): boolean {
  return /^\s*<[^<>]{1,60}>(?: ?[|,;] ?<[^<>]{1,60}>)+\s*$/.test(text)
}
