import { printableJson } from '../../printable.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { comment, key, quote } from './write-text.js'

/**
 * The TypeScript type of a JSON Schema. Description, limits, default and example of a member are in the doc comment of
 * the member.
 */
export function typeOf(schema: JsonSchema, indent = ''): string {
  if (schema.const !== undefined) return literalType(schema.const)
  if (schema.enum) return union(schema.enum.map(literalType))
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeOf(one, indent)))
  if (schema.type === undefined) return schema.properties ? objectType(schema, indent) : 'unknown'
  return union([schema.type].flat().map((type) => simpleType(type, { schema, indent })))
}

export function declaration(name: string, schema: JsonSchema): string {
  const isObject = schema.type === 'object' && !schema.enum && !schema.anyOf && hasMembers(schema)
  return isObject
    ? `export interface ${name} ${objectType(schema, '')}\n`
    : `export type ${name} = ${typeOf(schema)}\n`
}

function simpleType(type: string, { schema, indent }: { schema: JsonSchema; indent: string }): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'array':
      return arrayType(schema.items ?? {}, indent)
    case 'object':
      return objectType(schema, indent)
    default:
      return 'unknown'
  }
}

function arrayType(items: JsonSchema, indent: string): string {
  const element = typeOf(items, indent)
  return /^\w+$/.test(element) ? `${element}[]` : `Array<${element}>`
}

function objectType(schema: JsonSchema, indent: string): string {
  const { additionalProperties: more } = schema
  if (!hasMembers(schema)) {
    if (more === false) return 'Record<string, never>'
    return `Record<string, ${typeof more === 'object' ? typeOf(more, indent) : 'unknown'}>`
  }
  const inner = `${indent}  `
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {}).map(([name, member]) => {
    const optional = required.has(name) ? '' : '?'
    return `${memberComment(member, inner)}${inner}${key(name)}${optional}: ${typeOf(member, inner)}\n`
  })
  const rest = more && more !== undefined ? `${inner}[key: string]: unknown\n` : ''
  return `{\n${members.join('')}${rest}${indent}}`
}

const hasMembers = (schema: JsonSchema) => Object.keys(schema.properties ?? {}).length > 0

function memberComment(schema: JsonSchema, indent: string): string {
  const bounds = [
    schema.format,
    schema.pattern === undefined ? undefined : `pattern ${schema.pattern}`,
    schema.minimum === undefined ? undefined : `at least ${schema.minimum}`,
    schema.maximum === undefined ? undefined : `at most ${schema.maximum}`,
    schema.maxLength === undefined ? undefined : `at most ${schema.maxLength} characters`,
  ].filter((bound) => bound !== undefined)
  const note = bounds.length > 0 ? `(${bounds.join(', ')})` : ''
  const tags = [
    ...(schema.default === undefined ? [] : [`@default ${show(schema.default)}`]),
    ...(schema.examples?.length ? [`@example ${show(schema.examples[0]!)}`] : []),
  ]
  return comment([schema.description, note].filter(Boolean).join(' '), { lines: tags, indent })
}

const show = (value: JsonValue) => printableJson(value)

function literalType(value: JsonValue): string {
  if (typeof value === 'string') return quote(value)
  return value === null || typeof value !== 'object' ? String(value) : 'unknown'
}

function union(types: string[]): string {
  if (types.length === 0 || types.includes('unknown')) return 'unknown'
  return [...new Set(types)].join(' | ')
}
