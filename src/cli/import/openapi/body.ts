import { tryParseJson } from '../../../protocol/parse-json.js'
import { asObject, asText } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonSchema, JsonValue } from '../../../toolkit/model/json.js'
import { textWithVariables } from '../credentials.js'
import { formBody } from './form.js'
import { kindOf, type Media, mediaIn } from './media.js'
import type { LocatedObject } from './references.js'
import { amount } from './remarks.js'
import { sampleOf, withoutOptionalCredentials } from './sample.js'
import { exampleIn, type OperationSource, parametersOf, type Source } from './source.js'
import { upgradedBody } from './swagger.js'

/**
 * The body of a request, and the description of this body for the OpenAPI block. The OpenAPI block is YAML at the end
 * of the description of the request (docs/import.md).
 */
export interface ImportedBody {
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
        (count) => `Left out: the bodies of ${amount(count, 'request')} of the method GET or HEAD.`,
      )
    return undefined
  }
  if (others.length > 0)
    source.remarks.count(
      'types',
      (count) =>
        `Of several types of a body the one that says most was taken, in ${amount(count, 'request')}.`,
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

/** Parses an example that is written as JSON text. */
function parsed(example: JsonValue): JsonValue {
  return typeof example === 'string' && /^\s*[[{]/.test(example)
    ? (tryParseJson(example) ?? example)
    : example
}

const isEmpty = (value: JsonValue) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
