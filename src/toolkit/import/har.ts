import { VoiceError } from '../../errors.js'
import { multipartFields } from '../../text/multipart.js'
import { asObject, asText, objectsIn } from '../collection/read-shape.js'
import type { JsonObject } from '../model/json.js'
import { isRecordedCredential } from '../secrets/credential-name.js'
import { withStandIns } from '../secrets/stand-ins.js'
import {
  formFields,
  type Imported,
  importRequests,
  multipartField,
  operationOf,
  type Pair,
  type PlainRequest,
} from './request-item.js'

/** The content types of page resources, which are no responses of an API. */
const ASSET = /^(image|font|video|audio)\/|^text\/(html|css)|javascript|wasm|mpegurl/i
/** Hosts that count visits, record sessions or collect errors. Their requests are none of the API. */
const TRACKER =
  /(?:^|\.)(?:google-analytics|googletagmanager|doubleclick|googlesyndication|hotjar|mixpanel|amplitude|segment|sentry|nr-data|newrelic|clarity|fullstory|bugsnag|cloudflareinsights|datadoghq|browser-intake-datadoghq|intercom|matomo|plausible|logrocket|heapanalytics)\.(?:com|net|io|ms|cloud)$|^(?:analytics|bat\.bing|connect\.facebook|px\.ads\.linkedin)\./i
const EXAMPLES_PER_REQUEST = 5
/** Maximum characters of an example. Longer responses make the file hard to read and say no more about the API. */
const MAX_EXAMPLE_CHARS = 100_000

/**
 * Converts recorded traffic to a collection. Recorded requests to the same operation of the API, such as `GET /users/1`
 * and `GET /users/2`, become one request, with their responses as examples. Omits pages, scripts and images.
 */
export function importHar(document: JsonObject): Imported {
  const log = asObject(document.log)
  const entries = objectsIn(log?.entries)
  const wanted = entries.filter((entry) => !isAsset(entry))
  const calls = wanted.filter((entry) => !TRACKER.test(hostOf(entry)))
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
    else {
      known.examples = moreExamples(known.examples ?? [], request.examples ?? [])
      known.otherUrls ??= []
      known.otherUrls.push(request.url)
    }
  }
  const assets = entries.length - wanted.length
  const tracked = wanted.length - calls.length
  return importRequests([...operations.values()], {
    name: asText(asObject(objectsIn(log?.pages)[0])?.title) || 'Recorded traffic',
    from: 'a HAR file',
    remarks: [
      ...(assets > 0 ? [`${assets} pages, scripts, pictures and the like were left out.`] : []),
      ...(tracked > 0 ? [`${tracked} requests to trackers were left out.`] : []),
    ],
  })
}

function isAsset(entry: JsonObject): boolean {
  const { request, response } = partsOf(entry)
  const type = asText(asObject(response.content)?.mimeType) ?? ''
  const method = asText(request.method) ?? ''
  const url = asText(request.url) ?? ''
  return method === 'OPTIONS' || !/^https?:/.test(url) || (method === 'GET' && ASSET.test(type))
}

function hostOf(entry: JsonObject): string {
  const url = asText(partsOf(entry).request.url) ?? ''
  return URL.canParse(url) ? new URL(url).hostname : ''
}

function requestOf(entry: JsonObject): PlainRequest {
  const { request, response } = partsOf(entry)
  const body = bodyOf(asObject(request.postData))
  const example = exampleOf(response)
  return {
    method: (asText(request.method) ?? 'GET').toUpperCase(),
    url: asText(request.url) ?? '',
    headers: pairsOf(objectsIn(request.headers)),
    body,
    examples: example ? [example] : [],
  }
}

function bodyOf(data: JsonObject | undefined): JsonObject | undefined {
  const type = asText(data?.mimeType) ?? ''
  const text = asText(data?.text) ?? ''
  const params = objectsIn(data?.params)
  if (/urlencoded/.test(type)) return { mode: 'urlencoded', urlencoded: urlencodedOf(params, text) }
  const fields = /form-data/.test(type) ? multipartOf(params, { text, type }) : []
  if (fields.length > 0) return { mode: 'formdata', formdata: fields }
  if (text === '') return undefined
  return { mode: 'raw', raw: text, ...(/json/.test(type) && { options: { raw: { language: 'json' } } }) }
}

/** The fields of a form, decoded. Chrome records the parameters as they are in the text, Firefox decodes them. */
function urlencodedOf(params: JsonObject[], text: string): Pair[] {
  const fields = pairsOf(params)
  const isEncoded = fields.map(({ key, value }) => `${key}=${value}`).join('&') === text
  return fields.length === 0 || isEncoded ? formFields(text) : fields
}

function multipartOf(params: JsonObject[], { text, type }: { text: string; type: string }): JsonObject[] {
  if (params.length === 0)
    return (multipartFields(text, type) ?? []).map(({ name, ...field }) => multipartField(name, field))
  return params.map(({ name, value, fileName }) =>
    multipartField(String(name), { value: String(value ?? ''), file: asText(fileName) || undefined }),
  )
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
    body: withStandIns(text, isRecordedCredential),
  }
}

/** The known examples and the examples of `more` that have a new status code. Returns at most five. */
function moreExamples(known: JsonObject[], more: JsonObject[]): JsonObject[] {
  const fresh = more.filter(({ code }) => !known.some((example) => example.code === code))
  return [...known, ...fresh].slice(0, EXAMPLES_PER_REQUEST)
}

function pairsOf(entries: JsonObject[]): Pair[] {
  return entries.map(({ name, value }) => ({ key: String(name), value: String(value ?? '') }))
}

function partsOf(entry: JsonObject): { request: JsonObject; response: JsonObject } {
  return { request: asObject(entry.request) ?? {}, response: asObject(entry.response) ?? {} }
}
