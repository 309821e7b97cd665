import { EXPORT, type ForeignDocument, identifyJson } from '../collection/foreign-json.js'
import { identifyText } from '../collection/foreign-text.js'
import { collectionIn, isV20, schemaVersion } from '../collection/postman-format.js'
import { asObject } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { below, type Path, type RawDiagnostic } from './raw-diagnostic.js'
import type { Check } from './rule.js'

/** A collection, or what a document is instead. `older`: the collection has format v2.0, which is checked all the same. */
export type FileKind =
  | { collection: JsonObject; path: Path; wrapped: boolean; older?: RawDiagnostic }
  | { finding: RawDiagnostic }

export function classifyFile(document: JsonValue): FileKind {
  const foreign = identifyJson(document)
  if (foreign) return { finding: foreignDiagnostic(foreign) }
  // For a document that is not an object, the function has already returned the diagnostic above.
  const { collection = {}, isWrapped: wrapped } = collectionIn(document)
  const path = wrapped ? below(undefined, 'collection') : undefined
  const finding = nameOf(collection, path)
  if (finding?.code === 'collection-v2-0') return { collection, path, wrapped, older: finding }
  return finding ? { finding } : { collection, path, wrapped }
}

export const schemaUrlCheck: Check = ({ collection, path }, report) => {
  const schema = asObject(collection.info)?.schema
  if (
    typeof schema !== 'string' ||
    isV20(collection) ||
    /\/collection\/v2\.1(\.0)?\/?(collection\.json)?#?$/.test(schema)
  )
    return
  report(below(path, 'info', 'schema'), { found: JSON.stringify(schema).slice(0, 80) })
}

function nameOf(root: JsonObject, path: Path): RawDiagnostic | undefined {
  const place = below(path, 'info', 'schema')
  if (isV20(root)) return { code: 'collection-v2-0', path: place, args: {} }
  if (/^1(\.|$)/.test(schemaVersion(root))) return { code: 'collection-v1', path: place, args: {} }
  const foreign = identifyJson(root)
  if (foreign) return foreignDiagnostic(foreign)
  if ('item' in root || 'items' in root || !Array.isArray(root.requests)) return undefined
  return { code: 'collection-v1', path: below(path, 'requests'), args: {} }
}

export function foreignDiagnostic({ what, advice }: ForeignDocument): RawDiagnostic {
  return { code: 'not-a-collection', path: undefined, args: { what, hint: advice } }
}

const IMPORT_OLD = 'Convert it with "voice import FILE -o postman.json".'

/** Collections of older formats, by the code of the diagnostic that {@link classifyFile} returns for them. */
const OLD: Readonly<Record<string, string>> = {
  'collection-v1': 'a Postman collection of format v1',
  'collection-v2-0': 'a Postman collection of format v2.0',
}

/** Files that do not contain exactly one document. They cannot be fixed. */
const NO_DOCUMENT: Readonly<Record<string, ForeignDocument>> = {
  'empty-file': { what: 'an empty file', advice: EXPORT },
  ndjson: {
    what: 'a file of several JSON documents',
    advice: 'Put the documents as items into one collection.',
  },
}

/** What a document is that is no collection v2.1. Undefined for a text that may be a damaged one. */
export function diagnoseUnrecognised(
  text: string,
  { document, findings }: { document: JsonValue | undefined; findings: readonly RawDiagnostic[] },
): ForeignDocument | undefined {
  const around = findings.find(({ code }) => code === 'wrapped-in-text')
  if (around && around.args.safe !== 1)
    return {
      what: 'a text with JSON in it',
      advice: 'Take the collection out and save it as a file of its own.',
    }
  if (document === undefined) return unreadable(text, findings)
  const kind = classifyFile(document)
  if ('finding' in kind) return named(kind.finding)
  if (kind.older) return named(kind.older)
  const isAlone = !kind.wrapped || Object.keys(document as JsonObject).length === 1
  return isAlone && isCollection(kind.collection)
    ? undefined
    : { what: 'JSON without the "info" and "item" of a collection', advice: EXPORT }
}

/** What a text without JSON is; undefined if it begins like a damaged collection. */
function unreadable(text: string, findings: readonly RawDiagnostic[]): ForeignDocument | undefined {
  const none = findings.find(({ code }) => code in NO_DOCUMENT)
  if (none) return NO_DOCUMENT[none.code]
  if (/^\s*[[{]/.test(text)) return undefined
  return identifyText(text) ?? { what: 'text and no JSON', advice: EXPORT }
}

function named({ code, args }: RawDiagnostic): ForeignDocument {
  const old = OLD[code]
  return old ? { what: old, advice: IMPORT_OLD } : { what: String(args.what), advice: String(args.hint) }
}

function isCollection(collection: JsonObject): boolean {
  if (/^2\.1(\.|$)/.test(schemaVersion(collection))) return true
  if (!Array.isArray(collection.item)) return false
  const items = collection.item.map(asObject)
  return (
    asObject(collection.info) !== undefined ||
    items.some((item) => item && ('request' in item || 'item' in item))
  )
}
