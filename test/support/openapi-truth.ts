import $RefParser from '@apidevtools/json-schema-ref-parser'
import { schemaOfTypeName } from '../../src/toolkit/compile/placeholders.js'
import type { JsonSchema } from '../../src/toolkit/model/json.js'
import type { ToolDefinition } from '../../src/toolkit/model/tool.js'
import { isCredentialLike } from '../../src/toolkit/secrets/credential-name.js'

/** What is said about one parameter, wherever it was learnt. */
export interface ParameterFact {
  /** `GET /pets/{petId} query limit`; members of a body with dots. */
  key: string
  location: string
  type?: string
  required: boolean
  values?: string
}

interface OpenapiSchema extends Omit<JsonSchema, 'properties' | 'items' | 'anyOf'> {
  properties?: Record<string, OpenapiSchema>
  items?: OpenapiSchema
  allOf?: OpenapiSchema[]
  oneOf?: OpenapiSchema[]
  anyOf?: OpenapiSchema[]
  readOnly?: boolean
}

interface OpenapiParameter {
  name: string
  in: string
  required?: boolean
  schema?: OpenapiSchema
}

interface OpenapiOperation {
  parameters?: OpenapiParameter[]
  requestBody?: { content?: Record<string, { schema?: OpenapiSchema }> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const MAX_DEPTH = 4
/** Headers that are no parameters, and credentials, which are settings by rule. */
const isLeftOut = (name: string) =>
  /^(accept|content-type|authorization)$/i.test(name) || isCredentialLike(name)

/** The parameters that an OpenAPI document declares. */
export async function openapiFacts(document: object): Promise<ParameterFact[]> {
  const whole = (await $RefParser.dereference(structuredClone(document) as never)) as unknown as {
    paths: Record<string, Record<string, OpenapiOperation> & { parameters?: OpenapiParameter[] }>
  }
  return Object.entries(whole.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const place = `${method.toUpperCase()} ${path}`
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
      return [...parameters.flatMap((one) => ofParameter(one, place)), ...ofBody(operation, place)]
    }),
  )
}

function ofParameter(
  { name, in: location, required, schema }: OpenapiParameter,
  place: string,
): ParameterFact[] {
  if (!['path', 'query', 'header'].includes(location) || isLeftOut(name)) return []
  return [factOf(`${place} ${name}`, { location, required: required === true, schema: merged(schema ?? {}) })]
}

function ofBody({ requestBody }: OpenapiOperation, place: string): ParameterFact[] {
  const content = requestBody?.content ?? {}
  const type = Object.keys(content).find((one) => /json|urlencoded|form-data/.test(one))
  const schema = type && content[type]?.schema
  return schema ? members(merged(schema), { place, path: [] }) : []
}

/** allOf as one schema; of alternatives the first, which is what converters show. */
function merged(schema: OpenapiSchema): OpenapiSchema {
  const parts = [
    ...(schema.allOf ?? []),
    ...[(schema.oneOf ?? schema.anyOf ?? [])[0]].filter((one) => one !== undefined),
  ]
  const all = [schema, ...parts.map(merged)]
  const type = schema.type ?? all.find((one) => one.type)?.type
  return {
    ...Object.assign({}, ...all.toReversed()),
    ...(type ? { type } : {}),
    properties: Object.assign({}, ...all.map((one) => one.properties).toReversed()),
    required: [...new Set(all.flatMap((one) => one.required ?? []))],
  }
}

interface Place {
  place: string
  path: string[]
}

function members(schema: OpenapiSchema | JsonSchema, { place, path }: Place): ParameterFact[] {
  if (path.length >= MAX_DEPTH) return []
  if (schema.items) return members(merged(schema.items as OpenapiSchema), { place, path })
  return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const member = merged(one as OpenapiSchema)
    if (member.readOnly) return []
    const here = [...path, key]
    const required = schema.required?.includes(key) ?? false
    const fact = factOf(`${place} ${here.join('.')}`, { location: 'body', required, schema: member })
    return [fact, ...members(member, { place, path: here })]
  })
}

function factOf(
  key: string,
  { location, required, schema }: { location: string; required: boolean; schema: OpenapiSchema | JsonSchema },
): ParameterFact {
  const type = [schema.type ?? (schema.properties ? 'object' : undefined)]
    .flat()
    .find((one) => one !== 'null')
  return {
    key: `${key} ${location}`,
    location,
    required,
    ...(type ? { type: schemaOfTypeName(type)?.type?.toString() ?? type } : {}),
    ...(schema.enum ? { values: schema.enum.map(String).sort().join('|') } : {}),
  }
}

/** The parameters that compiled tools have. */
export function compiledFacts(definitions: ToolDefinition[]): ParameterFact[] {
  return definitions.flatMap(({ method, path, parameters, bindings, request }) =>
    bindings.flatMap((binding): ParameterFact[] => {
      const place = `${method} ${path}`
      const schema = parameters.properties![binding.parameter]!
      if (binding.in === 'body') return members(schema, { place, path: [] })
      const required = parameters.required?.includes(binding.parameter) ?? false
      const name =
        binding.in === 'variable'
          ? binding.name
          : binding.in === 'path'
            ? binding.key
            : String((binding.in === 'query' ? request.url.query : request.headers)[binding.index]?.key)
      const location = binding.in === 'variable' ? 'path' : binding.in
      return isLeftOut(name) ? [] : [factOf(`${place} ${name}`, { location, required, schema })]
    }),
  )
}
