/** Any value that `JSON.parse` returns. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** A JSON Schema, limited to what draft-07 and 2020-12 have in common. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  format?: string
  /** Marks a value that requests may contain, but responses never contain, for example a password. */
  writeOnly?: boolean
  /** The member is still accepted, but should not be used any more. */
  deprecated?: boolean
  enum?: JsonValue[]
  const?: JsonValue
  default?: JsonValue
  examples?: JsonValue[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  anyOf?: JsonSchema[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  pattern?: string
}
