import type { JsonSchema } from '../model/json.js'

const TYPES: Record<string, JsonSchema> = {
  string: { type: 'string' },
  text: { type: 'string' },
  str: { type: 'string' },
  binary: { type: 'string' },
  byte: { type: 'string', format: 'byte' },
  password: { type: 'string' },
  integer: { type: 'integer' },
  int: { type: 'integer' },
  int32: { type: 'integer' },
  int64: { type: 'integer' },
  long: { type: 'integer' },
  number: { type: 'number' },
  float: { type: 'number' },
  double: { type: 'number' },
  decimal: { type: 'number' },
  boolean: { type: 'boolean' },
  bool: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  datetime: { type: 'string', format: 'date-time' },
  'date-time': { type: 'string', format: 'date-time' },
  time: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  guid: { type: 'string', format: 'uuid' },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  url: { type: 'string', format: 'uri' },
  object: { type: 'object' },
  array: { type: 'array', items: {} },
  list: { type: 'array', items: {} },
}

/**
 * The schema for the name of a type, such as `integer`, `dateTime` or `long`. People and converters write such names
 * into collections.
 */
export function schemaOfTypeName(name: string): JsonSchema | undefined {
  const schema = TYPES[name.trim().toLowerCase()]
  return schema && { ...schema }
}

/**
 * The schema for a type in place of a value: `<string>`, `<integer>`, `<dateTime>`. Any other text in angle brackets
 * gives the schema of a string.
 */
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

const DYNAMIC: [pattern: RegExp, schema: JsonSchema][] = [
  [/^\$(guid|randomUUID)$/, { type: 'string', format: 'uuid' }],
  [/^\$(timestamp|randomInt)$/, { type: 'integer' }],
  [/^\$(isoTimestamp|randomDate\w+)$/, { type: 'string', format: 'date-time' }],
  [/^\$randomBoolean$/, { type: 'boolean' }],
  [/Email$/, { type: 'string', format: 'email' }],
  [/Ur[il]$/, { type: 'string', format: 'uri' }],
]

/** The schema for a dynamic variable such as `$randomInt`. */
export function schemaOfDynamic(name: string): JsonSchema {
  const found = DYNAMIC.find(([pattern]) => pattern.test(name))
  return { ...(found?.[1] ?? { type: 'string' }) }
}
