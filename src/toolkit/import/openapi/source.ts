import { asArray, asObject, asText } from '../../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../model/json.js'
import { SchemaReader } from './read-schema.js'
import { type LocatedObject, MAIN, References, type Remarks } from './references.js'

export interface Source {
  root: JsonObject
  isSwagger: boolean
  references: References
  remarks: Remarks
  /** Reads the schemas of requests, without read-only members. */
  requests: SchemaReader
  /** Reads the schemas of responses, without write-only members. */
  answers: SchemaReader
}

export interface OperationSource {
  path: string
  method: string
  item: LocatedObject
  operation: LocatedObject
}

export function openSource(
  root: JsonObject,
  files: ReadonlyMap<string, JsonValue>,
  remarks: Remarks,
): Source {
  const references = new References(files, remarks)
  const keepsSiblings = /^3\.[1-9]/.test(asText(root.openapi) ?? '')
  const reader = (left: 'readOnly' | 'writeOnly') =>
    new SchemaReader({ references, remarks }, { left, keepsSiblings })
  return {
    root,
    isSwagger: root.swagger !== undefined,
    references,
    remarks,
    requests: reader('readOnly'),
    answers: reader('writeOnly'),
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'trace']

/** The operations of all paths, in the order of the document. */
export function operationsOf({ root, references }: Source): OperationSource[] {
  return Object.entries(asObject(root.paths) ?? {}).flatMap(([path, value]) => {
    const items = path.startsWith('x-') ? [] : pathItems(value, references)
    return METHODS.flatMap((method): OperationSource[] => {
      const item = items.find((one) => one.value[method] !== undefined)
      const operation = item && references.follow({ value: item.value[method], file: item.file })
      return operation ? [{ path, method: method.toUpperCase(), item, operation }] : []
    })
  })
}

/**
 * Returns the path item and, if it has a `$ref`, the target of the `$ref`. If both have the same operation, the
 * operation of the path item is used.
 */
function pathItems(value: JsonValue, references: References): LocatedObject[] {
  const own = asObject(value)
  const target = references.follow({ value, file: MAIN })
  if (typeof own?.$ref !== 'string') return target ? [target] : []
  return [{ value: own, file: MAIN }, ...(target ? [target] : [])]
}

/**
 * The parameters of an operation and of its path item. A parameter of the operation replaces a parameter of the path
 * item with the same `name` and `in`.
 */
export function parametersOf({ item, operation }: OperationSource, { references }: Source): LocatedObject[] {
  const byPlace = new Map<string, LocatedObject>()
  for (const { value, file } of [item, operation]) {
    for (const one of asArray(value.parameters)) {
      const found = references.follow({ value: one, file })
      if (found) byPlace.set(`${asText(found.value.in)} ${asText(found.value.name)}`, found)
    }
  }
  return [...byPlace.values()]
}

/**
 * Returns the example of a parameter or a media type. This is `example` or, if it is absent, the `value` of the first
 * entry of `examples` that has a `value`.
 */
export function exampleIn(
  { example, examples }: JsonObject,
  file: string,
  { references }: Pick<Source, 'references'>,
): JsonValue | undefined {
  if (example !== undefined) return example
  for (const one of Object.values(asObject(examples) ?? {})) {
    const value = references.follow({ value: one, file })?.value.value
    if (value !== undefined) return value
  }
  return undefined
}
