import { asObject } from '../collection/read-shape.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { mapMembers, mapSchemas } from '../model/map-members.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { Provenance } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { BARE } from '../semantics/loose-json.js'
import { isPersonalSecret } from '../semantics/personal-secret.js'
import { readJsonBody } from '../semantics/request-body.js'
import { findVariables, hasVariable } from '../template/variables.js'
import { decideValue, isGrantType } from './decide-value.js'
import { documentSchema } from './document-schema.js'
import type { Documented } from './documented.js'
import { parseDocumentedFacts } from './documented-facts.js'
import type { Endpoint } from './endpoint.js'
import { type Inferred, inferSchema } from './infer-schema.js'
import { type InputMode, UNDECIDED } from './input-modes.js'
import { holesIn, isGivenText, type KnownVariables } from './known-variables.js'
import { type BodyParameter, type ParameterSource, sensitive } from './parameter.js'
import { hasContent, neededMembers, needsContent } from './required-members.js'
import { specified } from './specified.js'

/**
 * Makes the tool parameter `body` for a JSON document. The schema is inferred from the bodies of the request and of the
 * saved examples, or comes from the specification.
 */
export function jsonBody(own: JsonValue, { endpoint, filled }: ParameterSource): BodyParameter | undefined {
  const samples = [own, ...endpoint.facts.examples.flatMap((example) => readJsonBody(example) ?? [])]
  const mode = endpoint.modes.ofBody([], () => ({ fixed: !hasHoles(own, filled) }))
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
  const marked = endpoint.intent.takesCredential() ? withSensitive(kept) : kept
  const open = withConstants(marked, { own, constants })
  if (open.type === 'object' && Object.keys(open.properties ?? {}).length === 0 && locked.length > 0)
    return undefined
  return {
    schema: open,
    provenance,
    required: spec
      ? spec.required && (isWhole || Boolean(open.required?.length))
      : isNeeded(open, { endpoint, isWhole, own }),
    binding: { kind: 'json', fixed, ...(locked.length > 0 ? { locked } : {}) },
    ...(opened.length > 0 ? { opened } : {}),
  }
}

function learnt(
  samples: JsonValue[],
  { own, endpoint, filled }: ParameterSource & { own: JsonValue },
): Inferred {
  const { schema, provenance } = inferSchema(
    samples.filter((sample) => !isHole(sample)),
    filled,
  )
  const names = [endpoint.request, ...endpoint.facts.examples].flatMap(decimalNames)
  const inferred = { schema: withDecimals(schema, { names: new Set(names), name: '' }), provenance }
  return documentSchema(withRequired(inferred, { own, endpoint }), {
    documented: endpoint.facts.documented,
    comments: commentsIn(endpoint.request),
  })
}

/** A member with a comment behind it: `"direction": 3, // 1 = in, 3 = out`. */
const COMMENTED =
  /"([^"\\\n]{1,60})"[ \t]{0,9}:[ \t]{0,9}(?:"(?:[^"\\\n]|\\.){0,200}"|[\w.+-]{1,40})[ \t]{0,9},?[ \t]{0,9}\/\/([^\n]{1,200})/g

/** The facts in the comments behind members, by the names of the members. */
function commentsIn({ body }: RequestTemplate): Documented {
  if (body?.mode !== 'raw' || !body.text.includes('//')) return new Map()
  const found = [...body.text.matchAll(COMMENTED)]
  return new Map(found.map(([, name = '', comment = '']) => [name, parseDocumentedFacts(comment.trim())]))
}

/** A member whose number has a decimal point. */
const DECIMAL = /"([^"\\\n]{1,60})"[ \t]{0,9}:[ \t]{0,9}-?\d{1,15}\.\d/g

/** The names of the members whose numbers have a decimal point in the text of a body: `price` for `"price": 10.00`. */
function decimalNames({ body }: RequestTemplate): string[] {
  return body?.mode === 'raw' ? [...body.text.matchAll(DECIMAL)].map(([, name = '']) => name) : []
}

/** Changes the type of these members from `integer` to `number`, because parsing makes `10` of `10.00`. */
function withDecimals(
  schema: JsonSchema,
  { names, name }: { names: ReadonlySet<string>; name: string },
): JsonSchema {
  if (names.size === 0) return schema
  const changed = mapSchemas(schema, (inner, key) => withDecimals(inner, { names, name: key ?? name }))
  if (!names.has(name)) return changed
  if (Array.isArray(changed.type))
    return { ...changed, type: changed.type.map((type) => (type === 'integer' ? 'number' : type)) }
  return changed.type === 'integer' ? { ...changed, type: 'number' } : changed
}

/**
 * Whether the body is required: one of its members is required, or the model writes the whole body or the content of a
 * new record, and every saved request has a body. The second reason does not apply to GET, HEAD and DELETE.
 */
function isNeeded(
  schema: JsonSchema,
  { endpoint, isWhole, own }: { endpoint: Endpoint; isWhole: boolean; own: JsonValue },
): boolean {
  if (schema.required?.length) return true
  const isContent = needsContent(asObject(own) ?? {}, Object.keys(schema.properties ?? {}), endpoint)
  if (!(isWhole || isContent) || /^(?:DELETE|GET|HEAD)$/.test(endpoint.request.method)) return false
  return endpoint.facts.examples.every((example) => readJsonBody(example) !== undefined)
}

