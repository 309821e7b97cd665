import $RefParser from '@apidevtools/json-schema-ref-parser'
import { fileSchema } from '../../src/toolkit/compile/parameter.js'
import { schemaOfTypeName } from '../../src/toolkit/compile/placeholders.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../src/toolkit/model/json.js'
import type { Binding, ToolDefinition } from '../../src/toolkit/model/tool.js'
import { isCredentialLike, isPersonalCode } from '../../src/toolkit/secrets/credential-name.js'
import { baseName } from '../../src/toolkit/template/variables.js'

/** The facts about one parameter, from any source. */
export interface ParameterFact {
  /** `GET /pets/{petId} query limit`; members of a body with dots. */
  key: string
  location: string
  type?: string
  required: boolean
  values?: string
  default?: string
  format?: string
}

interface OpenapiSchema extends Omit<JsonSchema, 'properties' | 'items' | 'anyOf'> {
  properties?: Record<string, OpenapiSchema>
  items?: OpenapiSchema
  allOf?: OpenapiSchema[]
  oneOf?: OpenapiSchema[]
  anyOf?: OpenapiSchema[]
  readOnly?: boolean
}

interface OpenapiParameter extends OpenapiSchema {
  name: string
  in: string
  // A flag here, a list in a schema.
  required?: never
  style?: string
  explode?: boolean
  schema?: OpenapiSchema
  content?: Record<string, { schema?: OpenapiSchema }>
}

interface OpenapiOperation {
  consumes?: string[]
  parameters?: OpenapiParameter[]
  requestBody?: { required?: boolean; content?: Record<string, { schema?: OpenapiSchema }> }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']
const MAX_DEPTH = 5
/** Headers that are no parameters, and credentials, which are settings by rule. */
const isLeftOut = (name: string) =>
  /^(accept(-encoding)?|content-(type|length|encoding)|authorization|cookie|host|(x-)?idempotency-?key|origin)$/i.test(
    name,
  ) || isCredentialLike(name)

/** The parameters that an OpenAPI document declares. */
export async function openapiFacts(document: object): Promise<ParameterFact[]> {
  const copy = structuredClone(document) as JsonObject
  if (!/^3\.[1-9]/.test(String(copy.openapi))) dropSiblings(copy)
  const whole = (await $RefParser.dereference(copy as never)) as unknown as {
    consumes?: string[]
    paths: Record<string, Record<string, OpenapiOperation> & { parameters?: OpenapiParameter[] }>
  }
  return Object.entries(whole.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method]
      if (!operation) return []
      const place = `${method.toUpperCase()} ${path.split(/[?#]/)[0]}`
      const byPlace = new Map(
        [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((one) => [
          `${one.in} ${one.name}`,
          one,
        ]),
      )
      const parameters = [...byPlace.values()].filter(
        (one) => one.in !== 'path' || path.includes(`{${one.name}}`),
      )
      const implied = [...path.matchAll(/\{([^{}]+)\}/g)]
        .filter(([, name]) => !byPlace.has(`path ${name}`))
        .map(([, name]) => ({ name, in: 'path', schema: { type: 'string' } }) as OpenapiParameter)
      return [
        ...[...parameters, ...implied].flatMap((one) => ofParameter(one, place)),
        ...ofBody(
          withBody(operation, { parameters, consumes: operation.consumes ?? whole.consumes ?? [] }),
          place,
        ),
      ]
    }),
  )
}

/** Before OpenAPI 3.1, members beside a reference are ignored. */
function dropSiblings(value: JsonValue): void {
  if (typeof value !== 'object' || value === null) return
  const object = value as JsonObject
  if (typeof object.$ref === 'string')
    for (const key of Object.keys(object)) if (key !== '$ref') delete object[key]
  for (const member of Object.values(object)) dropSiblings(member)
}

function ofParameter(one: OpenapiParameter, place: string): ParameterFact[] {
  const { name, in: location, style = 'form', explode = style === 'form' } = one
  const required = (one.required as unknown) === true || location === 'path'
  if (!['path', 'query', 'header'].includes(location) || isLeftOut(name)) return []
  const written = one.schema ?? Object.values(one.content ?? {})[0]?.schema ?? one
  const { required: _flag, ...plain } = written as OpenapiSchema
  const schema = merged(written === one ? plain : written)
  const isSpread = location === 'query' && !one.content && style === 'form' && explode && !schema.anyOf
  if (isSpread && Object.keys(schema.properties ?? {}).length > 0) {
    return Object.entries(schema.properties!).flatMap(([key, member]) =>
      ofParameter(
        {
          name: key,
          in: location,
          required: required && schema.required?.includes(key),
          schema: member,
        } as never,
        place,
      ),
    )
  }
  return [factOf(`${place} ${name}`, { location, required, schema })]
}

