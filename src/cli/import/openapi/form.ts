import { asObject, asText } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { mapMembers } from '../../../toolkit/model/map-members.js'
import { credentialsAmong } from '../../../toolkit/secrets/credential-name.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { memberEntries } from './parameters.js'
import { sampleText } from './sample.js'

/** A form as the body of a request, and its schema and encoding for the OpenAPI block (docs/import.md). */
export interface ImportedForm {
  body: JsonObject
  media: JsonObject
  variables: string[]
}

interface FormSource {
  kind: 'urlencoded' | 'multipart'
  encoding: JsonObject
}

/**
 * Makes a form that has a field for each member of the schema. Optional fields are disabled. Returns undefined if the
 * schema has no members.
 */
export function formBody(written: JsonSchema, { kind, encoding }: FormSource): ImportedForm | undefined {
  const schema = oneObject(written)
  const members = Object.entries(schema.properties ?? {})
  if (members.length === 0) return undefined
  const isSecret = credentialsAmong(members.map(([name]) => name))
  const variables: string[] = []
  const entries = members.flatMap(([name, member]): JsonObject[] => {
    const required = schema.required?.includes(name) ?? false
    const { description = '' } = member
    const more: JsonObject = {
      ...(description ? { description } : {}),
      ...(required ? {} : { disabled: true }),
    }
    const type: JsonObject = kind === 'multipart' ? { type: isFile(member) ? 'file' : 'text' } : {}
    if (isFile(member) && kind === 'multipart') return [{ key: name, ...type, src: [], ...more }]
    if (asObject(encoding[name])?.style === 'deepObject') return memberEntries({ name, schema: member }, more)
    if (isSecret(name)) {
      const variable = wordsOf(name).join('_')
      if (required) variables.push(variable)
      return [{ key: name, value: required ? `{{${variable}}}` : '<string>', ...type, ...more }]
    }
    return [{ key: name, value: sampleText(member), ...type, ...more, ...contentType(member, kind) }]
  })
  const mode = kind === 'multipart' ? 'formdata' : 'urlencoded'
  const styles = encodingOf(schema, encoding)
  return {
    body: { mode, [mode]: entries },
    media: { schema: undescribed(schema), ...(Object.keys(styles).length > 0 ? { encoding: styles } : {}) },
    variables,
  }
}

/** Merges the alternatives (`anyOf`) of a form into one. A field is required if all alternatives require it. */
function oneObject(schema: JsonSchema): JsonSchema {
  if (!schema.anyOf) return schema
  const { anyOf, ...rest } = schema
  const required = (anyOf[0]?.required ?? []).filter((name) =>
    anyOf.every((one) => one.required?.includes(name)),
  )
  const properties = Object.assign({}, ...anyOf.toReversed().map((one) => one.properties)) as Record<
    string,
    JsonSchema
  >
  return { ...rest, type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

function isFile({ format, items }: JsonSchema): boolean {
  return format === 'binary' || items?.format === 'binary'
}

/** The content type of a form field: JSON for an object or a list of objects in a multipart form, else none. */
function contentType({ type, items }: JsonSchema, kind: FormSource['kind']): JsonObject {
  const isJson = type === 'object' || (type === 'array' && items?.type === 'object')
  return kind === 'multipart' && isJson ? { contentType: 'application/json' } : {}
}

/**
 * Returns OpenAPI's `encoding` of the form fields that are lists or objects. Leaves out each setting of a field that
 * has the default value.
 */
function encodingOf({ properties = {} }: JsonSchema, encoding: JsonObject): JsonObject {
  const told = Object.entries(encoding).flatMap(([name, value]): [string, JsonObject][] => {
    const { style, explode, contentType: type } = asObject(value) ?? {}
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    const types = (member?.anyOf ?? [member ?? {}]).flatMap((one) => one.type ?? [])
    if (!types.includes('array') && !types.includes('object')) return []
    const kept = {
      ...(style === undefined || style === 'form' ? {} : { style }),
      ...(explode === false && style !== 'deepObject' ? { explode } : {}),
      ...(/json/i.test(asText(type) ?? '') ? { contentType: type as JsonValue } : {}),
    }
    return Object.keys(kept).length > 0 ? [[name, kept]] : []
  })
  return Object.fromEntries(told)
}

/** The schema without the descriptions of its fields, because the entries of the form already have them. */
function undescribed(schema: JsonSchema): JsonObject {
  const properties = mapMembers(
    schema.properties ?? {},
    ({ description: _, ...field }) => field as JsonObject,
  )
  return { ...(schema as JsonObject), properties }
}
