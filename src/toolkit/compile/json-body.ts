import { asObject } from '../collection/read-shape.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { setMember } from '../model/map-members.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { Provenance } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { asksForTrial, trialsIn } from '../semantics/effect/changed-values.js'
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
import { UNDECIDED } from './input-modes.js'
import { holesIn, isGivenText, type KnownVariables } from './known-variables.js'
import { type BodyParameter, type ParameterSource, sensitive } from './parameter.js'
import { hasContent, neededMembers, needsContent } from './required-members.js'
import { specified } from './specified.js'

/** The parameter `body` for JSON, inferred from saved bodies, or from the specification. */
export function jsonBody(own: JsonValue, { endpoint, filled }: ParameterSource): BodyParameter | undefined {
  const samples = [own, ...endpoint.facts.examples.flatMap((example) => readJsonBody(example) ?? [])]
  const mode = endpoint.modes.ofBody([], () => ({ fixed: !hasHoles(own, filled) }))
  if (mode === 'fixed') return undefined
  const spec = endpoint.item.operation?.body
  const { schema: whole, provenance } = spec
    ? specified(spec.schema, '')
    : learnt(samples, { own, endpoint, filled })
  const marks = endpoint.intent.takesCredential()
  const settling = new Settling({ endpoint, filled, marks, hasConstants: !spec })
  const schema = settling.settle(whole, { own, path: [], pointer: '' })
  if (!schema) return undefined
  const { fixed, locked, opened, constants } = settling
  const isWhole = fixed.length + locked.length === 0
  if (schema.type === 'object' && Object.keys(schema.properties ?? {}).length === 0 && locked.length > 0)
    return undefined
  return {
    schema,
    provenance,
    required: spec
      ? spec.required && (isWhole || Boolean(schema.required?.length))
      : isNeeded(schema, { endpoint, isWhole, own }),
    binding: { kind: 'json', fixed: [...fixed, ...constants], ...(locked.length > 0 ? { locked } : {}) },
    ...(opened.length > 0 ? { opened } : {}),
  }
}

function learnt(
  samples: JsonValue[],
  { own, endpoint, filled }: ParameterSource & { own: JsonValue },
): Inferred {
  const known = samples.filter((sample) => !isHole(sample))
  const decimals = new Set([endpoint.request, ...endpoint.facts.examples].flatMap(decimalNames))
  const inferred = inferSchema(known, filled, { decimals })
  return documentSchema(withRequired(inferred, { own, endpoint }), {
    documented: endpoint.facts.documented,
    comments: commentsIn(endpoint.request),
  })
}

/** A member with a comment behind it: `"direction": 3, // 1 = in, 3 = out`. */
const COMMENTED =
  /"([^"\\\n]{1,60})"[ \t]{0,9}:[ \t]{0,9}(?:"(?:[^"\\\n]|\\.){0,200}"|[\w.+-]{1,40})[ \t]{0,9},?[ \t]{0,9}\/\/([^\n]{1,200})/g

function commentsIn({ body }: RequestTemplate): Documented {
  if (body?.mode !== 'raw' || !body.text.includes('//')) return new Map()
  const found = [...body.text.matchAll(COMMENTED)]
  return new Map(found.map(([, name = '', comment = '']) => [name, parseDocumentedFacts(comment.trim())]))
}

/** A member whose number has a decimal point. */
const DECIMAL = /"([^"\\\n]{1,60})"[ \t]{0,9}:[ \t]{0,9}-?\d{1,15}\.\d/g

function decimalNames({ body }: RequestTemplate): string[] {
  return body?.mode === 'raw' ? [...body.text.matchAll(DECIMAL)].map(([, name = '']) => name) : []
}

/** Whether the body is required: a member is, or the model writes it and every saved request has one (not for GET, HEAD, DELETE). */
function isNeeded(
  schema: JsonSchema,
  { endpoint, isWhole, own }: { endpoint: Endpoint; isWhole: boolean; own: JsonValue },
): boolean {
  if (schema.required?.length) return true
  const isContent = needsContent(asObject(own) ?? {}, Object.keys(schema.properties ?? {}), endpoint)
  if (!(isWhole || isContent) || /^(?:DELETE|GET|HEAD)$/.test(endpoint.request.method)) return false
  return endpoint.facts.examples.every((example) => readJsonBody(example) !== undefined)
}

/** Adds required members: content of a new record, or the id of a changed one. A PUT or PATCH requires only the id. */
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

