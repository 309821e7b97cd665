import type { JsonValue } from './json.js'

/**
 * A request as its author wrote it, plain JSON with every `{{variable}}` left in. Disabled entries are kept and marked, so that
 * replay can drop them as Postman does and compile can offer them as optional parameters. Values keep the JSON type they were
 * written with, because Postman sends `null`, numbers and booleans in its own way (see docs/wire.md).
 */
export interface RequestTemplate {
  /** Upper-cased; `GET` where the file names none. */
  method: string
  url: UrlTemplate
  headers: Entry[]
  body?: BodyTemplate
  /** The nearest auth of request, folders and collection; absent when none applies or the nearest says `noauth`. */
  auth?: AuthTemplate
  /** protocolProfileBehavior of collection, folders and item merged key by key. */
  profile: ProtocolProfile
}

/** The parts of an address as written. Every part may hold `{{variables}}`. */
export interface UrlTemplate {
  /** Without `://`. */
  protocol?: string
  user?: string
  password?: string
  /** Labels; one element may be a variable that stands for scheme, host and path at once. */
  host: string[]
  port?: string
  /** Segments. `[]` is no path at all, `['']` a lone slash. */
  path: string[]
  query: Entry[]
  /** Whether the address as written has a `?` even without any query entry. */
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

/** A body as written; `disabled` bodies are left out of the template altogether. */
export type BodyTemplate =
  | { mode: 'raw'; text: string; language?: string }
  | { mode: 'urlencoded'; entries: Entry[] }
  | { mode: 'formdata'; entries: FormEntry[] }
  | { mode: 'file'; src?: string | null; content?: string }
  | { mode: 'graphql'; query: string; operationName?: JsonValue; variables?: JsonValue }

/** An auth kind with its parameters by name, values as written. `{ type: 'bearer', params: {} }` sends nothing and still stops inheritance. */
export interface AuthTemplate {
  type: string
  params: Record<string, JsonValue>
}

/** The parts of protocolProfileBehavior that are honoured; unknown keys are kept and ignored. */
export type ProtocolProfile = Record<string, JsonValue>
