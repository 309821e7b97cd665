import { domainToASCII } from 'node:url'
import { VoiceError } from '../../../errors.js'
import { decodeUri } from '../../../text/decode-uri.js'
import { groupBy } from '../../model/group-by.js'
import type { JsonValue } from '../../model/json.js'
import { BODILESS } from '../../semantics/request-body.js'
import { joinQuery } from '../../semantics/url-text.js'
import { systemRandom } from '../../template/random.js'
import { type DraftRequest, type FormPart, type Header, headerOf, type WireRequest } from '../wire-request.js'
import { bodyBytes, createBoundary, defaultType, isJsonText, multipartBytes } from './body-bytes.js'
import { encodePath, encodeQuery, encodeUserInfo } from './encode.js'

export const USER_AGENT = 'voice/0.1'

const SILENT = new Set(['GET', 'HEAD', 'TRACE', 'DELETE', 'CONNECT', 'OPTIONS'])

export function hasBody({ body, method, profile }: DraftRequest): boolean {
  if (!body || (BODILESS.has(method) && profile.disableBodyPruning !== true)) return false
  return body.mode !== 'raw' || body.text !== ''
}

/** Adds the `Content-Type` of a raw JSON body before the headers of authentication, where Postman has it. */
export function nameJsonBody(draft: DraftRequest): DraftRequest {
  const { body, headers } = draft
  const contentType = headerOf(headers, 'content-type')
  const early = body?.mode === 'raw' && hasBody(draft) && isJsonText(body, contentType)
  return early ? withDefaultType(draft) : draft
}

function withDefaultType(draft: DraftRequest): DraftRequest {
  const type = draft.body && hasBody(draft) ? defaultType(draft.body) : undefined
  if (!type || headerOf(draft.headers, 'content-type') !== undefined) return draft
  return { ...draft, headers: [...draft.headers, { key: 'Content-Type', value: type }] }
}

/** Hosts that need no conversion: ASCII names and common IPv4 addresses. */
const PLAIN_HOST = /^(?:[a-z\d-]+\.)*[a-z][a-z-]*$|^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/

export function encodeTarget({
  url,
  profile,
}: DraftRequest): Pick<WireRequest, 'protocol' | 'hostname' | 'port' | 'path' | 'origin'> {
  const raw = profile.disableUrlEncoding === true
  const protocol = `${url.protocol?.toLowerCase() ?? 'http'}:`
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new VoiceError(
      'unknown-protocol',
      `The address begins with "${protocol}//"; only http and https can be called.`,
    )
  }
  const written = url.host.join('.').toLowerCase()
  const host = PLAIN_HOST.test(written) ? written : domainToASCII(written) || written
  if (!host)
    throw new VoiceError(
      'no-address',
      `The request has no host to go to: its address is "/${url.path.join('/')}". Write the host, or {{baseUrl}}, before it in the collection; --base-url and baseUrl replace only what stands there.`,
    )
  if (/[[\]]/.test(host) && !URL.canParse(`${protocol}//${host}`))
    throw new VoiceError(
      'no-address',
      `The request has no usable address: "${host}${url.port === undefined ? '' : `:${url.port}`}" is no host. Brackets go around a whole IPv6 address, as in http://[::1]:8080; correct it in the collection, or in --base-url (baseUrl).`,
    )
  const path = `/${url.path.join('/')}`
  const query = url.query.length > 0 ? joinQuery(url.query) : url.bareQuery ? '' : undefined
  const encodedQuery = query === undefined ? '' : `?${raw ? query : encodeQuery(query)}`
  return {
    protocol,
    hostname: host.replace(/^\[(.*)\]$/, '$1'),
    port: url.port,
    path: `${raw ? path : encodePath(path)}${encodedQuery}`,
    origin: `${protocol}//${host}${url.port === undefined ? '' : `:${url.port}`}`,
  }
}

/** The request that is sent: encoded address, bytes of the body, and all headers in Postman's order. */
export function assemble(draft: DraftRequest): WireRequest {
  const named = withDefaultType(draft)
  const target = encodeTarget(draft)
  const system = disabledSystemHeaders(draft)
  const headers = headerLines(named.headers, { host: hostOf(target.origin), system })
  const body = hasBody(draft) ? writeBody(named, { headers, system }) : null
  addUserInfo(headers, draft)
  const length = body?.byteLength ?? 0
  if (length > 0 || !SILENT.has(draft.method)) addIfAbsent(headers, ['Content-Length', String(length)])
  const sent =
    system.size > 0 ? headers.filter(([name]) => !isDropped(name.toLowerCase(), { draft, system })) : headers
  checkHeaders(sent)
  const wire: WireRequest = { method: draft.method, ...target, headers: sent, body, profile: draft.profile }
  if (draft.body?.mode === 'formdata') wire.isMultipart = true
  return wire
}

export const hostOf = (origin: string) => origin.slice(origin.indexOf('//') + 2)

type HeaderLines = [name: string, value: string][]

/** The headers, in lower case, that are not added because the protocol profile of the request disables them. */
function disabledSystemHeaders({ profile }: DraftRequest): ReadonlySet<string> {
  const named = profile.disabledSystemHeaders as Record<string, JsonValue> | null | undefined
  if (!named) return NONE
  return new Set(Object.entries(named).flatMap(([name, off]) => (off ? [name.toLowerCase()] : [])))
}

const NONE: ReadonlySet<string> = new Set()

function isDropped(
  name: string,
  { draft, system }: { draft: DraftRequest; system: ReadonlySet<string> },
): boolean {
  return system.has(name) && headerOf(draft.headers, name) === undefined
}

