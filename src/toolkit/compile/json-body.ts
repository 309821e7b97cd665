import { asObject } from '../collection/read-shape.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import type { Provenance } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { BARE } from '../semantics/loose-json.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { readJsonBody } from '../semantics/request-body.js'
import { findVariables } from '../template/variables.js'
import { type BodyParameter, sensitive } from './body-shape.js'
import { documentSchema } from './document-schema.js'
import type { Endpoint } from './endpoint.js'
import { escapeKey, type Inferred, inferSchema } from './infer-schema.js'
import type { InputMode } from './input-modes.js'
import { holesIn, isFilledText, isGivenText, type KnownVariables } from './known-variables.js'
import { hasContent, recordMember, requiredMembers } from './required-members.js'
import { specified } from './specified.js'

/** A JSON document: the schema of the request's body and of its examples' bodies. */
export function jsonBody(
  own: JsonValue,
  { endpoint, filled }: { endpoint: Endpoint; filled: KnownVariables },
): BodyParameter | undefined {
  const samples = [own, ...endpoint.examples.flatMap((example) => readJsonBody(example) ?? [])]
  const mode = endpoint.modes.ofBody([], { fixed: !hasHoles(own, filled) })
  if (mode === 'fixed') return undefined
  const { fixed, locked, opened } = keptMembers(own, { filled, endpoint })
  const spec = endpoint.item.operation?.body
  const constants = spec ? [] : constantMembers(own, endpoint).filter((pointer) => !locked.includes(pointer))
  const isWhole = fixed.length + locked.length === 0
  fixed.push(...constants)
  const { schema, provenance } = spec
    ? specified(spec.schema, '')
    : learnt(samples, { own, endpoint, filled })
  const kept = fixed.length + locked.length > 0 ? withoutMembers(schema, { fixed, locked }) : schema
  const marked = endpoint.provesCredential ? withSensitive(kept) : kept
  const open = withConstants(marked, { own, constants })
  if (open.type === 'object' && Object.keys(open.properties ?? {}).length === 0 && locked.length > 0)
    return undefined
  return {
    schema: open,
    provenance,
    required: spec
      ? spec.required && (isWhole || Boolean(open.required?.length))
      : isNeeded(open, { endpoint, isWhole }),
    binding: { kind: 'json', fixed, ...(locked.length > 0 ? { locked } : {}) },
    ...(opened.length > 0 ? { opened } : {}),
  }
}

/** The schema from the samples and the description. */
function learnt(
  samples: JsonValue[],
  { own, endpoint, filled }: { own: JsonValue; endpoint: Endpoint; filled: KnownVariables },
): Inferred {
  const inferred = inferSchema(
    samples.filter((sample) => !isHole(sample)),
    filled,
  )
  return documentSchema(withRequired(inferred, { own, endpoint }), endpoint.documented)
}

/** A body is required when a member is required, or when only the model fills it and every saved request has one. */
function isNeeded(
  schema: JsonSchema,
  { endpoint, isWhole }: { endpoint: Endpoint; isWhole: boolean },
): boolean {
  if (schema.required?.length) return true
  if (!isWhole || /^(?:DELETE|GET|HEAD)$/.test(endpoint.request.method)) return false
  return endpoint.examples.every((example) => readJsonBody(example) !== undefined)
}

/**
 * Adds the members that a create call should have, and the id of the record that a call changes. An update requires none of the other
 * members that its examples share.
 */
function withRequired(
  { schema, provenance }: Inferred,
  { own, endpoint }: { own: JsonValue; endpoint: Endpoint },
): Inferred {
  const example = asObject(own)
  if (!example || schema.type !== 'object') return { schema, provenance }
  const { required = [], ...rest } = schema
  const changes = /^(?:PUT|PATCH)$/.test(endpoint.request.method)
  const content = changes
    ? []
    : [...required, ...requiredMembers(example, { endpoint, documented: endpoint.documented })]
  const records = Object.keys(example).filter(
    (key) => !isRemoteCall(own) && recordMember(key, example[key]!, endpoint) === 'required',
  )
  const all = [...new Set([...records, ...content])]
  const shared = all
    .filter((key) => Object.hasOwn(schema.properties ?? {}, key))
    .filter((key) => endpoint.examples.every((one) => hasMember(readJsonBody(one), key)))
  if (shared.length === 0) return { schema: rest, provenance }
  const from = shared.map((key): [string, Provenance] => [
    `/required/${escapeKey(key)}`,
    records.includes(key) || (endpoint.provesCredential && isPersonalSecret(key)) ? 'example' : 'guess',
  ])
  return { schema: { ...rest, required: shared }, provenance: { ...provenance, ...Object.fromEntries(from) } }
}

const hasMember = (body: JsonValue | undefined, key: string) => {
  const members = asObject(body)
  return members === undefined || Object.hasOwn(members, key)
}

/** Marks passwords and codes anywhere in the document. */
function withSensitive(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema
  const properties = Object.entries(schema.properties).map(([key, member]): [string, JsonSchema] => [
    key,
    isPersonalSecret(key) && !member.properties ? sensitive(member) : withSensitive(member),
  ])
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Whether a body is a call of JSON-RPC, whose `id` is that of the call. */
const isRemoteCall = (own: JsonValue) => asObject(own)?.jsonrpc !== undefined

/** Members that give the type of a document; they are sent unchanged unless a value is given. */
const CONSTANT = /^(?:@type|\$type|jsonrpc|type|operationName|streamId)$/

/** The JSON pointers of such members that are texts, at the top level and in `data`; and the id of the record that a read returns. */
function constantMembers(own: JsonValue, endpoint: Endpoint): string[] {
  const inside = (value: JsonValue | undefined, pointer: string) =>
    Object.entries(asObject(value) ?? {}).flatMap(([key, member]) =>
      CONSTANT.test(key) && typeof member === 'string' && hasContent(member) && !isHole(member)
        ? [`${pointer}/${escapeKey(key)}`]
        : [],
    )
  const records = Object.entries(asObject(own) ?? {}).flatMap(([key, member]) =>
    !isRemoteCall(own) && recordMember(key, member, endpoint) === 'default' ? [`/${escapeKey(key)}`] : [],
  )
  return [...inside(own, ''), ...inside(asObject(own)?.data, '/data'), ...records]
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

/**
 * JSON pointers of the members whose values are filled variables; secrets and variables of the program are locked.
 */
function keptMembers(
  own: JsonValue,
  { filled, endpoint: { modes, provesCredential } }: { filled: KnownVariables; endpoint: Endpoint },
): { fixed: string[]; locked: string[]; opened: string[] } {
  const fixed: string[] = []
  const locked: string[] = []
  const opened: string[] = []
  visit(own, [])
  return { fixed, locked, opened }

  function visit(value: JsonValue, path: string[]): void {
    const isDecided = path.length > 0 && modes.ofBody(path) !== undefined
    const mode = isDecided ? modes.ofBody(path, { fixed: !hasHoles(value, filled) }) : undefined
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

/** Whether a text of a value contains an unfilled variable. */
function hasHoles(value: JsonValue, filled: KnownVariables): boolean {
  return holesIn(JSON.stringify(value), filled).length > 0
}

/** The schema without locked members; locked and kept members are not required. */
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
