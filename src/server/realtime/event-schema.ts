import schema from '../../../schemas/events/client-events.json'
import { isObject } from '../../protocol/is-object.js'
import { oncePer } from '../../toolkit/model/lazy.js'
import { isLanguageTag, isTimezone } from '../agent/moment.js'
import { mustBe } from './protocol-error.js'

/** The part of JSON Schema that the schema of client events uses. */
export interface Schema {
  $ref?: string
  type?: string | readonly string[]
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Schema[]
  pattern?: string
  format?: keyof typeof FORMATS
  minimum?: number
  minItems?: number
  items?: Schema
  additionalProperties?: Schema
  properties?: Readonly<Record<string, Schema>>
  required?: readonly string[]
  title?: string
}

const FORMATS = { timezone: isTimezone, language: isLanguageTag }

/** What clients may send: the events by their type, and the parts `session`, `response` and `item`. */
export const SCHEMAS = schema.$defs as unknown as Readonly<Record<string, Schema>>

const NAMES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

const typesOf = oncePer(({ type = [] }: Schema): readonly string[] => [type].flat())

const resolved = oncePer((schema: Schema) => SCHEMAS[schema.$ref?.split('/').at(-1) ?? ''] ?? schema)

export function wanted(schema: Schema): string {
  const { title, enum: values } = schema
  if (title !== undefined) return title
  if (values) return values.map((one) => `"${one}"`).join(' or ')
  return typesOf(resolved(schema))
    .flatMap((type) => NAMES[type] ?? [])
    .join(' or ')
}

/** Whether a value is what a schema wants. Does not look into the properties of objects. */
export function fits(value: unknown, schema: Schema): boolean {
  const { enum: values, anyOf, pattern, format, minimum, ...list } = resolved(schema)
  const types = typesOf(resolved(schema))
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false
  if (values && !values.includes(value)) return false
  if (anyOf && !anyOf.some((one) => fits(value, one) && hasProperties(value, one))) return false
  if (typeof value === 'number') return minimum === undefined || value >= minimum
  if (typeof value === 'string')
    return (!pattern || new RegExp(pattern).test(value)) && (!format || FORMATS[format](value))
  const { minItems = 0, items = {}, additionalProperties = {} } = list
  if (Array.isArray(value)) return value.length >= minItems && value.every((one) => fits(one, items))
  return !isObject(value) || Object.values(value).every((one) => fits(one, additionalProperties))
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'number') return Number.isFinite(value)
  if (type === 'integer') return Number.isInteger(value)
  return type === 'null' ? value === null : typeof value === type
}

function hasProperties(value: unknown, { required = [], properties = {} }: Schema): boolean {
  return (
    !isObject(value) ||
    required.every((name) => value[name] !== undefined && fits(value[name], properties[name] ?? {}))
  )
}

/** Throws a `ProtocolError` for the first value that is not what its schema wants, at any depth. `param` is its name. */
export function checkValue(value: unknown, schema: Schema, param: string): void {
  if (!fits(value, schema)) throw mustBe(param, wanted(schema))
  const { properties = {}, items } = resolved(schema)
  if (isObject(value))
    for (const [name, inner] of Object.entries(properties))
      if (value[name] !== undefined) checkValue(value[name], inner, `${param}.${name}`)
  if (Array.isArray(value) && items)
    for (const [at, one] of value.entries()) checkValue(one, items, `${param}[${at}]`)
}