function headerLines(
  headers: Header[],
  { host, system }: { host: string; system: ReadonlySet<string> },
): HeaderLines {
  const written = new Set(headers.map(({ key }) => key.toLowerCase()))
  const lines = written.size === headers.length ? headers.map(lineOf) : groupedLines(headers)
  for (const [lower, name, value] of POSTMAN_HEADERS)
    if (!written.has(lower) && !system.has(lower)) lines.push([name, value ?? host])
  return lines
}

/** The headers that Postman adds, in its order: name in lower case, name, and value. `Host` has the host as its value. */
const POSTMAN_HEADERS: readonly (readonly [lower: string, name: string, value?: string])[] = [
  ['user-agent', 'User-Agent', USER_AGENT],
  ['accept', 'Accept', '*/*'],
  ['cache-control', 'Cache-Control', 'no-cache'],
  ['host', 'Host'],
  ['accept-encoding', 'Accept-Encoding', 'gzip, deflate, br'],
  ['connection', 'Connection', 'keep-alive'],
]

const lineOf = ({ key, value }: Header): [name: string, value: string] => [key, value]

/** Postman's order: equal names together at the first one's place; of names in several cases, only the last spelling. */
function groupedLines(headers: Header[]): HeaderLines {
  const exact = groupBy(headers, ({ key }) => key)
  const lines = new Map([...exact].map(([name, group]) => [name.toLowerCase(), group]))
  return [...lines.values()].flat().map(lineOf)
}

function addIfAbsent(lines: HeaderLines, [name, value]: [string, string]): void {
  if (!lines.some((line) => line[0].toLowerCase() === name.toLowerCase())) lines.push([name, value])
}

function setHeader(lines: HeaderLines, [name, value]: [string, string]): void {
  const line = lines.find((other) => other[0].toLowerCase() === name.toLowerCase())
  if (line) line[1] = value
  else lines.push([name, value])
}

function boundaryIn(contentType: string): string | undefined {
  const at = contentType.startsWith('multipart/form-data;') ? contentType.lastIndexOf('boundary=') : -1
  const [, quoted, plain] =
    at < 0 ? [] : (/^boundary=(?:"([^"]+)"|([^;]+))/.exec(contentType.slice(at)) ?? [])
  return quoted ?? plain
}

/** Whether a part has a boundary of the content type, so that it would end there. */
function holdsBoundary({ value, bytes }: FormPart, contentType: string): boolean {
  const content = bytes ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) : value
  const named = contentType.matchAll(/boundary=\s*"?([^";]+)/gi)
  return [...named].some(([, boundary = '']) => content.includes(`--${boundary.trim()}`))
}

function writeBody(
  { body }: DraftRequest,
  { headers, system }: { headers: HeaderLines; system: ReadonlySet<string> },
): Uint8Array | null {
  if (!body) return null
  const contentType = headers.findLast(([name]) => name.toLowerCase() === 'content-type')?.[1]
  const keepsType = contentType !== undefined && system.has('content-type')
  if (body.mode === 'formdata') {
    const written = boundaryIn(contentType ?? '')
    if (written && !body.parts.some((part) => holdsBoundary(part, contentType!)))
      return multipartBytes(body.parts, written)
    const boundary = createBoundary(systemRandom)
    if (written || !keepsType)
      setHeader(headers, ['Content-Type', `multipart/form-data; boundary=${boundary}`])
    return multipartBytes(body.parts, boundary)
  }
  const isForm = /^application\/x-www-form-urlencoded\b/.test(contentType ?? '')
  if (body.mode === 'urlencoded' && !isForm && !keepsType) {
    setHeader(headers, ['Content-Type', 'application/x-www-form-urlencoded'])
  }
  const bytes = bodyBytes(body, contentType)
  // For a file, `Content-Length` and `Content-Type` come after all other headers.
  if (body.mode === 'file' && body.contentType) {
    addIfAbsent(headers, ['Content-Length', String(bytes.byteLength)])
    addIfAbsent(headers, ['Content-Type', body.contentType])
  }
  return bytes
}

function addUserInfo(headers: HeaderLines, { url, profile }: DraftRequest): void {
  const pair = userInfoPair({ url, profile })
  if (pair === undefined) return
  addIfAbsent(headers, ['Authorization', `Basic ${Buffer.from(pair).toString('base64')}`])
}

export function userInfoPair({ url, profile }: Pick<DraftRequest, 'url' | 'profile'>): string | undefined {
  if (url.user === undefined && url.password === undefined) return undefined
  const encode = profile.disableUrlEncoding === true ? (text: string) => text : encodeUserInfo
  const pieces = `${encode(url.user ?? '')}${url.password === undefined ? '' : `:${encode(url.password)}`}`
  const [user = '', ...password] = pieces.split(':').map(decodeUri)
  return `${user}:${password.join(':')}`
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\w]+$/
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]/

function checkHeaders(headers: HeaderLines): void {
  for (const [name, value] of headers) {
    if (!HEADER_NAME.test(name)) {
      throw new VoiceError(
        'invalid-header',
        `The header name ${JSON.stringify(name)} cannot be sent: a name has no spaces and no punctuation but "-" and "_".`,
      )
    }
    if (UNSENDABLE.test(value)) {
      throw new VoiceError(
        'invalid-header',
        `The value of the header "${name}" has a character that HTTP cannot carry (a line break, a control character, or one beyond Latin-1).`,
      )
    }
  }
}
