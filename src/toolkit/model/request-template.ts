import type { JsonValue } from './json.js'

/** Methods of requests that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Methods of requests that may be sent twice (RFC 9110, section 9.2.2). */
export const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set([...SAFE_METHODS, 'TRACE', 'PUT', 'DELETE'])

/**
 * A request as its author wrote it, in plain JSON; no `{{variable}}` is filled. Disabled entries are kept and marked:
 * `replay` drops them as Postman does, and `compile` offers them as optional parameters. Values keep their JSON type,
 * because Postman sends `null`, numbers and booleans in its own way (see docs/wire.md).
 */
export interface RequestTemplate {
  /** In upper case; `GET` if the file has none. */
  method: string
  url: UrlTemplate
  headers: Entry[]
  body?: BodyTemplate
  /** The auth of the request, or of the innermost folder or collection that has one; absent for `noauth`. */
  auth?: AuthTemplate
  /** `protocolProfileBehavior` of collection, folders and item, merged key by key. */
  profile: ProtocolProfile
}

/** The parts of an address. Every part may contain `{{variables}}`. */
export interface UrlTemplate {
  /** The protocol without `://`. */
  protocol?: string
  user?: string
  password?: string
  /** The labels of the host. One label may be a variable that contains scheme, host and path. */
  host: string[]
  port?: string
  /** The segments of the path. `[]` means that there is no path, and `['']` means that the path is a single slash. */
  path: string[]
  query: Entry[]
  /** Whether the address ends with a `?` and has no query entries. */
  bareQuery?: boolean
  /** The values of `:name` segments. */
  variables: PathVariable[]
}

/** A query parameter, header or urlencoded field. */
export interface Entry {
  key: string | null
  value?: JsonValue | undefined
  description?: string
  disabled?: boolean
}

/** The value of a `:name` path segment. */
export interface PathVariable {
  key: string
  value?: JsonValue | undefined
  description?: string
}

/** A field of a multipart form. */
export interface FormEntry extends Entry {
  type: 'text' | 'file'
  /** File paths of a file field, relative to the working directory. */
  src?: string | string[] | null
  contentType?: string
  fileName?: string
}

/** The body of a request. A disabled body is not part of the template. */
export type BodyTemplate =
  | { mode: 'raw'; text: string; language?: string }
  | { mode: 'urlencoded'; entries: Entry[] }
  | { mode: 'formdata'; entries: FormEntry[] }
  | { mode: 'file'; src?: string | null; content?: string }
  | { mode: 'graphql'; query: string; operationName?: JsonValue; variables?: JsonValue }

/**
 * An auth type with its parameters by name, as the file has them. `{ type: 'bearer', params: {} }` sends nothing, but
 * replaces the auth of the folders and of the collection.
 */
export interface AuthTemplate {
  type: string
  params: Record<string, JsonValue>
}

/** Postman's `protocolProfileBehavior`. Unknown keys are kept and have no effect. */
export type ProtocolProfile = Record<string, JsonValue>
