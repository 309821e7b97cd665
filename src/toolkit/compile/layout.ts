import { freeName } from '../../text/free-name.js'
import type { JsonSchema } from '../model/json.js'
import { escapeKey } from '../model/json-pointer.js'
import type { Binding, Provenance } from '../model/tool.js'
import { RESERVED_NAME } from './infer-schema.js'
import { plainName } from './input-modes.js'
import type { BodyParameter, Parameter } from './parameter.js'

export interface Parameters {
  path: Parameter[]
  query: Parameter[]
  header: Parameter[]
  body?: BodyParameter
}

/** The schema of a tool's arguments, and the position of each argument in the request. */
export interface Layout {
  schema: JsonSchema
  bindings: Binding[]
  provenance: Record<string, Provenance>
  /** The secret variables in the body that the user gives with the call. */
  opened: readonly string[]
}

/**
 * Makes one object schema of all parameters of a tool. Each parameter of the path, the query or the headers is a member
 * of this schema. The parameters of the body are inside the member `body`, and no other member has this name. If path,
 * query and headers all have an `id`, the members are `id` (path), `query_id` and `header_id`.
 */
export function layOut(parameters: Parameters): Layout {
  const properties: Record<string, JsonSchema> = {}
  const required: string[] = []
  const bindings: Binding[] = []
  const provenance: Record<string, Provenance> = {}
  const isFree = (name: string) =>
    name !== 'body' && name !== RESERVED_NAME && !Object.hasOwn(properties, name)
  for (const place of ['path', 'query', 'header'] as const) {
    for (const parameter of parameters[place]) {
      const own = plainName(parameter.key)
      const name = isFree(own) ? own : freeName(`${place}_${own}`, isFree)
      properties[name] = parameter.schema
      if (parameter.required) {
        required.push(name)
        provenance[`/required/${escapeKey(name)}`] = parameter.requiredBy ?? 'example'
      }
      bindings.push(...parameter.bind(name))
      addProvenance(provenance, parameter.provenance, name)
    }
  }
  const { body } = parameters
  if (body) {
    properties.body = body.schema
    if (body.required) required.push('body')
    bindings.push({ parameter: 'body', in: 'body', body: body.binding })
    addProvenance(provenance, body.provenance, 'body')
  }
  return {
    schema: { type: 'object', properties, ...(required.length > 0 ? { required } : {}) },
    bindings,
    provenance,
    opened: body?.opened ?? [],
  }
}

function addProvenance(all: Record<string, Provenance>, own: Record<string, Provenance>, name: string): void {
  const place = `/properties/${escapeKey(name)}`
  for (const pointer in own) all[place + pointer] = own[pointer]!
}
