import type { ProtocolProfile, UrlTemplate } from '../model/request-template.js'
import type { DryRun } from '../model/tool.js'

export interface Header {
  key: string
  value: string
}

/** A field of a form, with its variables filled. With `bytes`, it is a file. */
export interface FormPart {
  key: string
  value: string
  bytes?: Uint8Array
  fileName?: string
  contentType?: string
}

/** A body with its variables filled, not yet serialized. */
export type DraftBody =
  | { mode: 'raw'; text: string; language?: string }
  | { mode: 'urlencoded'; fields: Header[] }
  | { mode: 'formdata'; parts: FormPart[] }
  | { mode: 'file'; bytes: Uint8Array; contentType?: string }
  /** `query` is the GraphQL document itself. `operationName` and `variables` are JSON texts. */
  | { mode: 'graphql'; query?: string; operationName?: string; variables?: string }

/** A request with its variables filled, not yet serialized: authentication can add headers and query parameters. */
export interface DraftRequest {
  method: string
  /** The address, parsed after its variables are filled: their values may contain separators. */
  url: UrlTemplate
  headers: Header[]
  body?: DraftBody
  profile: ProtocolProfile
}

export interface WireRequest {
  method: string
  protocol: 'http:' | 'https:'
  hostname: string
  /** The port as it is written in the address; absent for the default port of the protocol. */
  port?: string
  path: string
  /** Everything before the path of the address, without user and password. */
  origin: string
  /** All headers in the order of sending, also Host, Connection, Content-Length. Those of one name follow each other. */
  headers: [name: string, value: string][]
  body: Uint8Array | null
  /** Whether the body is a multipart form. In a request with such a body, `Content-Length` is the last header. */
  isMultipart?: boolean
  profile: ProtocolProfile
}

export function headerOf(headers: Header[], name: string): string | undefined {
  return headers.findLast((header) => header.key.toLowerCase() === name)?.value
}

export function withoutHeader(headers: Header[], name: string): Header[] {
  return headers.filter((header) => header.key.toLowerCase() !== name)
}

export function withHeader(draft: DraftRequest, header: Header): DraftRequest {
  return { ...draft, headers: [...withoutHeader(draft.headers, header.key.toLowerCase()), header] }
}

/** Adds a query parameter at the end, and removes all other query parameters with its name. */
export function withQuery(draft: DraftRequest, entry: { key: string; value: string }): DraftRequest {
  const query = [...draft.url.query.filter((other) => other.key !== entry.key), entry]
  return { ...draft, url: { ...draft.url, query } }
}

/** A request in a form that can be read: the body as text, or of a binary body only its size, such as `(20 bytes)`. */
export function plainRequest({ method, origin, path, headers, body }: WireRequest): DryRun {
  return { method, url: `${origin}${path}`, headers, body: body === null ? null : bodyText(body) }
}

function bodyText(body: Uint8Array): string {
  const text = Buffer.from(body).toString('utf8')
  return text.includes('\0') ? `(${body.byteLength} bytes)` : text
}
