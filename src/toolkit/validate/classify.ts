import { OPENAPI_ADVICE } from '../collection/openapi-advice.js'
import { asObject, asText } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { below, type Finding, type Path } from './finding.js'

/** What a document is: a collection with its place, or something else that is named. */
export type Kind = { collection: JsonObject; path: Path; wrapped: boolean } | { finding: Finding }

/** Tells a collection from the documents that people take for one. */
export function classify(document: JsonValue): Kind {
  const root = asObject(document)
  if (!root) return { finding: other(Array.isArray(document) ? 'a JSON list' : 'a JSON value') }
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
  if (root.info !== undefined && (root.openapi || root.swagger)) return openApi(root)
  if ('item' in root || 'items' in root) return undefined
  if (Array.isArray(root.requests)) return { code: 'collection-v1', path: below(path, 'requests'), args: {} }
  if (root.openapi || root.swagger) return openApi(root)
  if (Array.isArray(root.values))
    return other(
      'a Postman environment or globals file',
      'Give it with --env or --globals, and the collection as the file.',
    )
  if (asObject(root.log)?.entries) return other('a HAR file of recorded traffic')
  if (root.$schema || asObject(root.definitions)) return other('a JSON Schema')
  if (root.dependencies || root.devDependencies) return other('a package.json')
  return undefined
}

function openApi(root: JsonObject): Finding {
  const version = asText(root.openapi) ?? asText(root.swagger) ?? ''
  return other(`an OpenAPI ${version} document`.replace('  ', ' '), OPENAPI_ADVICE)
}

function other(what: string, hint = 'Export the collection from Postman as "Collection v2.1".'): Finding {
  return { code: 'not-a-collection', path: undefined, args: { what, hint } }
}
