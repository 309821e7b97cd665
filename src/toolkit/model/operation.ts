import type { JsonSchema } from './json.js'

/**
 * How a list or an object is written as text, in OpenAPI's terms: `simple` joins with commas, `json` writes JSON.
 * Without a style, the name is repeated for each element of a list (`a=1&a=2`), and an object is JSON.
 */
export type ValueStyle = 'simple' | 'spaceDelimited' | 'pipeDelimited' | 'deepObject' | 'json'

/** The specified inputs of a request: the parts of OpenAPI's Operation Object that tools need. */
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

/** The body of a request. If it is a form, `styles` has the styles of its fields. */
export interface OperationBody {
  required: boolean
  schema: JsonSchema
  styles: Record<string, ValueStyle>
}
