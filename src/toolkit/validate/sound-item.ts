import { validateItem } from '../../../build/schemas/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { SchemaNode } from './schema-node.js'

const OWNERS: ReadonlySet<string> = new Set(['collection', 'folder'])

/**
 * Whether an element of a list is a request that `validateItem`, the code generated from the schema, accepts. The walk
 * over the schema can then skip this element. That saves time, because most requests are valid and the generated code
 * is several times faster than the walk. False for folders: the walk checks the items of a folder one by one, and
 * `validateItem` would check them a second time.
 */
export function isSoundItem(shape: SchemaNode, element: JsonValue): boolean {
  return (
    OWNERS.has(shape.owner) && (element as JsonObject | null)?.item === undefined && validateItem(element)
  )
}
