import type { ProtocolProfile, UrlTemplate } from '../model/request-template.js'

/** A header with its variables filled. */
export interface Header {
  key: string
  value: string
}

/** A field of a form, filled. `bytes` is the content of a file; a field without bytes is text. */
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
  /** `query` is text; the other members are JSON texts. */
  | { mode: 'graphql'; query?: string; operationName?: string; variables?: string }

/** A request with its variables filled, not yet serialized, so that authentication can add to it. */
export interface DraftRequest {
  method: string
  /** Parsed again after filling, because values may contain separators. Every part is text. */
  url: UrlTemplate
  headers: Header[]
  body?: DraftBody
  profile: ProtocolProfile
}

/** A request as it is sent. */
export interface WireRequest {
  method: string
  protocol: 'http:' | 'https:'
  /** Without port and without brackets. */
  hostname: string
  /** As written; absent for the default port of the protocol. */
  port?: string
  /** Path and query, sent verbatim. */
  path: string
  /** Everything before the path, without user and password. */
  origin: string
  /** In order, duplicates adjacent, with Host, Connection and Content-Length. */
  headers: [name: string, value: string][]
  body: Uint8Array | null
  /** Whether the body is a form whose length is computed last. */
  isMultipart?: boolean
  profile: ProtocolProfile
}

/** The value of a header, case-insensitive; the last one of several. */
export function headerOf(headers: Header[], name: string): string | undefined {
  return headers.findLast((header) => header.key.toLowerCase() === name)?.value
}

/** The headers without those of a lower-case name. */
export function withoutHeader(headers: Header[], name: string): Header[] {
  return headers.filter((header) => header.key.toLowerCase() !== name)
}

/** The draft with one header that replaces all others of its name. */
export function withHeader(draft: DraftRequest, header: Header): DraftRequest {
  return { ...draft, headers: [...withoutHeader(draft.headers, header.key.toLowerCase()), header] }
}

/** The draft with one query parameter, last, that replaces all others of its name. */
export function withQuery(draft: DraftRequest, entry: { key: string; value: string }): DraftRequest {
  const query = [...draft.url.query.filter((other) => other.key !== entry.key), entry]
  return { ...draft, url: { ...draft.url, query } }
}
