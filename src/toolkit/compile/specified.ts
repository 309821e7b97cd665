import type { JsonSchema } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import { mapSchemas } from '../model/map-members.js'
import type { OperationParameter, ValueStyle } from '../model/operation.js'
import type { Entry } from '../model/request-template.js'
import type { Binding, Provenance } from '../model/tool.js'
import { baseName } from '../template/variables.js'
import { cutAtSentence, plainText } from './describe.js'
import type { Endpoint } from './endpoint.js'
import { isFilledText, isGivenText, type KnownVariables } from './known-variables.js'
import type { Parameter } from './parameter.js'
import { secretsAmong } from './settings.js'

const MAX_DESCRIPTION = 200
const MAX_MEMBER_DESCRIPTION = 120

/**
 * Headers that depend on the transport, the body or the program. They are never parameters, even if a specification has
 * them.
 */
const HELD =
  /^(accept|accept-(charset|encoding)|content-(type|length|encoding)|host|connection|keep-alive|cookie|(proxy-)?authorization|transfer-encoding|te|trailer|expect|upgrade|sec-.*|origin|postman-token|(x-)?idempotency-?key|x-http-method-override|x-forwarded-host)$/i

/**
 * The schema that a specification has for a parameter or body, with descriptions that are shortened for a model. All
 * facts in the schema count as documented. If the schema has no description, the argument `description` is used.
 */
export function specified(
  written: JsonSchema,
  description: string,
): Pick<Parameter, 'schema' | 'provenance'> {
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

/** Keywords that refuse a value. */
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

export interface SpecifiedEntries {
  parameters: Parameter[]
  taken: ReadonlySet<Entry>
}

const UNSPECIFIED: SpecifiedEntries = { parameters: [], taken: new Set() }

/**
 * The query or header parameters of the specification. Leaves out credentials, and values that the program or the
 * configuration fixes.
 */
export function specifiedEntries(
  { endpoint, place }: { endpoint: Endpoint; place: 'query' | 'header' },
  filled: KnownVariables,
): SpecifiedEntries {
  const { operation } = endpoint.item
  if (!operation) return UNSPECIFIED
  const entries = place === 'query' ? endpoint.request.url.query : endpoint.request.headers
  const taken = new Set<Entry>()
  const isSecret = secretsAmong(entries)
  const parameters = operation.parameters.flatMap((spec): Parameter[] => {
    const own = entries.filter(
      ({ key }) => spec.in === place && key !== null && nameOf(key, spec) === spec.name,
    )
    if (own.length === 0 || own.some((entry) => isSecret(entry) || isGivenText(entry.value, filled)))
      return []
    if (place === 'header' && HELD.test(spec.name)) return []
    for (const entry of own) taken.add(entry)
    const fixed = own.some(({ disabled }) => !disabled)
    if (endpoint.modes.of(place, spec.name, () => ({ fixed })) === 'fixed') return []
    return [entryParameter(spec, { own, entries, filled })]
  })
  return { parameters, taken }
}

/**
 * The name of the parameter to which an entry belongs. Usually, it is the key of the entry. But if the style of the
 * parameter `filter` is `deepObject`, the entry with the key `filter[status]` belongs to `filter`.
 */
function nameOf(key: string, { style }: Pick<OperationParameter, 'style'>): string {
  return style === 'deepObject' ? baseName(key) : key
}

function entryParameter(
  spec: OperationParameter,
  { own, entries, filled }: { own: Entry[]; entries: Entry[]; filled: KnownVariables },
): Parameter {
  const isKept = own.some(({ value, disabled }) => !disabled && isFilledText(value, filled))
  const { style } = spec
  const more: { style?: ValueStyle; keep?: true } = { ...(style && { style }), ...(isKept && { keep: true }) }
  return {
    key: spec.name,
    ...specified(spec.schema, own[0]?.description ?? ''),
    required: spec.required && !isKept,
    requiredBy: 'documented',
    bind: (parameter) =>
      entries.flatMap((entry, index): Binding[] =>
        own.includes(entry) ? [binding(spec.in, { parameter, index, ...more })] : [],
      ),
  }
}

function binding(
  place: OperationParameter['in'],
  { style, ...rest }: { parameter: string; index: number; style?: ValueStyle; keep?: true },
): Binding {
  if (place !== 'query') return { ...rest, in: 'header' }
  return { ...rest, in: 'query', ...(style && { style }) }
}