/** The body of Swagger 2.0 is a parameter, or several. */
function withBody(
  operation: OpenapiOperation,
  { parameters, consumes }: { parameters: OpenapiParameter[]; consumes: string[] },
): OpenapiOperation {
  const body = parameters.find((one) => one.in === 'body')
  const fields = parameters.filter((one) => one.in === 'formData')
  const isRequired = (one: OpenapiParameter) => (one.required as unknown) === true
  if (body) {
    const content = Object.fromEntries(
      (consumes.length > 0 ? consumes : ['application/json']).map((type) => [
        type,
        { schema: body.schema ?? {} },
      ]),
    )
    return { requestBody: { required: isRequired(body), content } }
  }
  if (fields.length === 0) return operation
  const required = fields.filter(isRequired).map(({ name }) => name)
  const properties = Object.fromEntries(
    fields.map(({ required: _flag, ...field }) => [field.name, field as OpenapiSchema]),
  )
  const schema = { type: 'object', properties, required }
  return { requestBody: { required: required.length > 0, content: { 'multipart/form-data': { schema } } } }
}

function ofBody({ requestBody }: OpenapiOperation, place: string): ParameterFact[] {
  if (/^(?:GET|HEAD) /.test(place)) return []
  const content = requestBody?.content ?? {}
  const types = Object.keys(content)
  const find = (pattern: RegExp) => types.find((one) => pattern.test(one.split(';')[0]!))
  const type = find(/[/+]json$|\*\/\*/) ?? find(/urlencoded/) ?? find(/multipart/)
  const written = type && content[type]?.schema
  if (!written || !type) return []
  const schema = merged(written)
  const isForm = /urlencoded|multipart/.test(type)
  const names = Object.keys(schema.properties ?? {})
  // Where every member is a credential, all that is sent is settings.
  if ((isForm && names.length === 0) || (names.length > 0 && names.every(isCredentialLike))) return []
  const required = requestBody?.required === true && isNeeded(schema)
  const whole = factOf(`${place} (body)`, { location: 'body', required, schema })
  return [whole, ...members(schema, { place, path: [], around: [written, ...(written.allOf ?? [])] })]
}

/** Whether something is left to give: a body whose required members are all credentials is sent without an input. */
function isNeeded({ required = [] }: OpenapiSchema): boolean {
  return !required.some(isCredentialLike) || !required.every(isCredentialLike)
}

/** allOf as one schema; of alternatives the first one that is not null and says more than what is required. */
function merged(schema: OpenapiSchema): OpenapiSchema {
  const choices = [schema.oneOf, schema.anyOf].map((list) => (list ?? []).filter((one) => !isNull(one)))
  const first = choices.flatMap((list) => (list.length > 0 && !list.every(namesMembers) ? [list[0]!] : []))
  const parts = [...(schema.allOf ?? []), ...first]
  const all = [schema, ...parts.map((part) => merged(part))]
  const types = all.flatMap(({ type }) => [type ?? []].flat()).filter((type) => type !== 'null')
  const type = types.find((one) => one !== 'number') ?? types[0]
  const enums = all.flatMap((one) => (one.enum ? [one.enum] : []))
  const readOnly = all.some((one) => one.readOnly === true)
  const items = all.find((one) => one.items)?.items
  const rest = Object.assign({}, ...all.toReversed()) as OpenapiSchema
  const properties: Record<string, OpenapiSchema> = {}
  for (const part of all.toReversed())
    for (const [key, one] of Object.entries(part.properties ?? {}))
      properties[key] =
        Object.hasOwn(properties, key) && properties[key] !== one ? { allOf: [one, properties[key]!] } : one
  return {
    ...rest,
    ...(type ? { type } : {}),
    ...(enums.length > 0
      ? { enum: enums.reduce((own, other) => own.filter((value) => other.includes(value))) }
      : {}),
    ...(items ? { items } : {}),
    readOnly,
    properties,
    required: [...new Set(all.flatMap((one) => (Array.isArray(one.required) ? one.required : [])))],
  }
}

const isNull = (schema: OpenapiSchema) =>
  schema.type === 'null' || (schema.enum?.length === 1 && schema.enum[0] === null)
const namesMembers = ({ required, type, ...rest }: OpenapiSchema) =>
  (required?.length ?? 0) > 0 &&
  (type ?? 'object') === 'object' &&
  Object.keys(rest).every((key) => /^(description|title|x-.*)$/.test(key))

