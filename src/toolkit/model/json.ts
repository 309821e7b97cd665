/** Anything `JSON.parse` returns. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }

/** A JSON object. */
export type JsonObject = { [key: string]: JsonValue }

/** A JSON Schema in the part of draft-07 and 2020-12 that both read alike. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  format?: string
  /** A value that is given and never shown: a password. */
  writeOnly?: boolean
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
  minLength?: number
  maxLength?: number
  maxItems?: number
  pattern?: string
}