/**
 * Adds the required members: the content of a new record, or the id of the record that a call changes. In a PUT or
 * PATCH, only the id is required, even if all examples share other members.
 */
function withRequired(
  { schema, provenance }: Inferred,
  { own, endpoint }: { own: JsonValue; endpoint: Endpoint },
): Inferred {
  const example = asObject(own)
  if (!example || schema.type !== 'object') return { schema, provenance }
  const { required = [], ...rest } = schema
  const changes = /^(?:PUT|PATCH)$/.test(endpoint.request.method)
  const needed = new Map(neededMembers(example, endpoint))
  if (!changes) for (const key of required) if (!needed.has(key)) needed.set(key, 'guess')
  const shared = [...needed.keys()]
    .filter((key) => Object.hasOwn(schema.properties ?? {}, key))
    .filter((key) => endpoint.facts.examples.every((one) => hasMember(readJsonBody(one), key)))
  if (shared.length === 0) return { schema: rest, provenance }
  const from = shared.map((key): [string, Provenance] => [`/required/${escapeKey(key)}`, needed.get(key)!])
  return { schema: { ...rest, required: shared }, provenance: { ...provenance, ...Object.fromEntries(from) } }
}

const hasMember = (body: JsonValue | undefined, key: string) => {
  const members = asObject(body)
  return members === undefined || Object.hasOwn(members, key)
}

/** Marks all passwords and codes in the document as sensitive. */
function withSensitive(schema: JsonSchema): JsonSchema {
  if (!schema.properties) return schema
  const properties = mapMembers(schema.properties, (member, key) =>
    isPersonalSecret(key) && !member.properties ? sensitive(member) : withSensitive(member),
  )
  return { ...schema, properties }
}

/**
 * Names of members that say what kind of document the body is, such as `jsonrpc`. If a call gives no value for such a
 * member, the value in the collection is sent.
 */
const CONSTANT = /^(?:@type|\$type|jsonrpc|type|operationName|streamId)$/

/**
 * The JSON pointers of the members whose value in the collection is sent if a call gives no value:
 * `CONSTANT` members with a text, at the top level and in `data`. The `type` of what a call writes is an input.
 */
function constantMembers(own: JsonValue, { writes }: Endpoint): string[] {
  const inside = (value: JsonValue | undefined, pointer: string) =>
    Object.entries(asObject(value) ?? {}).flatMap(([key, member]) =>
      CONSTANT.test(key) && typeof member === 'string' && hasContent(member) && !isHole(member)
        ? [`${pointer}/${escapeKey(key)}`]
        : [],
    )
  return [
    ...inside(own, '').filter((pointer) => !writes || pointer !== '/type'),
    ...inside(asObject(own)?.data, '/data'),
  ]
}

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

const isHole = (value: JsonValue) => hasVariable(value)

/**
 * Finds the members whose values contain variables, and the members that the configuration fixes. `fixed` and `locked`
 * have JSON pointers of members, and `opened` has names of variables:
 * - `fixed`: the value in the collection is the default. A call may give another value.
 * - `locked`: the value in the collection is always sent. It is secret, the program fills it, or the configuration
 *   fixes it.
 * - `opened`: the secret variables whose values the user gives with each call.
 */
function keptMembers(
  own: JsonValue,
  { filled, endpoint: { modes, intent } }: ParameterSource,
): { fixed: string[]; locked: string[]; opened: string[] } {
  const fixed: string[] = []
  const locked: string[] = []
  const opened: string[] = []
  const isDecided = modes !== UNDECIDED
  visit(own, [], '')
  return { fixed, locked, opened }

  function visit(value: JsonValue, path: string[], pointer: string): void {
    const mode = path.length > 0 ? modes.ofBody(path, () => ({ fixed: !hasHoles(value, filled) })) : undefined
    if (mode === 'fixed' || (mode === undefined && isGrantType(path.at(-1) ?? '', value))) {
      locked.push(pointer)
      return
    }
    if (typeof value === 'string') keep(value.replaceAll(BARE, ''), { pointer, mode, key: path.at(-1) ?? '' })
    for (const [key, member] of Object.entries(asObject(value) ?? {}))
      if (isDecided || mayHoldVariable(member) || isGrantType(key, member))
        visit(member, [...path, key], `${pointer}/${escapeKey(key)}`)
  }

  function keep(text: string, at: { pointer: string; mode: InputMode | undefined; key: string }): void {
    const { pointer, key } = at
    const secrets = findVariables(text).filter(isCredentialLike)
    const isAsked = isPersonalSecret(key) && intent.takesCredential() && !isGivenText(text, filled)
    if (isAsked) opened.push(...secrets)
    const state = decideValue({ ...at, value: text, isSecret: secrets.length > 0 && !isAsked }, filled)
    if (state === 'fixed') locked.push(pointer)
    else if (state === 'default') fixed.push(pointer)
  }
}

const mayHoldVariable = (value: JsonValue) => typeof value === 'object' || hasVariable(value)

function hasHoles(value: JsonValue, filled: KnownVariables): boolean {
  return holesIn(JSON.stringify(value), filled).length > 0
}

/** Removes locked members from the schema. Fixed members stay, but are not required. */
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
