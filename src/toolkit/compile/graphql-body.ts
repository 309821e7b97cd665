import { asObject } from '../collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import type { BodyTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { trialsIn } from '../semantics/effect/changed-values.js'
import { type GraphqlOperation, operationSent, readGraphql } from '../semantics/effect/graphql-document.js'
import { BARE, parseLooseJson } from '../semantics/loose-json.js'
import { findVariables, VARIABLE } from '../template/variables.js'
import { decideValue } from './decide-value.js'
import { documentSchema } from './document-schema.js'
import { inferSchema } from './infer-schema.js'
import type { InputMode, PossibleModes, ToolInputModes } from './input-modes.js'
import { holesIn, type KnownVariables } from './known-variables.js'
import { type BodyMember, type BodyParameter, objectOf, type ParameterSource } from './parameter.js'

type GraphqlBody = Extract<BodyTemplate, { mode: 'graphql' }>

/** The parameter `body` from the variables of a GraphQL operation. Undeclared types are inferred from saved values. */
export function graphqlBody(
  body: GraphqlBody,
  { endpoint, filled }: ParameterSource,
): BodyParameter | undefined {
  const values = valuesOf(body)
  const declared = graphqlVariables(body.query, body.operationName)
  const names = declared.length > 0 ? declared.map(({ name }) => name) : Object.keys(values)
  const memberOf = (name: string): BodyMember => {
    const text = String(values[name] ?? '').replaceAll(BARE, '')
    const mode = modeOf(name, endpoint.modes, () => ({
      fixed: Object.hasOwn(values, name) && holesIn(text, filled).length === 0,
    }))
    const isSecret = findVariables(text).some(isCredentialLike)
    const variable = declared.find((one) => one.name === name)
    return {
      key: name,
      state: decideValue({ key: name, value: text, mode, isSecret }, filled),
      describe: () => ({
        schema: schemaOf(name, { declared: variable?.schema ?? {}, value: values[name] ?? null, filled }),
        provenance: { '': 'example' },
        requiredBy: variable?.required ? 'documented' : undefined,
      }),
    }
  }
  const { fixed, locked, ...made } = objectOf(names.map(memberOf))
  if (Object.keys(made.schema.properties).length === 0) return undefined
  const whole = new Set([...fixed, ...locked].map(escapeKey))
  const inside = trialsIn(values).map((pointer) => pointer.slice(1))
  const kept = [...fixed.map(escapeKey), ...inside.filter((place) => !whole.has(place.split('/')[0]!))]
  const { schema, provenance } = documentSchema(made, { documented: endpoint.facts.documented })
  const { required } = made.schema
  const { required: _, ...described } = schema
  return {
    // The document declares what is required, whatever a description says.
    schema: { ...described, ...(required ? { required } : {}) },
    provenance,
    required: required !== undefined,
    binding: {
      kind: 'graphql',
      ...(kept.length > 0 ? { fixed: kept } : {}),
      ...(locked.length > 0 ? { locked } : {}),
    },
  }
}

/** Members of a GraphQL request. A variable with such a name needs its full path in `inputs`: `body.variables.query`. */
const OWN_MEMBERS = new Set(['query', 'operationName', 'variables', 'extensions'])

/** The mode of a GraphQL variable, as `body.id`, which the tool shows, or as `body.variables.id`, which is sent. */
function modeOf(name: string, modes: ToolInputModes, possible: PossibleModes): InputMode | undefined {
  const mode = modes.ofBody(['variables', name], possible)
  return mode ?? (OWN_MEMBERS.has(name) ? undefined : modes.ofBody([name], possible))
}

function valuesOf(body: GraphqlBody): JsonObject {
  const { variables } = body
  return asObject(typeof variables === 'string' ? parseLooseJson(variables) : variables) ?? {}
}

function schemaOf(
  name: string,
  { declared, value, filled }: { declared: JsonSchema; value: JsonValue; filled: KnownVariables },
): JsonSchema {
  return withExample(declared, value === null ? {} : inferSchema([value], filled, { name }).schema)
}

/** The declared schema of a variable, with what only its saved value shows: examples, and the members of an object. */
function withExample(declared: JsonSchema, inferred: JsonSchema): JsonSchema {
  if (!declared.type) return { ...inferred, ...declared }
  if (inferred.type !== declared.type) return declared
  if (declared.items) return { ...declared, items: withExample(declared.items, inferred.items ?? {}) }
  if (declared.type === 'object') return { ...declared, ...inferred }
  return { ...declared, ...(inferred.examples ? { examples: inferred.examples } : {}) }
}

interface DeclaredVariable {
  name: string
  schema: JsonSchema
  required: boolean
}

export function graphqlVariables(query: string, operationName?: JsonValue): DeclaredVariable[] {
  const { variables = [] } = operationIn(query, operationName) ?? {}
  return variables.map(({ name, type, lists, isRequired, byDefault }) => ({
    name,
    schema: { ...schemaOfType(type, lists), ...(byDefault !== undefined && { default: byDefault }) },
    required: isRequired,
  }))
}

function operationIn(query: string, operationName: JsonValue | undefined): GraphqlOperation | undefined {
  const operations = readGraphql(query.replace(VARIABLE, 'x')) ?? []
  const sent = operationSent(operations, typeof operationName === 'string' ? operationName : undefined)
  return sent ?? operations[0]
}

const MAX_FIELDS = 8

export function graphqlSentence(body: BodyTemplate | undefined): string {
  if (body?.mode !== 'graphql') return ''
  const operation = operationIn(body.query, body.operationName)
  if (!operation || operation.fields.length === 0) return ''
  const members = operation.members.slice(0, MAX_FIELDS).join(', ')
  return ` Selects ${operation.fields.slice(0, MAX_FIELDS).join(', ')}${members ? `: ${members}` : ''}.`
}

const SCALARS: Record<string, JsonSchema> = {
  Int: { type: 'integer' },
  Float: { type: 'number' },
  String: { type: 'string' },
  ID: { type: 'string' },
  Boolean: { type: 'boolean' },
}

/** The schema of a GraphQL type in so many `lists`. A name that is not in `SCALARS` becomes the description. */
function schemaOfType(name: string, lists: number): JsonSchema {
  if (lists > 0) return { type: 'array', items: schemaOfType(name, lists - 1) }
  return {
    ...(SCALARS[name] ?? { ...(name.endsWith('Input') ? { type: 'object' } : {}), description: name }),
  }
}
