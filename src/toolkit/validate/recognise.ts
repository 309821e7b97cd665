import { EXPORT, type ForeignDocument } from '../collection/foreign-json.js'
import { identifyText } from '../collection/foreign-text.js'
import { asObject } from '../collection/read-shape.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import { classify, schemaVersion } from './classify.js'
import type { Finding } from './finding.js'

const IMPORT_OLD = 'Convert it with "voice import FILE -o postman.json".'

/** Documents that {@link classify} names by a rule of their own. */
const OLD: Readonly<Record<string, string>> = {
  'collection-v1': 'a Postman collection of format v1',
  'collection-v2-0': 'a Postman collection of format v2.0',
}

/**
 * What a document is that is not repaired because it is not recognised as a collection v2.1. Undefined for a collection, and for one that
 * is too damaged to be read: nothing is repaired in it either, and its findings say why.
 */
export function unrecognised(
  text: string,
  { document, findings }: { document: JsonValue | undefined; findings: readonly Finding[] },
): ForeignDocument | undefined {
  const around = findings.find(({ code }) => code === 'wrapped-in-text')
  if (around && around.args.safe !== 1)
    return {
      what: 'a text with JSON in it',
      advice: 'Take the collection out and save it as a file of its own.',
    }
  if (document === undefined) return around ? undefined : unreadable(text)
  const kind = classify(document)
  if ('finding' in kind) return named(kind.finding)
  const isAlone = !kind.wrapped || Object.keys(document as JsonObject).length === 1
  return isAlone && isCollection(kind.collection)
    ? undefined
    : { what: 'JSON without the "info" and "item" of a collection', advice: EXPORT }
}

/** A text that begins as JSON does, or an empty one, may have been a collection. */
function unreadable(text: string): ForeignDocument | undefined {
  if (/^\s*(?:[[{]|$)/.test(text)) return undefined
  return identifyText(text) ?? { what: 'text and no JSON', advice: EXPORT }
}

function named({ code, args }: Finding): ForeignDocument {
  const old = OLD[code]
  return old ? { what: old, advice: IMPORT_OLD } : { what: String(args.what), advice: String(args.hint) }
}

/** By the address of its schema, or by what a collection alone has: its `info`, or items that are requests and folders. */
function isCollection(collection: JsonObject): boolean {
  if (/^2\.1(\.|$)/.test(schemaVersion(collection) ?? '')) return true
  if (!Array.isArray(collection.item)) return false
  const items = collection.item.map(asObject)
  return (
    asObject(collection.info) !== undefined ||
    items.some((item) => item && ('request' in item || 'item' in item))
  )
}