/** Members that say what kind of document the body is, such as `jsonrpc`, whose value is the default. */
const CONSTANT = /^(?:@type|\$type|jsonrpc|type|operationName|streamId)$/

const isHole = (value: JsonValue) => hasVariable(value)

const hasHoles = (value: JsonValue, filled: KnownVariables) =>
  holesIn(JSON.stringify(value), filled).length > 0

interface DocumentMember {
  own: JsonValue | undefined
  path: string[]
  pointer: string
}

/**
 * Decides about each member of a document. `fixed`, `constants` and `locked` get JSON pointers of members, and `opened`
 * gets names of variables:
 * - `fixed`, `constants`: the value in the collection is the default. A call may give another value.
 * - `locked`: the value in the collection is always sent. It is secret, the program fills it, or the configuration
 *   fixes it.
 * - `opened`: the secret variables whose values the user gives with each call.
 */
class Settling {
  readonly fixed: string[] = []
  readonly constants: string[] = []
  readonly locked: string[] = []
  readonly opened: string[] = []

  constructor(private readonly known: ParameterSource & { marks: boolean; hasConstants: boolean }) {}

  /**
   * The schema of a member without what is locked in it. Members with a default are not required. Undefined if the whole
   * member is locked.
   */
  settle(schema: JsonSchema, member: DocumentMember): JsonSchema | undefined {
    const { own, path, pointer } = member
    const state = this.#stateOf(member)
    if (state === 'fixed') {
      this.locked.push(pointer)
      return undefined
    }
    if (state === 'default') this.fixed.push(pointer)
    else if (Array.isArray(own)) this.fixed.push(...trialsIn(own, pointer))
    if (this.#isConstant(member)) {
      this.constants.push(pointer)
      const { examples: _, ...bare } = schema
      return { ...bare, default: own! }
    }
    if (!schema.properties && path.length > 0 && this.known.marks && isPersonalSecret(path.at(-1)!))
      return sensitive(schema)
    return this.#settleMembers(schema, member)
  }

  #settleMembers(schema: JsonSchema, { own, path, pointer }: DocumentMember): JsonSchema {
    const members = asObject(own)
    if (!members && !schema.properties) return schema
    const known = new Map(Object.entries(schema.properties ?? {}))
    const properties: Record<string, JsonSchema> = {}
    for (const key of new Set([...known.keys(), ...Object.keys(members ?? {})])) {
      const place = { own: members?.[key], path: [...path, key], pointer: `${pointer}/${escapeKey(key)}` }
      const written = known.get(key)
      const settled = this.settle(written ?? {}, place)
      if (written && settled) setMember(properties, key, settled)
    }
    if (!schema.properties) return schema
    const isKept = (key: string) => {
      const place = `${pointer}/${escapeKey(key)}`
      return [this.fixed, this.constants, this.locked].some((kept) => kept.includes(place))
    }
    const { required = [], ...rest } = schema
    const needed = required.filter((key) => !isKept(key))
    return { ...rest, properties, ...(needed.length > 0 ? { required: needed } : {}) }
  }

  #stateOf({ own, path }: DocumentMember): 'fixed' | 'default' | 'input' {
    const { endpoint, filled } = this.known
    if (own === undefined) return 'input'
    const key = path.at(-1) ?? ''
    const isDecided = path.length > 0 && endpoint.modes !== UNDECIDED
    const mode = isDecided
      ? endpoint.modes.ofBody(path, () => ({ fixed: !hasHoles(own, filled) }))
      : undefined
    if (typeof own !== 'string') return mode ?? (asksForTrial(key, own) ? 'default' : 'input')
    if (!mode && !hasVariable(own) && !isGrantType(key, own) && !asksForTrial(key, own)) return 'input'
    const value = own.replaceAll(BARE, '')
    const secrets = findVariables(value).filter(isCredentialLike)
    const isAsked = this.known.marks && isPersonalSecret(key) && !isGivenText(value, filled)
    if (isAsked && mode !== 'fixed') this.opened.push(...secrets)
    return decideValue({ key, value, mode, isSecret: secrets.length > 0 && !isAsked }, filled)
  }

  /** Whether a text says what kind of document the body is. The `type` of what a call writes is an input. */
  #isConstant({ own, path }: DocumentMember): boolean {
    const [key = '', outer] = path.toReversed()
    const isThere = path.length === 1 ? key !== 'type' || !this.known.endpoint.writes : outer === 'data'
    if (!this.known.hasConstants || path.length === 0 || path.length > 2 || !isThere) return false
    return CONSTANT.test(key) && typeof own === 'string' && hasContent(own) && !isHole(own)
  }
}
