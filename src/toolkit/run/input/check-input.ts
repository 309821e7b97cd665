import { isObject } from '../../../protocol/is-object.js'
import { tryParseExact } from '../../../protocol/parse-exact.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { escapeKey } from '../../model/json-pointer.js'
import { mapMembers, setMember } from '../../model/map-members.js'
import type { Provenance, ToolDefinition } from '../../model/tool.js'
import { maskArguments } from '../../secrets/sensitive-arguments.js'
import { testForeign } from '../../semantics/foreign-pattern.js'
import { isExactText } from './long-integers.js'

/** Limits of an input: its depth, and its approximate size in characters. Larger inputs are mistakes of the model. */
const MAX_DEPTH = 64
const MAX_CHARACTERS = 1_000_000
const MAX_PROBLEMS = 8

export interface ConvertedInput {
  input: JsonObject
  /** The members of the body that were left out, because the schema takes no null there: `insurance.number`. @default none */
  leftOut?: string[] | undefined
}

export type CheckedInput = ConvertedInput | { problems: string[] }

/**
 * Checks an input against the parameters of a tool. Converts values to the required type if the meaning is clear: `"5"`
 * to 5, `"true"` to true, 5 to `"5"`, a JSON text to an object, `SMS` to the one value `sms` of a list. Digits that a JavaScript number would not keep (too many of them, leading zeros, a
 * plus sign) may be given as a text, and stay a text. Null for an optional member counts as absent, and so does `""` where no text, or none but those of a list, is valid. For each other value that breaks the schema, a
 * sentence says where the value is, what was found and what is expected.
 */
export function checkInput(input: unknown, schema: JsonSchema): CheckedInput {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { problems: ['The input must be a JSON object with the parameters as members.'] }
  }
  const size = measure(input as JsonObject, 0)
  if (size > MAX_CHARACTERS) return { problems: ['The input is too large or too deeply nested. Send less.'] }
  const [problems, leftOut]: [string[], string[]] = [[], []]
  const value = check(input as JsonObject, { schema, path: '', problems, leftOut })
  if (problems.length > 0) return { problems }
  return { input: value as JsonObject, ...(leftOut.length > 0 && { leftOut }) }
}

/** The approximate size in characters; infinite if the nesting is too deep. */
function measure(value: JsonValue | undefined, depth: number): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  if (depth > MAX_DEPTH) return Number.POSITIVE_INFINITY
  let size = 2
  for (const key in value) {
    size += key.length + measure((value as JsonObject)[key], depth + 1)
    if (size > MAX_CHARACTERS) break
  }
  return size
}

interface InputPosition {
  schema: JsonSchema
  path: string
  problems: string[]
  leftOut: string[]
}

function check(given: JsonValue, place: InputPosition): JsonValue {
  const { schema } = place
  if (isFull(place)) return given
  if (typeof given === 'number' && !Number.isFinite(given)) {
    report(place, `${nameOf(place)} must be a finite number; a number such as 1e400 is too large to be sent.`)
    return given
  }
  if (schema.anyOf) return checkAnyOf(given, place)
  if (hasLostDigits(given, schema)) {
    report(
      place,
      `${nameOf(place)} is ${describe(given, place)}: numbers of more than 15 digits are rounded. Give it as a text of all its digits.`,
    )
    return given
  }
  const value = coerce(given, schema)
  if (schema.type !== undefined && !hasType(value, schema.type)) {
    report(
      place,
      `${nameOf(place)} must be ${typeText(schema.type)}, but ${describe(given, place)} was given.`,
    )
    return value
  }
  if (schema.const !== undefined && !isSame(value, schema.const)) {
    report(place, `${nameOf(place)} must be ${JSON.stringify(schema.const)}.`)
  }
  if (schema.enum && !schema.enum.some((one) => isSame(value, one))) {
    report(
      place,
      `${nameOf(place)} must be one of ${schema.enum.map((one) => JSON.stringify(one)).join(', ')}, but ${describe(given, place)} was given.`,
    )
  }
  if (typeof value === 'string') checkText(value, place)
  if (typeof value === 'number' || isNumberText(value, schema)) checkNumber(Number(value), place)
  if (Array.isArray(value)) return checkList(value, place)
  return typeof value === 'object' && value !== null ? checkMembers(value, place) : value
}

