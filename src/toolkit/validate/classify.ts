import { type ForeignDocument, identifyJson } from '../collection/foreign-json.js'
import { asObject, asText } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { below, type Finding, type Path } from './finding.js'

/** What a document is: a collection with its place, or something else that is named. */
export type Kind = { collection: JsonObject; path: Path; wrapped: boolean } | { finding: Finding }

/** Tells a collection from the documents that people take for one. */
export function classify(document: JsonValue): Kind {
  const foreign = identifyJson(document)
  if (foreign) return { finding: foreignFinding(foreign) }
  // What is no object has a name.
  const root = document as JsonObject
  const inner = asObject(root.collection)
  const wrapped = inner !== undefined && !Array.isArray(root.item) && root.info === undefined
  const collection = wrapped ? inner : root
  const path = wrapped ? below(undefined, 'collection') : undefined
  const finding = nameOf(collection, path)
  return finding ? { finding } : { collection, path, wrapped }
}

/** The version that `info.schema` names, such as `2.1.0`; undefined when it names none. */
export function schemaVersion(collection: JsonObject): string | undefined {
  const address = asText(asObject(collection.info)?.schema) ?? ''
  return /\/collection\/v(\d+(?:\.\d+)*)/.exec(address)?.[1]
}

function nameOf(root: JsonObject, path: Path): Finding | undefined {
  const version = schemaVersion(root)
  const place = below(path, 'info', 'schema')
  if (version !== undefined && /^2(\.0)*$/.test(version))
    return { code: 'collection-v2-0', path: place, args: {} }
  if (version !== undefined && /^1(\.|$)/.test(version))
    return { code: 'collection-v1', path: place, args: {} }
  const foreign = identifyJson(root)
  if (foreign) return foreignFinding(foreign)
  if ('item' in root || 'items' in root || !Array.isArray(root.requests)) return undefined
  return { code: 'collection-v1', path: below(path, 'requests'), args: {} }
}

/** The finding about a document that is something else. */
export function foreignFinding({ what, advice }: ForeignDocument): Finding {
  return { code: 'not-a-collection', path: undefined, args: { what, hint: advice } }
}
