import { asObject } from '../collection/read-shape.js'
import { BARE } from '../meaning/loose-json.js'
import { isPersonalSecret } from '../meaning/personal-secret.js'
import { readJsonBody } from '../meaning/request-body.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import { type BodyParameter, sensitive } from './body-shape.js'
import { documentSchema } from './document-schema.js'
import type { Endpoint } from './endpoint.js'
import { type Filled, holesIn, isFilledText, isGivenText } from './filled.js'
import { escapeKey, type Inferred, inferSchema } from './infer-schema.js'
import type { InputMode } from './input-modes.js'
import { hasContent, requiredMembers } from './required-members.js'

/** A JSON document: the schema of the request's own body and of those of its examples. */
export function jsonBody(
  own: JsonValue,
  { endpoint, filled }: { endpoint: Endpoint; filled: Filled },
): BodyParameter | undefined {
  const samples = [own, ...endpoint.examples.flatMap((example) => readJsonBody(example) ?? [])]
  const mode = endpoint.modes.ofBody([], { fixed: !hasHoles(own, filled) })
  if (mode === 'fixed') return undefined
  const { fixed, locked, opened } = keptMembers(own, { filled, endpoint })
  const constants = constantMembers(own).filter((pointer) => !locked.includes(pointer))
  const isWhole = fixed.length + locked.length === 0
  fixed.push(...constants)
  const inferred = inferSchema(
    samples.filter((sample) => !isHole(sample)),
    filled,
  )
  const needed = withRequired(inferred, { own, endpoint })
  const { schema, provenance } = documentSchema(needed, endpoint.documented)
  const kept = fixed.length + locked.length > 0 ? withoutMembers(schema, { fixed, locked }) : schema
  const marked = endpoint.provesCredential ? withSensitive(kept) : kept
  const open = withConstants(marked, { own, constants })
  if (open.type === 'object' && Object.keys(open.properties ?? {}).length === 0 && locked.length > 0)
    return undefined
  return {
    schema: open,
    provenance,
    required: isNeeded(open, { endpoint, isWhole }),
    binding: { kind: 'json', fixed, ...(locked.length > 0 ? { locked } : {}) },
    ...(opened.length > 0 ? { opened } : {}),
  }
}

/** A body is needed where some member is, or where nothing but the model fills it and every saved request has one. */
function isNeeded(
  schema: JsonSchema,
  { endpoint, isWhole }: { endpoint: Endpoint; isWhole: boolean },
): boolean {
  if (schema.required?.length) return true
  if (!isWhole || /^(?:DELETE|GET|HEAD)$/.test(endpoint.request.method)) return false
  return endpoint.examples.every((example) => readJsonBody(example) !== undefined)
}

/** What a call that creates needs; a call that changes parts needs none of the members that its examples happen to share. */
function withRequired(
  { schema, provenance }: Inferred,
  { own, endpoint }: { own: JsonValue; endpoint: Endpoint },
): Inferred {
  const example = asObject(own)
  if (!example || schema.type !== 'object') return { schema, provenance }
  const { required = [], ...rest } = schema
  if (/^(?:PUT|PATCH)$/.test(endpoint.request.method)) return { schema: rest, provenance }
  const all = [
    ...new Set([...required, ...requiredMembers(example, { endpoint, documented: endpoint.documented })]),
  ]
  const shared = all
    .filter((key) => key in (schema.properties ?? {}))
    .filter((key) => endpoint.examples.every((one) => hasMember(readJsonBody(one), key)))
  if (shared.length === 0) return { schema: rest, provenance }
  const from = shared.map((key): [string, 'example'] => [`/required/${escapeKey(key)}`, 'example'])
  return { schema: { ...rest, required: shared }, provenance: { ...provenance, ...Object.fromEntries(from) } }
}

const hasMember = (body: JsonValue | undefined, key: string) => {
  const members = asObject(body)
  return members === undefined || key in members
}