function report(place: InputPosition, problem: string): void {
  if (!isFull(place)) place.problems.push(problem)
}

const isFull = ({ problems }: InputPosition) => problems.length >= MAX_PROBLEMS

function checkAnyOf(given: JsonValue, place: InputPosition): JsonValue {
  let first: string[] | undefined
  for (const schema of inOrder(place.schema.anyOf ?? [], given)) {
    const [problems, leftOut]: [string[], string[]] = [[], []]
    const value = check(given, { schema, path: place.path, problems, leftOut })
    if (problems.length === 0) {
      place.leftOut.push(...leftOut)
      return value
    }
    first ??= problems
  }
  for (const problem of first ?? []) report(place, problem)
  return given
}

function inOrder(schemas: JsonSchema[], given: JsonValue): JsonSchema[] {
  if (typeof given !== 'number' && typeof given !== 'boolean' && jsonIn(given) === undefined) return schemas
  const takes = ({ type }: JsonSchema) => type === undefined || hasType(given, type)
  return [...schemas.filter(takes), ...schemas.filter((schema) => !takes(schema))]
}

function checkText(value: string, place: InputPosition): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = place.schema
  const length = lengthOf(value)
  if (length < minLength) report(place, `${nameOf(place)} must have at least ${minLength} characters.`)
  if (length > maxLength) report(place, `${nameOf(place)} must have at most ${maxLength} characters.`)
  if (pattern !== undefined && !passes(value, pattern)) {
    report(place, `${nameOf(place)} must match ${pattern}, but ${describe(value, place)} was given.`)
  }
}

function lengthOf(text: string): number {
  let length = 0
  for (const _ of text) length++
  return length
}

/** Whether a value matches a pattern. An invalid or slow pattern passes, because the API checks the value anyway. */
function passes(value: string, pattern: string): boolean {
  try {
    return testForeign(value, { source: pattern, flags: 'u' }) ?? true
  } catch {
    return true
  }
}

function checkNumber(value: number, place: InputPosition): void {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = place.schema
  const { exclusiveMinimum: above = Number.NEGATIVE_INFINITY, exclusiveMaximum: below = Infinity } =
    place.schema
  if (value < minimum) report(place, `${nameOf(place)} must be at least ${minimum}.`)
  else if (value > maximum) report(place, `${nameOf(place)} must be at most ${maximum}.`)
  else if (value <= above) report(place, `${nameOf(place)} must be more than ${above}.`)
  else if (value >= below) report(place, `${nameOf(place)} must be less than ${below}.`)
}

function checkList(value: JsonValue[], place: InputPosition): JsonValue[] {
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = place.schema
  if (value.length < minItems) report(place, `${nameOf(place)} must have at least ${minItems} entries.`)
  if (value.length > maxItems) report(place, `${nameOf(place)} must have at most ${maxItems} entries.`)
  return value.map((member, index) =>
    check(member, { ...place, schema: items, path: `${place.path}[${index}]` }),
  )
}

function checkMembers(value: JsonObject, place: InputPosition): JsonObject {
  const { properties = {}, required = [], additionalProperties } = place.schema
  for (const key of required) {
    const known = ownSchema(properties, key)
    const member = Object.hasOwn(value, key) ? value[key] : undefined
    if (member === undefined || (member === null && !allowsNull(known))) {
      report(place, `${nameOf({ path: join(place.path, key) })} is required${hint(known)}.`)
    }
  }
  const isStructure = place.path === '' || Object.keys(properties).length > 0
  const isOpen = isStructure ? additionalProperties === true : additionalProperties !== false
  const others = typeof additionalProperties === 'object' ? additionalProperties : undefined
  const members: JsonObject = {}
  for (const key of Object.keys(value)) {
    const member = value[key]
    const schema = ownSchema(properties, key) ?? others
    if (member === undefined) continue
    const path = join(place.path, key)
    if (schema && (member === null ? !allowsNull(schema) : member === '' && refusesEmpty(schema))) {
      if (required.includes(key) && member === '') check(member, { ...place, schema, path })
      else if (path.startsWith(IN_BODY)) place.leftOut.push(path.slice(IN_BODY.length))
    } else if (schema) setMember(members, key, check(member, { ...place, schema, path }))
    else if (isOpen) setMember(members, key, check(member, { ...place, schema: {}, path }))
    else report(place, unknownMember(path, Object.keys(properties)))
  }
  return members
}

