import { type ForeignDocument, identifyJson } from '../collection/foreign-json.js'
import { asObject, asText } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { below, type Path, type RawDiagnostic } from './raw-diagnostic.js'

export type FileKind = { collection: JsonObject; path: Path; wrapped: boolean } | { finding: RawDiagnostic }

export function classifyFile(document: JsonValue): FileKind {
  const foreign = identifyJson(document)
  if (foreign) return { finding: foreignDiagnostic(foreign) }
  // For a document that is not an object, the function has already returned the diagnostic above.
  const root = document as JsonObject
  const inner = asObject(root.collection)
  const wrapped = inner !== undefined && !Array.isArray(root.item) && root.info === undefined
  const collection = wrapped ? inner : root
  const path = wrapped ? below(undefined, 'collection') : undefined
  const finding = nameOf(collection, path)
  return finding ? { finding } : { collection, path, wrapped }
}

/** The version in `info.schema`, such as `2.1.0`; undefined if the schema address has no version. */
export function schemaVersion(collection: JsonObject): string | undefined {
  const address = asText(asObject(collection.info)?.schema) ?? ''
  return /\/collection\/v(\d+(?:\.\d+)*)/.exec(address)?.[1]
}

function nameOf(root: JsonObject, path: Path): RawDiagnostic | undefined {
  const version = schemaVersion(root)
  const place = below(path, 'info', 'schema')
  if (version !== undefined && /^2(\.0)*$/.test(version))
    return { code: 'collection-v2-0', path: place, args: {} }
  if (version !== undefined && /^1(\.|$)/.test(version))
    return { code: 'collection-v1', path: place, args: {} }
  const foreign = identifyJson(root)
  if (foreign) return foreignDiagnostic(foreign)
  if ('item' in root || 'items' in root || !Array.isArray(root.requests)) return undefined
  return { code: 'collection-v1', path: below(path, 'requests'), args: {} }
}

export function foreignDiagnostic({ what, advice }: ForeignDocument): RawDiagnostic {
  return { code: 'not-a-collection', path: undefined, args: { what, hint: advice } }
}
