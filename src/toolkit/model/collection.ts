import type { JsonValue } from './json.js'
import type { Operation } from './operation.js'
import type { RequestTemplate } from './request-template.js'

/** A parsed Postman collection v2.1. The parser converts all accepted forms to this form. */
export interface Collection {
  name: string
  description: string
  items: (Folder | Item)[]
  variables: Variable[]
  scripts: Script[]
}

/** A folder of items. Its auth and protocol profile are already part of the requests in it. */
export interface Folder {
  kind: 'folder'
  name: string
  description: string
  items: (Folder | Item)[]
  scripts: Script[]
  /** JSON pointer of the folder in the file. */
  pointer: string
}

/** An item without children: one request and its saved examples. */
export interface Item {
  kind: 'item'
  name: string
  /** The description of the request, or of the item if the request has none. */
  description: string
  /** The inputs that the OpenAPI block in the description specifies. */
  operation?: Operation
  request: RequestTemplate
  examples: Example[]
  scripts: Script[]
  /** JSON pointer of the item in the file. */
  pointer: string
}

/** A saved response. */
export interface Example {
  name: string
  /** The request that got this response; absent if the file has none. */
  request?: RequestTemplate
  /** HTTP status; absent if the file has none. */
  status?: number
  reason?: string
  headers: { key: string; value: string }[]
  body: string
}

/** A variable of a collection, environment or globals file. */
export interface Variable {
  key: string
  value: JsonValue | undefined
  /** If true, the variable is treated as if it did not exist. */
  disabled?: boolean
  /** Whether the environment file has `enabled: false`. `replay` uses its value all the same, as newman does; tools do not. */
  off?: boolean
  /** The variable has Postman's type `secret`. */
  secret?: boolean
  /** Whether the value stands in an environment or in `.env`, so that it is secret unless it is evidently none. */
  isGiven?: boolean
  /** Whether the variable was created, because a request has a credential as plain text. */
  extracted?: boolean
  description?: string
}

/** The lines of a pre-request or test script. Scripts are parsed, but never run. */
export interface Script {
  when: 'prerequest' | 'test'
  lines: string[]
}
