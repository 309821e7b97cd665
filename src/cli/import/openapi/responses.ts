import { STATUS_CODES } from 'node:http'
import { asObject, asText } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { withStandIns } from '../../../toolkit/secrets/stand-ins.js'
import { kindOf, type Media, mediaIn } from './media.js'
import type { LocatedObject } from './references.js'
import { sampleOf } from './sample.js'
import { exampleIn, type OperationSource, type Source } from './source.js'
import { upgradedResponse } from './swagger.js'

/**
 * Maximum length of an example in an OpenAPI document, in characters. A longer example is not used. For JSON, a sample
 * that is made from the schema replaces it.
 */
const MAX_EXAMPLE = 100_000
/** Maximum number of parts (inner schemas) that are read from the schema of a response. */
const MAX_PARTS = 400

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
      status: STATUS_CODES[status] ?? '',
      code: status,
      header: media && body !== '' ? [{ key: 'Content-Type', value: media.type }] : [],
      body,
    },
  ]
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
  return line !== '' && line.length <= 80 ? line : (STATUS_CODES[status] ?? 'Answer')
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
