import type { JsonSchema } from './json.js'

/**
 * How a list or an object is serialized as text, in OpenAPI's terms: `simple` joins with commas, `json` writes JSON.
 * Without a style a list is sent as repeated entries, and an object as JSON.
 */
export type ValueStyle = 'simple' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'

/** The specification of a request's inputs: OpenAPI's Operation Object, as far as tools need it. */
export interface Operation {
  parameters: OperationParameter[]
  body?: OperationBody
}

/** A parameter of a path, a query or a header. */
export interface OperationParameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: JsonSchema
  style?: ValueStyle
}

/** The body of a request; `styles` applies to its fields if it is a form. */
export interface OperationBody {
  required: boolean
  schema: JsonSchema
  styles: Record<string, ValueStyle>
}
