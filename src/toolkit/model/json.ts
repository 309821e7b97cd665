/** Any value that `JSON.parse` returns. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** A JSON Schema in the common subset of draft-07 and 2020-12. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  format?: string
  /** A value that is accepted but never returned: a password. */
  writeOnly?: boolean
  /** Still accepted, but replaced by another member. */
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