function ownSchema(properties: Record<string, JsonSchema>, key: string): JsonSchema | undefined {
  return Object.hasOwn(properties, key) ? properties[key] : undefined
}

function unknownMember(path: string, known: string[]): string {
  return known.length === 0
    ? `There is no parameter "${path}"; this tool takes none here.`
    : `There is no parameter "${path}". Known here: ${known.slice(0, 20).join(', ')}.`
}

const join = (path: string, key: string) => (path ? `${path}.${key}` : key)
const nameOf = ({ path }: { path: string }) => (path ? `"${path}"` : 'The input')
const IN_BODY = 'body.'

function allowsNull(schema: JsonSchema | undefined): boolean {
  if (schema?.anyOf) return schema.anyOf.some(allowsNull)
  return !schema?.type || hasType(null, schema.type)
}

/** Whether `""` can only mean that there is no value: a number, a boolean, or one of a list of texts. */
function refusesEmpty({ type, enum: list, anyOf }: JsonSchema): boolean {
  if (anyOf) return anyOf.every(refusesEmpty)
  if (list) return !list.includes('')
  return type !== undefined && [type].flat().every((one) => isNumeric(one) || /^(?:boolean|null)$/.test(one))
}

function hint(schema: JsonSchema | undefined): string {
  return schema?.type ? ` (${typeText(schema.type)})` : ''
}

