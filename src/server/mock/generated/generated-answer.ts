import type { JsonValue } from '../../../toolkit/model/json.js'

export interface GeneratedAnswer {
  status: number
  headers: [name: string, value: string][]
  /** The body. A text with a content type is sent unchanged; anything else is sent as JSON. */
  body: JsonValue
  /** The content type of a body that is not JSON. */
  type?: string
}
