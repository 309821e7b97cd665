import type { JsonValue } from '../../../toolkit/model/json.js'

/** An answer to a request that has no saved example. */
export interface GeneratedAnswer {
  status: number
  headers: [name: string, value: string][]
  /** A text with a content type is sent unchanged. */
  body: JsonValue
  /** The content type of a body that is no JSON. */
  type?: string
}
