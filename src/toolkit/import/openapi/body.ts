import reasonPhrases from '../../../../templates/reason-phrases.json'
import { tryParseJson } from '../../../protocol/parse-json.js'
import { counted } from '../../../text/counted.js'
import { asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../model/json.js'
import { mapMembers } from '../../model/map-members.js'
import { credentialsAmong } from '../../secrets/credential-name.js'
import { withStandIns } from '../../secrets/stand-ins.js'
import { wordsOf } from '../../semantics/words.js'
import { textWithVariables } from '../request-item.js'
import { memberEntries } from './parameters.js'
import type { LocatedObject } from './references.js'
import { sampleOf, sampleText, withoutOptionalCredentials } from './sample.js'
import { exampleIn, type OperationSource, parametersOf, type Source } from './source.js'
import { upgradedBody, upgradedResponse } from './swagger.js'

/**
 * The body of a request, and the description of this body for the OpenAPI block. The OpenAPI block is YAML at the end
 * of the description of the request (docs/import.md).
 */
interface ImportedBody {
  body: JsonObject
  /** The content type of the body, if the body alone does not determine it. */
  contentType?: string
  /** OpenAPI's Request Body Object with only the content type of the request. */
  requestBody: JsonObject
  /** The names of the variables that replace credentials in the body. */
  variables: string[]
}

/**
 * The body of an operation. If it has several content types, the first one in the order of `mediaIn` is used: JSON
 * first, binary data last. Returns undefined if there is no body, and for GET and HEAD.
 */
export function readBody(operation: OperationSource, source: Source): ImportedBody | undefined {
  const written = bodySource(operation, source)
  const [media, ...others] = mediaIn(written?.value.content)
  if (!written || !media) return undefined
  if (/^(?:GET|HEAD)$/.test(operation.method)) {
    if (Object.keys(asObject(media.value.schema)?.properties ?? {}).length > 0)
      source.remarks.count(
        'bodies',
        (count) => `Left out: the bodies of ${counted(count, 'request')} of the method GET or HEAD.`,
      )
    return undefined
  }
  if (others.length > 0)
    source.remarks.count(
      'types',
      (count) =>
        `Of several types of a body the one that says most was taken, in ${counted(count, 'request')}.`,
    )
  return bodyOf(media, { written, source })
}

function bodySource(operation: OperationSource, source: Source): LocatedObject | undefined {
  const { value, file } = operation.operation
  if (!source.isSwagger) return source.references.follow({ value: value.requestBody, file })
  return upgradedBody(parametersOf(operation, source), value.consumes ?? source.root.consumes)
}

interface KnownBody {
  written: LocatedObject
  source: Source
}

function bodyOf(media: Media, { written, source }: KnownBody): ImportedBody | undefined {
  const schema = source.requests.read({ value: media.value.schema, file: written.file })
  const kind = kindOf(media.type)
  if (kind === 'urlencoded' || kind === 'multipart') {
    const form = formBody(schema, { kind, encoding: asObject(media.value.encoding) ?? {} })
    return form && { ...form, requestBody: requestBody(written.value, { [media.type]: form.media }) }
  }
  const block = requestBody(written.value, { [media.type]: { schema: schema as JsonObject } })
  if (kind === 'binary')
    return { body: { mode: 'file', file: {} }, contentType: media.type, requestBody: block, variables: [] }
  const variables: string[] = []
  const raw = textWithVariables(sampleTextOf(media, { schema, written, source }), variables)
  const language = kind === 'json' || kind === 'xml' ? kind : 'text'
  const isPlain = media.type === 'application/json' || media.type === 'text/plain'
  return {
    body: { mode: 'raw', raw, options: { raw: { language } } },
    ...(isPlain ? {} : { contentType: media.type }),
    requestBody: block,
    variables: [...new Set(variables)],
  }
}

function requestBody({ required, description }: JsonObject, content: JsonObject): JsonObject {
  const text = asText(description)?.trim()
  return { ...(required === true ? { required } : {}), ...(text ? { description: text } : {}), content }
}

/**
 * The example of a body from the document. If the document has no example:
 * - for JSON, a sample with the required members, or with all members if no member is required
 * - for any other content type, the text `<string>`
 */
function sampleTextOf(media: Media, { schema, written, source }: KnownBody & { schema: JsonSchema }): string {
  const example = exampleIn(media.value, written.file, source)
  if (kindOf(media.type) !== 'json') return typeof example === 'string' && example ? example : '<string>'
  const known = example === undefined ? undefined : withoutOptionalCredentials(parsed(example), schema)
  const needed = sampleOf(schema, 'needed')
  const value = known ?? (isEmpty(needed) ? sampleOf(schema, 'all') : needed)
  return JSON.stringify(value, null, 2)
}

function parsed(example: JsonValue): JsonValue {
  return typeof example === 'string' && /^\s*[[{]/.test(example)
    ? (tryParseJson(example) ?? example)
    : example
}

const isEmpty = (value: JsonValue) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0

/** A form as the body of a request, and its schema and encoding for the OpenAPI block (docs/import.md). */
interface ImportedForm {
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
function formBody(written: JsonSchema, { kind, encoding }: FormSource): ImportedForm | undefined {
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

/**
 * Maximum length of an example in an OpenAPI document, in characters. A longer example is not used. For JSON, a sample
 * that is made from the schema replaces it.
 */
const MAX_EXAMPLE = 100_000
/** Maximum number of parts (inner schemas) that are read from the schema of a response. */
const MAX_PARTS = 400

const REASONS: Readonly<Record<number, string>> = reasonPhrases

/** The successful response of an operation, in the shape of OpenAPI 3. */
interface Success extends LocatedObject {
  status: number
  /** The first content type in the order of `mediaIn`: JSON first, binary data last. Absent if there is no content. */
  media?: Media
}

function successOf({ operation: { value, file } }: OperationSource, source: Source): Success | undefined {
  const responses = asObject(value.responses) ?? {}
  const code = goodStatus(Object.keys(responses))
  const found = code === undefined ? undefined : source.references.follow({ value: responses[code], file })
  if (!found) return undefined
  const written = source.isSwagger
    ? upgradedResponse(found.value, value.produces ?? source.root.produces)
    : found.value
  const status = /^\d{3}$/.test(code!) ? Number(code) : 200
  return { value: written, file: found.file, status, media: mediaIn(written.content)[0] }
}

/**
 * Returns the successful response of an operation as a list of one saved example. The list is empty if the document
 * describes no successful response. The body is the example in the document. Without an example, it is a sample that is
 * made from the schema and contains placeholders. If there is no example and the content is not JSON, the body is
 * empty.
 */
export function savedExample(operation: OperationSource, source: Source): JsonObject[] {
  const success = successOf(operation, source)
  if (!success) return []
  const { value, file, status, media } = success
  const body = media ? bodyText(media, { file, source }) : ''
  return [
    {
      name: nameOf(value, status),
      status: REASONS[status] ?? '',
      code: status,
      header: exampleHeaders(status, media?.type, body),
      body,
    },
  ]
}

/** `Content-Length: 0` tells an answer that has no body from one whose body the document does not show. */
function exampleHeaders(status: number, type: string | undefined, body: string): JsonObject[] {
  if (type === undefined) return status === 204 ? [] : [{ key: 'Content-Length', value: '0' }]
  return body === '' ? [] : [{ key: 'Content-Type', value: type }]
}

/** The content type of the successful response of an operation, for the header `Accept`. */
export function answeredType(operation: OperationSource, source: Source): string | undefined {
  return successOf(operation, source)?.media?.type
}

function goodStatus(codes: string[]): string | undefined {
  return codes.filter((code) => /^2/.test(code)).sort()[0] ?? codes.find((code) => code === 'default')
}

function nameOf({ description }: JsonObject, status: number): string {
  const [line = ''] = (asText(description) ?? '').trim().split('\n')
  return line !== '' && line.length <= 80 ? line : (REASONS[status] ?? 'Answer')
}

function bodyText(media: Media, { file, source }: { file: string; source: Source }): string {
  const example = exampleIn(media.value, file, source)
  const isJson = kindOf(media.type) === 'json'
  if (example !== undefined) {
    const text = typeof example === 'string' ? example : JSON.stringify(example, null, 2)
    if (text.length <= MAX_EXAMPLE) return withStandIns(text)
  }
  if (!isJson || media.value.schema === undefined) return ''
  const schema = source.answers.read({ value: media.value.schema, file }, MAX_PARTS)
  return withStandIns(JSON.stringify(sampleOf(schema, 'all'), null, 2))
}

interface Media {
  /**
   * The content type in lower case, without parameters such as `charset`. A wildcard for all types, or for all types of
   * `application`, becomes `application/json`.
   */
  type: string
  value: JsonObject
}

/** The kind of a content type. It decides how a body is written. */
type MediaKind = 'json' | 'urlencoded' | 'multipart' | 'xml' | 'text' | 'binary'

const KINDS: readonly (readonly [MediaKind, RegExp])[] = [
  ['json', /[/+]json$|^\*\/\*$|^application\/\*$/],
  ['urlencoded', /^application\/x-www-form-urlencoded$/],
  ['multipart', /^multipart\//],
  ['xml', /[/+]xml$/],
  ['text', /^text\/|javascript|yaml|csv|graphql|ndjson|jsonl/],
  ['binary', /./],
]

function kindOf(type: string): MediaKind {
  return KINDS.find(([, pattern]) => pattern.test(type))?.[0] ?? 'binary'
}

/** The content types in a `content` object of OpenAPI, in the order of `KINDS`: JSON first, binary data last. */
function mediaIn(content: JsonValue | undefined): Media[] {
  const all = Object.entries(asObject(content) ?? {}).map(([name, value]): Media => {
    const [type = ''] = name.toLowerCase().split(';')
    return {
      type: type.includes('*') && kindOf(type.trim()) === 'json' ? 'application/json' : type.trim(),
      value: asObject(value) ?? {},
    }
  })
  const rank = ({ type }: Media) => KINDS.findIndex(([kind]) => kind === kindOf(type))
  return all.toSorted((a, b) => rank(a) - rank(b))
}
