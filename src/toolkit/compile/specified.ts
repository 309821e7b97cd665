import type { JsonSchema } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { mapSchemas } from '../model/map-members.js'
import type { OperationParameter } from '../model/operation.js'
import type { Entry } from '../model/request-template.js'
import type { Binding, Provenance } from '../model/tool.js'
import { baseName } from '../template/variables.js'
import { cutAtSentence, plainText } from './describe.js'
import type { Endpoint } from './endpoint.js'
import { isFilledText, type KnownVariables } from './known-variables.js'
import type { Decided, Parameter } from './parameter.js'

const MAX_DESCRIPTION = 200
const MAX_MEMBER_DESCRIPTION = 120

/** Headers that depend on the transport, the body or the program, and are never parameters. */
const HELD =
  /^(accept|accept-(charset|encoding)|content-(type|length|encoding)|host|connection|keep-alive|cookie|(proxy-)?authorization|transfer-encoding|te|trailer|expect|upgrade|sec-.*|origin|postman-token|(x-)?idempotency-?key|x-http-method-override|x-forwarded-host)$/i

/** The specified schema with short descriptions, all of it documented. `description` stands in for a missing one. */
export function specified(written: JsonSchema, description: string): Decided {
  const schema = inBrief(
    { ...written, ...(written.description || !description ? {} : { description }) },
    MAX_DESCRIPTION,
  )
  const provenance: Record<string, Provenance> = {}
  document(schema, { provenance, pointer: '' })
  return { schema, provenance }
}

function inBrief(schema: JsonSchema, longest: number): JsonSchema {
  const { description } = schema
  return {
    ...mapSchemas(schema, (inner) => inBrief(inner, MAX_MEMBER_DESCRIPTION)),
    ...(description ? { description: cutAtSentence(plainText(description), longest) } : {}),
  }
}

const CONSTRAINTS = ['enum', 'const', 'pattern', 'minimum', 'maximum'] as const

function document(
  schema: JsonSchema,
  place: { provenance: Record<string, Provenance>; pointer: string },
): void {
  const { provenance, pointer } = place
  const below = (step: string, inner: JsonSchema) =>
    document(inner, { provenance, pointer: `${pointer}/${step}` })
  provenance[pointer] = 'documented'
  for (const keyword of CONSTRAINTS)
    if (schema[keyword] !== undefined) provenance[`${pointer}/${keyword}`] = 'documented'
  for (const key of schema.required ?? []) provenance[`${pointer}/required/${escapeKey(key)}`] = 'documented'
  for (const [key, inner] of Object.entries(schema.properties ?? {}))
    below(`properties/${escapeKey(key)}`, inner)
  if (schema.items) below('items', schema.items)
  for (const [index, inner] of (schema.anyOf ?? []).entries()) below(`anyOf/${index}`, inner)
  if (typeof schema.additionalProperties === 'object')
    below('additionalProperties', schema.additionalProperties)
}

export function specifiedSegment({ item }: Endpoint, name: string): OperationParameter | undefined {
  return item.operation?.parameters.find((one) => one.in === 'path' && one.name === name)
}

export function specifiedEntry(
  { item }: Endpoint,
  { place, key }: { place: 'query' | 'header'; key: string },
): OperationParameter | undefined {
  const isMeant = (one: OperationParameter) => one.in === place && nameOf(key, one) === one.name
  return place === 'header' && HELD.test(key) ? undefined : item.operation?.parameters.find(isMeant)
}

/** The parameter of an entry: its key, or `filter` for `filter[status]` if its style is `deepObject`. */
const nameOf = (key: string, { style }: Pick<OperationParameter, 'style'>) =>
  style === 'deepObject' ? baseName(key) : key

export function ofSpecification(
  spec: OperationParameter,
  { own, places }: { own: Entry[]; places: number[] },
  filled: KnownVariables,
): Parameter {
  const isKept = own.some(({ value, disabled }) => !disabled && isFilledText(value, filled))
  const kept = isKept ? { keep: true as const } : {}
  const { style } = spec
  return {
    key: spec.name,
    ...specified(spec.schema, own[0]?.description ?? ''),
    requiredBy: spec.required && !isKept ? 'documented' : undefined,
    bind: (parameter) =>
      places.map(
        (index): Binding =>
          spec.in === 'query'
            ? { parameter, index, ...kept, in: 'query', ...(style && { style }) }
            : { parameter, index, ...kept, in: 'header' },
      ),
  }
}
