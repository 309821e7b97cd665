import { VoiceError } from '../../errors.js'
import { asObject, asText } from '../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { withStandIns } from './credentials.js'
import { collectionOf, type Imported, objectsIn, type PlainRequest } from './imported.js'
import { multipartFields } from './multipart.js'
import { operationOf, requestItem } from './request-item.js'
import { variableRemark } from './variable-remark.js'

/** Page resources, which are not API calls. */
const ASSET = /^(image|font|video|audio)\/|^text\/(html|css)|javascript|wasm|mpegurl/i
const EXAMPLES_PER_REQUEST = 5
/** Longer responses add no information about an API and make the file hard to read. */
const MAX_EXAMPLE_CHARS = 100_000

/**
 * Converts recorded traffic to a collection: one request per operation, with its responses as examples. Omits pages,
 * scripts and images.
 */
export function importHar(document: JsonObject): Imported {
  const log = asObject(document.log)
  const entries = objectsIn(log?.entries)
  const calls = entries.filter((entry) => !isAsset(entry))
  if (calls.length === 0)
    throw new VoiceError(
      'not-a-collection',
      'This HAR file has no request to an API: record the traffic once more while the page calls it.',
    )
  const operations = new Map<string, PlainRequest>()
  for (const entry of calls) {
    const request = requestOf(entry)
    const key = operationOf(request)
    const known = operations.get(key)
    if (!known) operations.set(key, request)
    else known.examples = moreExamples(known.examples ?? [], request.examples ?? [])
  }
  const items = [...operations.values()].map(requestItem)
  const assets = entries.length - calls.length
  const title = asText(asObject(objectsIn(log?.pages)[0])?.title)
  return {
    document: collectionOf(
      title || 'Recorded traffic',
      items.map(({ item }) => item),
    ),
    from: 'a HAR file',
    remarks: [
      ...(assets > 0 ? [`${assets} pages, scripts, pictures and the like were left out.`] : []),
      ...variableRemark(items.flatMap(({ variables }) => variables)),
    ],
  }
}

function isAsset(entry: JsonObject): boolean {
  const { request, response } = partsOf(entry)
  const type = asText(asObject(response.content)?.mimeType) ?? ''
  const method = asText(request.method) ?? ''
  const url = asText(request.url) ?? ''
  return method === 'OPTIONS' || !/^https?:/.test(url) || (method === 'GET' && ASSET.test(type))
}

function requestOf(entry: JsonObject): PlainRequest {
  const { request, response } = partsOf(entry)
  const body = bodyOf(asObject(request.postData))
  const example = exampleOf(response)
  return {
    method: (asText(request.method) ?? 'GET').toUpperCase(),
    url: asText(request.url) ?? '',
    headers: headersOf(request.headers),
    body,
    examples: example ? [example] : [],
  }
}

function bodyOf(data: JsonObject | undefined): JsonObject | undefined {
  if (!data) return undefined
  const type = asText(data.mimeType) ?? ''
  const params = objectsIn(data.params).map((param) => ({
    key: String(param.name),
    value: String(param.value ?? ''),
  }))
  if (/urlencoded/.test(type)) {
    const fields =
      params.length > 0
        ? params
        : [...new URLSearchParams(asText(data.text) ?? '')].map(([key, value]) => ({ key, value }))
    return { mode: 'urlencoded', urlencoded: fields }
  }
  if (/form-data/.test(type) && params.length > 0)
    return { mode: 'formdata', formdata: objectsIn(data.params).map(formField) }
  const text = asText(data.text)
  if (!text) return undefined
  const fields = /form-data/.test(type) ? multipartFields(text, type) : []
  if (fields.length > 0) return { mode: 'formdata', formdata: fields }
  return { mode: 'raw', raw: text, ...(/json/.test(type) && { options: { raw: { language: 'json' } } }) }
}

/** A field of a form; for a file only its name. */
function formField({ name, value, fileName }: JsonObject): JsonObject {
  const key = String(name)
  const file = asText(fileName)
  return file ? { key, type: 'file', src: file } : { key, value: String(value ?? ''), type: 'text' }
}

function exampleOf(response: JsonObject): JsonObject | undefined {
  const content = asObject(response.content)
  const text = asText(content?.text)
  const code = typeof response.status === 'number' ? response.status : 0
  if (code < 200 || text === undefined || content?.encoding === 'base64' || text.length > MAX_EXAMPLE_CHARS)
    return undefined
  const type = asText(content?.mimeType) ?? 'application/json'
  return {
    name: `${code} ${asText(response.statusText) ?? ''}`.trim(),
    status: asText(response.statusText) ?? '',
    code,
    header: [{ key: 'Content-Type', value: type }],
    body: withStandIns(text),
  }
}

/** The first example of each status. */
function moreExamples(known: JsonObject[], more: JsonObject[]): JsonObject[] {
  const fresh = more.filter(({ code }) => !known.some((example) => example.code === code))
  return [...known, ...fresh].slice(0, EXAMPLES_PER_REQUEST)
}

function headersOf(value: JsonValue | undefined): { key: string; value: string }[] {
  return objectsIn(value).map((header) => ({ key: String(header.name), value: String(header.value ?? '') }))
}

function partsOf(entry: JsonObject): { request: JsonObject; response: JsonObject } {
  return { request: asObject(entry.request) ?? {}, response: asObject(entry.response) ?? {} }
}
