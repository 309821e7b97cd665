import { asArray, asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import type { LocatedObject } from './references.js'

/** Members of a Swagger 2.0 parameter that are not copied into its schema of OpenAPI 3. */
const BESIDE = new Set([
  'name',
  'in',
  'required',
  'description',
  'allowEmptyValue',
  'collectionFormat',
  'example',
  'x-example',
])

/** A parameter of Swagger 2.0 in the shape of OpenAPI 3. {@link upgradedBody} converts bodies and form fields. */
export function upgradedParameter(written: JsonObject): JsonObject {
  const { name, in: place, required, description } = written
  return {
    name: name ?? '',
    in: place ?? '',
    ...(required === true ? { required } : {}),
    ...(description === undefined ? {} : { description }),
    schema: schemaOf(written),
    ...styleOf(written),
  }
}

function schemaOf(written: JsonObject): JsonObject {
  const schema = Object.fromEntries(Object.entries(written).filter(([key]) => !BESIDE.has(key)))
  const example = written['x-example'] ?? written.example
  return { ...schema, ...(example === undefined ? {} : { example }) }
}

/** Converts `collectionFormat` to `style` and `explode` of OpenAPI 3. Without it, commas separate the values. */
function styleOf({ type, collectionFormat }: JsonObject): JsonObject {
  if (type !== 'array') return {}
  if (collectionFormat === 'multi') return { style: 'form', explode: true }
  if (collectionFormat === 'ssv') return { style: 'spaceDelimited', explode: false }
  if (collectionFormat === 'pipes') return { style: 'pipeDelimited', explode: false }
  return { style: 'form', explode: false }
}

/**
 * Converts the body parameter or the form fields of an operation to a request body of OpenAPI 3. Undefined if the
 * operation has no body. References inside the request body are relative to the returned `file`.
 */
export function upgradedBody(
  parameters: LocatedObject[],
  consumes: JsonValue | undefined,
): LocatedObject | undefined {
  const types = asArray(consumes).flatMap((type) => asText(type) ?? [])
  const body = parameters.find(({ value }) => value.in === 'body')
  if (body) {
    const { schema = {}, required, description } = body.value
    const content = Object.fromEntries(
      (types.length > 0 ? types : ['application/json']).map((type) => [type, { schema }]),
    )
    return {
      file: body.file,
      value: { ...(required === true ? { required } : {}), ...(description ? { description } : {}), content },
    }
  }
  const fields = parameters.filter(({ value }) => value.in === 'formData')
  if (fields.length === 0) return undefined
  const hasFile = fields.some(({ value }) => value.type === 'file')
  const isMultipart = hasFile || types.some((type) => type.startsWith('multipart/'))
  return {
    file: fields[0]!.file,
    value: formBody(fields, isMultipart ? 'multipart/form-data' : 'application/x-www-form-urlencoded'),
  }
}

function formBody(fields: LocatedObject[], type: string): JsonObject {
  const named = fields.map(({ value }) => ({ name: asText(value.name) ?? '', value }))
  const required = named.filter(({ value }) => value.required === true).map(({ name }) => name)
  const schema = {
    type: 'object',
    properties: Object.fromEntries(
      named.map(({ name, value }) => [name, withDescription(schemaOf(value), value)]),
    ),
    ...(required.length > 0 ? { required } : {}),
  }
  const encoding = Object.fromEntries(named.map(({ name, value }) => [name, styleOf(value)]))
  return { ...(required.length > 0 ? { required: true } : {}), content: { [type]: { schema, encoding } } }
}

const withDescription = (schema: JsonObject, { description }: JsonObject): JsonObject =>
  description === undefined ? schema : { ...schema, description }

/** A response of Swagger 2.0 in the shape of OpenAPI 3, with its schema and example in `content`. */
export function upgradedResponse(written: JsonObject, produces: JsonValue | undefined): JsonObject {
  const examples = asObject(written.examples) ?? {}
  const [type = asText(asArray(produces)[0]) ?? 'application/json'] = Object.keys(examples)
  const example = examples[type]
  const { schema } = written
  if (schema === undefined && example === undefined) return written
  return {
    ...written,
    content: {
      [type]: { ...(schema === undefined ? {} : { schema }), ...(example === undefined ? {} : { example }) },
    },
  }
}

/** Converts `host`, `basePath` and `schemes` of Swagger 2.0 to a list of one server; empty if there is no address. */
export function upgradedServers({ host, basePath, schemes }: JsonObject): JsonObject[] {
  const path = asText(basePath) ?? ''
  if (typeof host !== 'string') return path === '' ? [] : [{ url: path }]
  const names = asArray(schemes)
  const scheme = names.length === 0 || names.includes('https') ? 'https' : (asText(names[0]) ?? 'https')
  return [{ url: `${scheme}://${host}${path}` }]
}

/** A security definition of Swagger 2.0 as a security scheme. */
export function upgradedScheme(written: JsonObject): JsonObject {
  if (written.type === 'basic') return { type: 'http', scheme: 'basic' }
  if (written.type !== 'oauth2') return written
  const { authorizationUrl, tokenUrl, scopes } = written
  const flow = { authorizationUrl: authorizationUrl ?? '', tokenUrl: tokenUrl ?? '', scopes: scopes ?? {} }
  const name =
    { application: 'clientCredentials', accessCode: 'authorizationCode' }[asText(written.flow) ?? ''] ??
    asText(written.flow) ??
    'implicit'
  return { type: 'oauth2', flows: { [name]: flow } }
}