interface Place {
  place: string
  path: string[]
  /** Schemas around this one: what holds itself is told once. */
  around: unknown[]
}

function members(schema: OpenapiSchema, { place, path, around }: Place): ParameterFact[] {
  if (path.length >= MAX_DEPTH) return []
  if (schema.items) {
    if (around.includes(schema.items)) return []
    return members(merged(schema.items), { place, path, around: [...around, schema.items] })
  }
  return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const member = merged(one)
    if (member.readOnly || isCredentialLike(key)) return []
    const here = [...path, key]
    const required = schema.required?.includes(key) ?? false
    const fact = factOf(`${place} ${here.join('.')}`, { location: 'body', required, schema: member })
    if (isWithin(one, around)) return [fact]
    return [fact, ...members(member, { place, path: here, around: [...around, one, ...(one.allOf ?? [])] })]
  })
}

/** Whether a schema, or a part of it, is one of those around it. */
function isWithin(schema: OpenapiSchema, around: unknown[]): boolean {
  return around.includes(schema) || (schema.allOf ?? []).some((part) => around.includes(part))
}

function factOf(
  key: string,
  { location, required, schema }: { location: string; required: boolean; schema: OpenapiSchema | JsonSchema },
): ParameterFact {
  const implied =
    Object.keys(schema.properties ?? {}).length > 0 ? 'object' : schema.items ? 'array' : undefined
  const type = [schema.type ?? implied].flat().find((one) => one !== 'null')
  const isFile = type === 'file'
  // Codes of a user are marked as passwords, also where the document says nothing.
  const isShown = schema.format && !isFile && !isPersonalCode(key.split(/[ .]/).at(-1)!)
  return {
    key: `${key} ${location}`,
    location,
    required,
    ...(type ? { type: isFile ? 'string' : (schemaOfTypeName(type)?.type?.toString() ?? type) } : {}),
    ...(schema.enum ? { values: schema.enum.map(String).sort().join('|') } : {}),
    ...(schema.default === undefined ? {} : { default: JSON.stringify(schema.default) }),
    ...(isShown ? { format: schema.format } : {}),
  }
}

/** The parameters that compiled tools have. */
export function compiledFacts(definitions: ToolDefinition[]): ParameterFact[] {
  return definitions.flatMap((definition) =>
    definition.bindings.flatMap((binding) => ofBinding(binding, definition)),
  )
}

function ofBinding(binding: Binding, { method, path, parameters, request }: ToolDefinition): ParameterFact[] {
  const place = `${method} ${path}`
  const schema = first(parameters.properties![binding.parameter]!)
  const required = parameters.required?.includes(binding.parameter) ?? false
  if (binding.in === 'body') {
    const { kind } = binding.body
    const names = Object.keys(schema.properties ?? {})
    if (kind === 'file' || kind === 'text' || (names.length > 0 && names.every(isCredentialLike))) return []
    return [
      factOf(`${place} (body)`, { location: 'body', required, schema }),
      ...toolMembers(schema, { place, path: [] }),
    ]
  }
  const name = nameOf(binding, request)
  const location = binding.in === 'variable' ? 'path' : binding.in
  return isLeftOut(name) ? [] : [factOf(`${place} ${name}`, { location, required, schema })]
}

function nameOf(binding: Exclude<Binding, { in: 'body' }>, request: ToolDefinition['request']): string {
  if (binding.in === 'variable') return binding.name
  if (binding.in === 'path') return binding.key
  if (binding.in === 'header') return String(request.headers[binding.index]?.key)
  const key = String(request.url.query[binding.index]?.key)
  return binding.style === 'deepObject' ? baseName(key) : key
}

/** The first alternative, merged with the members beside `anyOf`. */
function first(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  return anyOf ? { ...first(anyOf[0]!), ...rest } : schema
}

const isFile = ({ properties }: JsonSchema) =>
  Object.keys(properties ?? {}).join() === Object.keys(fileSchema().properties ?? {}).join()

function toolMembers(written: JsonSchema, { place, path }: Omit<Place, 'around'>): ParameterFact[] {
  const schema = first(written)
  if (path.length >= MAX_DEPTH) return []
  if (schema.items) return toolMembers(schema.items, { place, path })
  return Object.entries(schema.properties ?? {}).flatMap(([key, one]) => {
    const member = isFile(one) ? { type: 'string', format: 'binary' } : first(one)
    if (isCredentialLike(key)) return []
    const here = [...path, key]
    const required = schema.required?.includes(key) ?? false
    const fact = factOf(`${place} ${here.join('.')}`, { location: 'body', required, schema: member })
    return [fact, ...toolMembers(member, { place, path: here })]
  })
}
