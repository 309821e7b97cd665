import { freeName } from '../../text/free-name.js'
import type { JsonSchema } from '../model/json.js'
import type { Binding, Provenance } from '../model/tool.js'
import { RESERVED_NAME } from './infer-schema.js'
import { plainName } from './input-modes.js'
import { addProvenance, type BodyParameter, objectOf, type Parameter } from './parameter.js'

export interface Parameters {
  path: Parameter[]
  query: Parameter[]
  header: Parameter[]
  body?: BodyParameter
}

export interface Layout {
  schema: JsonSchema
  bindings: Binding[]
  provenance: Record<string, Provenance>
  /** The secret variables in the body that the user gives with the call. */
  opened: readonly string[]
}

/** One object schema of all parameters, with those of the body in `body`. On a clash: `id` (path), `query_id`, `header_id`. */
export function layOut({ body, ...parameters }: Parameters): Layout {
  const taken = new Set(['body', RESERVED_NAME])
  const isFree = (name: string) => !taken.has(name)
  const named = (['path', 'query', 'header'] as const).flatMap((place) =>
    parameters[place].map((parameter) => {
      const own = plainName(parameter.key)
      const key = isFree(own) ? own : freeName(`${place}_${own}`, isFree)
      taken.add(key)
      return { key, state: 'input' as const, bind: parameter.bind, describe: () => parameter }
    }),
  )
  const { schema, provenance } = objectOf(named)
  const bindings = named.flatMap(({ key, bind }) => bind(key))
  if (body) {
    schema.properties.body = body.schema
    if (body.required) schema.required = [...(schema.required ?? []), 'body']
    bindings.push({ parameter: 'body', in: 'body', body: body.binding })
    addProvenance(provenance, body.provenance, '/properties/body')
  }
  return { schema, bindings, provenance, opened: body?.opened ?? [] }
}