/** Marks passwords and codes, wherever they stand in the document. */
function withSensitive(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([key, member]): [string, JsonSchema] => [
    key,
    isPersonalSecret(key) && !member.properties ? sensitive(member) : withSensitive(member),
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Members that say what kind of thing a document is; they are sent as written unless another value is given. */
const CONSTANT = /^(?:@type|\$type|jsonrpc|type|operationName|streamId)$/

/** The JSON pointers of such members with a text, at the top and in an envelope such as `data`. */
function constantMembers(own: JsonValue): string[] {
  const inside = (value: JsonValue | undefined, pointer: string) =>
    Object.entries(asObject(value) ?? {}).flatMap(([key, member]) =>
      CONSTANT.test(key) && typeof member === 'string' && hasContent(member) && !isHole(member)
        ? [`${pointer}/${escapeKey(key)}`]
        : [],
    )
  return [...inside(own, ''), ...inside(asObject(own)?.data, '/data')]
}

/** The schema with the constants as defaults. */
function withConstants(
  schema: JsonSchema,
  { own, constants }: { own: JsonValue; constants: string[] },
): JsonSchema {
  return constants.reduce((whole, pointer) => {
    const path = pointer.split('/').slice(1)
    const value = path.reduce<JsonValue | undefined>((outer, key) => asObject(outer)?.[key], own)
    return value === undefined ? whole : setDefault(whole, path, value)
  }, schema)
}

function setDefault(schema: JsonSchema, [key = '', ...rest]: string[], value: JsonValue): JsonSchema {
  const member = schema.properties?.[key]
  if (!member) return schema
  const { examples: _, ...bare } = member
  const changed = rest.length > 0 ? setDefault(member, rest, value) : { ...bare, default: value }
  return { ...schema, properties: { ...schema.properties, [key]: changed } }
}

const isHole = (value: JsonValue) => typeof value === 'string' && value.includes('{{')

/** JSON pointers of the members whose values are variables that somebody fills; secrets and what the program set are locked. */
function keptMembers(
  own: JsonValue,
  { filled, endpoint: { modes, provesCredential } }: { filled: Filled; endpoint: Endpoint },
): { fixed: string[]; locked: string[]; opened: string[] } {
  const fixed: string[] = []
  const locked: string[] = []
  const opened: string[] = []
  visit(own, [])
  return { fixed, locked, opened }

  function visit(value: JsonValue, path: string[]): void {
    const mode = path.length > 0 ? modes.ofBody(path, { fixed: !hasHoles(value, filled) }) : undefined
    const pointer = path.map((key) => `/${escapeKey(key)}`).join('')
    if (mode === 'fixed') {
      locked.push(pointer)
      return
    }
    if (typeof value === 'string') keep(value.replaceAll(BARE, ''), { pointer, mode, key: path.at(-1) ?? '' })
    for (const [key, member] of Object.entries(asObject(value) ?? {})) visit(member, [...path, key])
  }

  function keep(text: string, at: { pointer: string; mode: InputMode | undefined; key: string }): void {
    const { pointer, mode, key } = at
    const secrets = findVariables(text).filter(isCredentialLike)
    const isAsked = provesCredential && isPersonalSecret(key) && !isGivenText(text, filled)
    if (isAsked) opened.push(...secrets)
    const isClosed = (secrets.length > 0 && !isAsked) || isGivenText(text, filled)
    if (isClosed && mode !== 'input') locked.push(pointer)
    else if (isFilledText(text, filled)) fixed.push(pointer)
  }
}

/** Whether some text of a value has a variable that nothing fills. */
function hasHoles(value: JsonValue, filled: Filled): boolean {
  return holesIn(JSON.stringify(value), filled).length > 0
}

/** The schema without locked members, and with neither kind required. */
function withoutMembers(
  schema: JsonSchema,
  kept: { fixed: string[]; locked: string[] },
  pointer = '',
): JsonSchema {
  if (!schema.properties) return schema
  const entries = Object.entries(schema.properties).flatMap(([key, member]): [string, JsonSchema][] => {
    const here = `${pointer}/${escapeKey(key)}`
    return kept.locked.includes(here) ? [] : [[key, withoutMembers(member, kept, here)]]
  })
  const required = schema.required?.filter((key) => {
    const here = `${pointer}/${escapeKey(key)}`
    return !kept.fixed.includes(here) && !kept.locked.includes(here)
  })
  const { required: _, ...rest } = schema
  return { ...rest, properties: Object.fromEntries(entries), ...(required?.length ? { required } : {}) }
}
