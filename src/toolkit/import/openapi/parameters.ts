import { asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { isCredentialLike } from '../../secrets/credential-name.js'
import type { LocatedObject } from './references.js'
import { sampleText } from './sample.js'
import { exampleIn, type OperationSource, parametersOf, type Source } from './source.js'
import { upgradedParameter } from './swagger.js'

/** A parameter of an operation. The import writes it into the request and into the OpenAPI block (docs/import.md). */
export interface OpenApiParameter {
  name: string
  in: string
  required: boolean
  description: string
  /** The schema without its description, which is in `description`. */
  schema: JsonSchema
  /** OpenAPI's `style`, `explode` or `content`, if they differ from the default. */
  serialization: JsonObject
}

/**
 * Header parameters that the import ignores, as the OpenAPI specification demands (Parameter Object). The body, the
 * responses and the security schemes of an operation determine these headers.
 */
const IGNORED = /^(accept|content-type|authorization)$/i

/** The parameters of an operation in their order, including credentials and cookies. */
export function readParameters(operation: OperationSource, source: Source): OpenApiParameter[] {
  const written = parametersOf(operation, source)
  return written.flatMap((one) => {
    const place = asText(one.value.in)
    if (place === 'body' || place === 'formData' || asText(one.value.name) === undefined) return []
    const parameter = readParameter(one, source)
    return parameter.in === 'header' && IGNORED.test(parameter.name) ? [] : spread(parameter)
  })
}

function readParameter({ value, file }: LocatedObject, source: Source): OpenApiParameter {
  const written = source.isSwagger ? upgradedParameter(value) : value
  const [media] = Object.values(asObject(written.content) ?? {}).map(asObject)
  const read = source.requests.read({ value: media?.schema ?? written.schema, file })
  const { description, ...schema } = read
  const example = exampleIn(media ?? {}, file, source) ?? exampleIn(written, file, source)
  return {
    name: asText(written.name) ?? '',
    in: asText(written.in) ?? '',
    required: written.required === true || written.in === 'path',
    description: (asText(written.description) ?? description ?? '').trim(),
    schema: {
      ...schema,
      ...(example === undefined ? {} : { examples: [example] }),
      ...(written.deprecated === true ? { deprecated: true } : {}),
    },
    serialization: media ? { content: true } : styleIn(written, schema, source),
  }
}

/** `style` and `explode` of a list or an object in the query, if they are not the default; else `{}`. */
function styleIn(written: JsonObject, schema: JsonSchema, { remarks }: Source): JsonObject {
  const { style, explode, in: place } = written
  if (style === 'label' || style === 'matrix')
    remarks.name(
      'These parameters of a path are sent without the signs of their style',
      `${asText(written.name)} (${style})`,
    )
  const types = (schema.anyOf ?? [schema]).flatMap(({ type }) => type ?? [])
  if (place !== 'query' || !(types.includes('array') || types.includes('object') || style === 'deepObject'))
    return {}
  return {
    ...(style === undefined || style === 'form' ? {} : { style }),
    ...(explode === undefined || explode === ((style ?? 'form') === 'form') ? {} : { explode }),
  }
}

/**
 * Splits a query parameter whose schema is an object into one parameter for each member of the object. Splits only a
 * parameter with the default serialization, because this serialization sends each member as a separate query parameter.
 */
function spread(parameter: OpenApiParameter): OpenApiParameter[] {
  const { in: place, schema, required, serialization } = parameter
  const names = Object.entries(schema.properties ?? {})
  if (place !== 'query' || Object.keys(serialization).length > 0 || names.length === 0) return [parameter]
  return names.map(([name, { description = '', ...member }]) => ({
    name,
    in: place,
    required: required && (schema.required ?? []).includes(name),
    description,
    schema: member,
    serialization: {},
  }))
}

const SEPARATORS: Record<string, string> = { spaceDelimited: ' ', pipeDelimited: '|' }

/**
 * Converts a parameter to entries for the query or the headers of a request. If the parameter is optional, the entries
 * are disabled.
 */
export function entriesOf(parameter: OpenApiParameter): JsonObject[] {
  const { name, in: place, schema, required, description, serialization } = parameter
  const more: JsonObject = {
    ...(description ? { description } : {}),
    ...(required ? {} : { disabled: true }),
  }
  if (serialization.style === 'deepObject') return memberEntries(parameter, more)
  const { style, explode } = serialization
  const separator = place === 'header' || explode === false ? ',' : undefined
  const text = sampleText(schema, SEPARATORS[asText(style) ?? ''] ?? separator)
  return [{ key: name, value: isCredentialLike(name) ? `{{${name}}}` : text, ...more }]
}

/** The entries of an object in the style `deepObject`: one for each member, such as `filter[status]`. */
export function memberEntries(
  { name, schema }: Pick<OpenApiParameter, 'name' | 'schema'>,
  more: JsonObject,
): JsonObject[] {
  const branches = [schema, ...(schema.anyOf ?? [])]
  const members = branches.flatMap(({ properties }) => Object.entries(properties ?? {}))
  if (members.length === 0) return [{ key: name, value: '<object>', ...more }]
  const named = new Map(members)
  const isSent = (key: string) => more.disabled !== true && schema.required?.includes(key)
  return [...named].map(([key, member]) => ({
    key: `${name}[${key}]`,
    value: sampleText(member),
    ...more,
    ...(isSent(key) ? {} : { disabled: true }),
  }))
}

export function inBlock({ name, in: place, required, schema, serialization }: OpenApiParameter): JsonObject {
  const { content, ...style } = serialization
  const own = schema as JsonObject
  return {
    name,
    in: place,
    ...(required ? { required } : {}),
    ...(content ? { content: { 'application/json': { schema: own } } } : { schema: own }),
    ...(style as Record<string, JsonValue>),
  }
}
