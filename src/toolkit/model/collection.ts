import type { JsonValue } from './json.js'
import type { Operation } from './operation.js'
import type { RequestTemplate } from './request-template.js'

/** A parsed Postman collection, v2.1, with every accepted form normalised. */
export interface Collection {
  name: string
  description: string
  items: (Folder | Item)[]
  variables: Variable[]
  scripts: Script[]
}

/** A folder of items. The requests in it already include its auth and protocol profile. */
export interface Folder {
  kind: 'folder'
  name: string
  description: string
  items: (Folder | Item)[]
  scripts: Script[]
  /** JSON pointer of the folder in the file. */
  pointer: string
}

/** An item without children: one request with its saved examples. */
export interface Item {
  kind: 'item'
  name: string
  /** The request's description, else the item's. */
  description: string
  /** What an OpenAPI block in the description defines about the inputs. */
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
  /** The original request; absent if the file has none. */
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
  /** `disabled: true` counts as absent. */
  disabled?: boolean
  /** `enabled: false` of an environment file: replay uses the value as newman does, tools do not. */
  off?: boolean
  /** Postman's `secret` type. */
  secret?: boolean
  description?: string
}

/** Lines of a pre-request or test script; parsed, never run. */
export interface Script {
  when: 'prerequest' | 'test'
  lines: string[]
}