function typeText(type: string | string[]): string {
  const names = (Array.isArray(type) ? type : [type]).map((name) =>
    /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`,
  )
  return names.join(' or ').replace('a null', 'null')
}

function describe(value: JsonValue, { path, schema }: InputPosition): string {
  const name = path.slice(path.lastIndexOf('.') + 1)
  const shown = maskArguments({ [name]: value }, { properties: { [name]: schema } })
  const text = JSON.stringify(shown[name])
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function hasType(value: JsonValue, type: string | string[]): boolean {
  return Array.isArray(type) ? type.some((one) => isOfType(value, one)) : isOfType(value, type)
}

/** Whether an integer, which may be an id, was rounded because it is too large for a JavaScript number. */
function hasLostDigits(value: JsonValue, { type }: JsonSchema): boolean {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return false
  return [type ?? []].flat().some((one) => one === 'integer' || one === 'string')
}

function isNumberText(value: JsonValue, { type }: JsonSchema): value is string {
  return isExactText(value) && [type ?? []].flat().some(isNumeric)
}

const isNumeric = (type: string) => type === 'integer' || type === 'number'

function isOfType(value: JsonValue, type: string): boolean {
  if (isNumeric(type) && isExactText(value)) return true
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isObject(value)
  return type === 'integer' ? Number.isInteger(value) : typeof value === type
}

/** Converts a value to the type of the schema: `"5"` to 5, `"true"` to true, 5 to `"5"`, a single value to a list. */
function coerce(value: JsonValue, { type, enum: list }: JsonSchema): JsonValue {
  if (typeof value === 'string' && list && !list.includes(value)) {
    const [only, ...others] = list.filter((one) => String(one).toLowerCase() === value.trim().toLowerCase())
    if (typeof only === 'string' && others.length === 0) return only
  }
  if (type === undefined || hasType(value, type)) return value
  const types = Array.isArray(type) ? type : [type]
  if (typeof value === 'string') {
    const json = jsonIn(value)
    if (json !== undefined && hasType(json, type)) return json
    if (types.some(isNumeric) && /^-?(?:\d{1,15}(?:\.\d+)?|\d{16})$/.test(value)) return Number(value)
    if (types.includes('boolean') && /^(true|false)$/.test(value)) return value === 'true'
  }
  const isScalar = typeof value === 'number' || typeof value === 'boolean'
  if (types.includes('string') && isScalar) return String(value)
  if (types.includes('array') && (isScalar || typeof value === 'string')) return [value]
  return value
}

/** The object or list in a JSON text. Undefined for other values, and if the nesting is too deep. */
function jsonIn(value: JsonValue): JsonValue | undefined {
  const json = typeof value === 'string' && /^\s*[[{]/.test(value) ? tryParseExact(value) : undefined
  return typeof json === 'object' && measure(json, 0) <= MAX_CHARACTERS ? json : undefined
}

function isSame(left: JsonValue, right: JsonValue): boolean {
  return left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
}

/** Checks an input. Only what is documented or structural refuses it; the problems then name what examples suggest, too. */
export function checkToolInput(definition: ToolDefinition, given: JsonObject): CheckedInput {
  const input = withMovedMembers(given, definition.parameters)
  const strict = checkInput(input, definition.parameters)
  if ('input' in strict)
    return saysNothing(definition, strict.input) ? { problems: [emptyBody(definition)] } : strict
  const loose = checkInput(input, refusingSchema(definition, input))
  return 'input' in loose ? loose : strict
}

/** Moves members of the body that stand beside it into it, unless the body has or may have them already. */
function withMovedMembers(
  input: JsonObject,
  { properties = {}, additionalProperties }: JsonSchema,
): JsonObject {
  const inside = properties.body?.properties
  if (!inside || additionalProperties === true || !isObject(input)) return input
  const body = jsonIn(input.body ?? null) ?? input.body ?? {}
  const moved = Object.keys(input).filter(
    (key) => !Object.hasOwn(properties, key) && Object.hasOwn(inside, key),
  )
  if (moved.length === 0 || !isObject(body) || moved.some((key) => Object.hasOwn(body, key))) return input
  const rest = Object.entries(input).filter(([key]) => !moved.includes(key))
  const whole = { ...(body as JsonObject), ...Object.fromEntries(moved.map((key) => [key, input[key]!])) }
  return { ...Object.fromEntries(rest), body: whole }
}

const MAX_NAMES = 20

/** Whether a required body is empty, although it has members: none may be required, but without any nothing is said. */
function saysNothing(
  { parameters: { properties = {}, required = [] }, bindings }: ToolDefinition,
  { body }: JsonObject,
): boolean {
  const hasMembers = bindings.some((one) => one.in === 'body' && /^(?:json|fields)$/.test(one.body.kind))
  const isEmpty = hasMembers && isObject(body) && Object.keys(body).length === 0
  return isEmpty && required.includes('body') && Object.keys(properties.body?.properties ?? {}).length > 0
}

function emptyBody({ parameters }: ToolDefinition): string {
  const names = Object.keys(parameters.properties?.body?.properties ?? {})
  return `"body" is empty. Give the members that the user spoke of: ${names.slice(0, MAX_NAMES).join(', ')}.`
}

/** The schema without what examples only suggest: guessed members if others are given, and whole numbers. */
function refusingSchema({ parameters, provenance }: ToolDefinition, input: JsonObject): JsonSchema {
  const loose = withDecimals(parameters, { provenance, pointer: '' })
  const body = loose.properties?.body
  const required = body?.required ?? []
  const isGuess = (key: string) => provenance[`/properties/body/required/${escapeKey(key)}`] === 'guess'
  const given = Object.keys(input.body ?? {})
  if (!body || !required.some((key) => given.includes(key) && isGuess(key))) return loose
  const checked = { ...body, required: required.filter((key) => !isGuess(key)) }
  return { ...loose, properties: { ...loose.properties, body: checked } }
}

interface SchemaPosition {
  provenance: Record<string, Provenance>
  pointer: string
}

function withDecimals(schema: JsonSchema, { provenance, pointer }: SchemaPosition): JsonSchema {
  const inside = (step: string, one: JsonSchema) =>
    withDecimals(one, { provenance, pointer: `${pointer}/${step}` })
  const { properties, items } = schema
  return {
    ...schema,
    ...(schema.type === 'integer' && provenance[pointer] === 'example'
      ? { type: ['integer', 'number'] }
      : {}),
    ...(properties && {
      properties: mapMembers(properties, (one, key) => inside(`properties/${escapeKey(key)}`, one)),
    }),
    ...(items && { items: inside('items', items) }),
  }
}
