import { isObject } from '../../protocol/is-object.js'
import { inputFields } from '../../text/input-fields.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { schemaOfMember } from '../model/map-members.js'
import { nameOfMember } from '../semantics/labels.js'
import {
  codesAmong,
  credentialsAmong,
  isCredentialLike,
  isPersonalCode,
  isSensitiveValue,
} from './credential-name.js'
import { knownCredential, sureSpans } from './credential-value.js'
import { MASK, maskNamed, maskSpans } from './mask.js'

interface Position {
  name: string
  schemas: JsonSchema[]
  isNamed: (name: string) => boolean
  isCode: (name: string) => boolean
  isInCredential: boolean
  mask: string
}

/**
 * A copy of the input of a tool call without its sensitive values. This is the only decision about which arguments are
 * sensitive; approval requests, items, dry runs, recordings and MCP use it. A value is sensitive if
 * - its schema, or the schema of an object around it, is `writeOnly`,
 * - its name is that of a credential, a PIN or a one-time code, or
 * - it is a key of a known format.
 *
 * In a text with named values, such as a JSON document, the sensitive ones are replaced. If nothing is sensitive, the
 * result is `input` itself.
 */
export function maskArguments(input: JsonObject, parameters: JsonSchema, mask: string = MASK): JsonObject {
  const names = { isNamed: isCredentialLike, isCode: isPersonalCode }
  const top = { name: '', schemas: [parameters], ...names, isInCredential: false, mask }
  return masked(input, top) as JsonObject
}

/** Tells the model that an argument is a mask, which it has copied from an earlier call. */
export function maskedArgumentProblem(input: JsonObject): string | undefined {
  const at = inputFields(input).fields.find(({ value }) => someLeaf(value, (leaf) => leaf === MASK))
  return at && `The value of "${at.path.join('.')}" is hidden ("${MASK}"). Ask the user to say it again.`
}

/** Whether a tool declares a parameter whose value is always sensitive, such as a password. */
export function takesSensitive(parameters: JsonSchema): boolean {
  const { writeOnly, properties = {}, additionalProperties: more, items, anyOf = [] } = parameters
  return (
    writeOnly === true ||
    Object.keys(properties).some((name) => isCredentialLike(name) || isPersonalCode(name)) ||
    Object.values(properties).some(takesSensitive) ||
    (typeof more === 'object' && takesSensitive(more)) ||
    (items !== undefined && takesSensitive(items)) ||
    anyOf.some(takesSensitive)
  )
}

function masked(value: JsonValue, position: Position): JsonValue {
  const { name, isNamed, isCode, isInCredential, mask } = position
  const schemas = position.schemas.flatMap(withAlternatives)
  if (value === null || value === '') return value
  if (schemas.some(({ writeOnly }) => writeOnly)) return mask
  if (isSensitiveValue(name, value, isNamed, isCode)) return mask
  const isList = Array.isArray(value)
  if ((typeof value === 'string' || isList) && (isInCredential || isNamed(name))) return mask
  if (typeof value === 'string')
    return knownCredential(value) === undefined
      ? maskNamed(maskSpans(value, sureSpans(value), mask), mask)
      : mask
  if (isList) {
    // In a pair such as `["pin", "1234"]`, the first text says what the second value is.
    const [label, second] = value
    if (value.length === 2 && typeof label === 'string' && typeof second !== 'object') {
      const shown = masked(second!, { ...position, name: label })
      if (shown !== second) return [label, shown]
    }
    const items = schemas.flatMap((schema) => schema.items ?? [])
    const list = value.map((one) => masked(one, { ...position, schemas: items }))
    return list.every((one, at) => one === value[at]) ? value : list
  }
  return isObject(value) ? maskedObject(value as JsonObject, { ...position, schemas }) : value
}

function maskedObject(object: JsonObject, { name, schemas, isInCredential, mask }: Position): JsonObject {
  const names = Object.keys(object)
  const inside = {
    isNamed: credentialsAmong(names),
    isCode: codesAmong(names),
    isInCredential: isInCredential || isCredentialLike(name) || isPersonalCode(name),
    mask,
  }
  const members = Object.entries(object).map(([key, member]): [string, JsonValue] => [
    key,
    masked(member, {
      ...inside,
      name: nameOfMember(object, key),
      schemas: schemas.flatMap((schema) => schemaOfMember(schema, key) ?? []),
    }),
  ])
  return members.every(([key, member]) => member === object[key]) ? object : Object.fromEntries(members)
}

function withAlternatives(schema: JsonSchema): JsonSchema[] {
  return schema.anyOf ? [schema, ...schema.anyOf.flatMap(withAlternatives)] : [schema]
}

/** Whether a test holds for a leaf of a value of any depth, for which a recursion would overflow. */
export function someLeaf(value: unknown, test: (leaf: unknown) => boolean): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null) {
      if (test(next)) return true
    } else for (const member of Object.values(next)) waiting.push(member)
  }
  return false
}
