import type { JsonSchema, JsonValue } from '../model/json.js'

/** The TypeScript type of the values that a schema takes. */
export function typeOfSchema(schema: JsonSchema, indent = ''): string {
  if (schema.enum) return union(schema.enum.map(literal))
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.anyOf) return union(schema.anyOf.map((one) => typeOfSchema(one, indent)))
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return union(types.map((type) => typeOfOne(type, { schema, indent })))
}

function typeOfOne(
  type: string | undefined,
  { schema, indent }: { schema: JsonSchema; indent: string },
): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `${parenthesized(schema.items ? typeOfSchema(schema.items, indent) : 'unknown')}[]`
    case 'object':
      return typeOfObject(schema, indent)
    default:
      return 'unknown'
  }
}

/** Members with their descriptions; an object that says nothing about its members takes any. */
function typeOfObject(schema: JsonSchema, indent: string): string {
  const { properties = {}, required = [], additionalProperties } = schema
  const inner = `${indent}  `
  const members = Object.entries(properties).map(([key, member]) => {
    const optional = required.includes(key) ? '' : '?'
    return `${commentOf(memberText(member), inner)}${inner}${keyOf(key)}${optional}: ${typeOfSchema(member, inner)}\n`
  })
  if (members.length > 0) return `{\n${members.join('')}${indent}}`
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOfSchema(additionalProperties, indent) : 'unknown'}>`
}

/** A member's comment: its description, its format, and what it is without being given. */
function memberText({ description, format, default: byDefault, examples }: JsonSchema): string {
  const tags = [
    ...(format ? [`@format ${format}`] : []),
    ...(byDefault === undefined ? [] : [`@default ${JSON.stringify(byDefault)}`]),
    ...(examples?.length ? [`@example ${JSON.stringify(examples[0])}`] : []),
  ]
  return [...(description ? [description] : []), ...tags].join('\n')
}

/** A doc comment before a member or declaration; nothing for an empty text. */
export function commentOf(text: string, indent: string): string {
  const lines = text.replaceAll('*/', '*\\/').split(/\r\n|[\n\r\u2028\u2029]/)
  if (!text.trim()) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

/** A key as it stands in a type or an object literal. */
export function keyOf(key: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)
}

function literal(value: JsonValue): string {
  return typeof value === 'object' && value !== null ? 'unknown' : JSON.stringify(value)
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ')
}

const parenthesized = (type: string) => (/^[\w$]+$|^\{[^|]*\}$/.test(type) ? type : `(${type})`)
