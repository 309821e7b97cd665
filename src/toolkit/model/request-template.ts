import type { JsonValue } from './json.js'

/**
 * A request as its author wrote it: plain JSON with every `{{variable}}` unfilled. Disabled entries are kept and
 * marked, so that replay can drop them as Postman does and compile can offer them as optional parameters. Values keep
 * their JSON type, because Postman sends `null`, numbers and booleans in its own way (see docs/wire.md).
 */
export interface RequestTemplate {
  /** In upper case; `GET` if the file has none. */
  method: string
  url: UrlTemplate
  headers: Entry[]
  body?: BodyTemplate
  /** The nearest auth of request, folders and collection; absent when none applies or the nearest says `noauth`. */
  auth?: AuthTemplate
  /** protocolProfileBehavior of collection, folders and item, merged key by key. */
  profile: ProtocolProfile
}

/** The parts of the original address. Every part may contain `{{variables}}`. */
export interface UrlTemplate {
  /** Without `://`. */
  protocol?: string
  user?: string
  password?: string
  /** Labels; one element may be a variable that contains scheme, host and path. */
  host: string[]
  port?: string
  /** Segments. `[]` is no path, `['']` a single slash. */
  path: string[]
  query: Entry[]
  /** Whether the original address has a `?` without query entries. */
  bareQuery?: boolean
  /** Values for `:name` segments. */
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

/** The original body; `disabled` bodies are not part of the template. */
export type BodyTemplate =
  | { mode: 'raw'; text: string; language?: string }
  | { mode: 'urlencoded'; entries: Entry[] }
  | { mode: 'formdata'; entries: FormEntry[] }
  | { mode: 'file'; src?: string | null; content?: string }
  | { mode: 'graphql'; query: string; operationName?: JsonValue; variables?: JsonValue }

/**
 * An auth type with its parameters by name, original values. `{ type: 'bearer', params: {} }` sends nothing but stops
 * inheritance.
 */
export interface AuthTemplate {
  type: string
  params: Record<string, JsonValue>
}

/** protocolProfileBehavior; unknown keys are kept and ignored. */
export type ProtocolProfile = Record<string, JsonValue>
