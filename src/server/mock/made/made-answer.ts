import type { JsonValue } from '../../../toolkit/model/json.js'

/** An answer to a request that has no saved example. */
export interface MadeAnswer {
  status: number
  headers: [name: string, value: string][]
  body: JsonValue
}
