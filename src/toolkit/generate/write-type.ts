import { printableJson } from '../../printable.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'

/** The TypeScript type of a JSON Schema. Doc comments of members have description, limits, default and example. */
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

const WIDTH = 100

/** Characters that change the reading direction. They could make source code look like different code. */
const BIDI = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/gu

export function quote(text: string): string {
  return printableJson(text)
}

/** A key of a type or an object: in quotes unless it is a valid identifier. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) && name !== '__proto__' ? name : quote(name)
}

/** A doc comment; `''` without text. What would end it or begin a tag is escaped in `text`, not in `lines`. */
export function comment(text: string, { lines: more = [], indent = '' }: CommentOptions = {}): string {
  const lines = [...wrap(harmless(text)), ...more.map(plainLine)]
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`
}

interface CommentOptions {
  /** Further lines, such as `@default 20`. */
  lines?: string[]
  indent?: string
}

/** JSON as a TypeScript expression: on one line if that is at most {@link WIDTH} characters, else on several lines. */
export function literal(value: JsonValue, indent = ''): string {
  const flat = flatLiteral(value)
  if (flat.length + indent.length <= WIDTH || value === null || typeof value !== 'object') return flat
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    return `[\n${value.map((element) => `${inner}${literal(element, inner)},\n`).join('')}${indent}]`
  }
  const members = membersOf(value).map(
    ([name, member]) => `${inner}${memberKey(name)}: ${literal(member, inner)},\n`,
  )
  return `{\n${members.join('')}${indent}}`
}

function flatLiteral(value: JsonValue): string {
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`
  const members = membersOf(value).map(([name, member]) => `${memberKey(name)}: ${flatLiteral(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function membersOf(value: JsonObject): [string, JsonValue][] {
  return Object.entries(value).filter(([, member]) => member !== undefined)
}

/** A key of an object literal: `["__proto__"]` in brackets, because the plain key would set the prototype. */
const memberKey = (name: string) => (name === '__proto__' ? '["__proto__"]' : key(name))

function harmless(text: string): string {
  return text
    .replace(BIDI, '')
    .replaceAll('*/', '*\\/')
    .replace(/^[^\S\r\n\u2028\u2029]*@/gm, '\\@')
}

function plainLine(text: string): string {
  return text
    .replace(BIDI, '')
    .replaceAll('*/', '*\\/')
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
}

/** Wraps a text into lines of {@link WIDTH} characters. An `@` at the start of a line is escaped: it would begin a tag. */
function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[\s\p{Cc}\u2028\u2029]+/u).filter(Boolean)) {
    if (line && line.length + word.length >= WIDTH) {
      lines.push(line)
      line = word.replace(/^@/, '\\@')
    } else line = line ? `${line} ${word}` : word
  }
  return line ? [...lines, line] : lines
}
