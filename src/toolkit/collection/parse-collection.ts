import { VoiceError } from '../../errors.js'
import { isTooDeep, MAX_FILE_NESTING } from '../../protocol/nesting.js'
import type { Collection, Example, Folder, Item } from '../model/collection.js'
import { compact } from '../model/group-by.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import { parseVariables } from './parse-environment.js'
import { parseOperation, splitOperation } from './parse-operation.js'
import { type Inherited, inherit, parseHeaders, parseRequest } from './parse-request.js'
import { parseScripts } from './parse-scripts.js'
import { collectionIn, isV20, whyNotV21 } from './postman-format.js'
import { asArray, asObject, asText, descriptionOf } from './read-shape.js'

/**
 * Parses a collection of format v2.1, in any form that Postman writes or accepts. Throws `not-a-collection` for a document without a list of items and for
 * formats v1 and v2.0. Throws `nesting-too-deep` if the document has too many levels.
 */
export function parseCollection(document: unknown): Collection {
  if (isTooDeep(document, MAX_FILE_NESTING))
    throw new VoiceError(
      'nesting-too-deep',
      `The document is nested more than ${MAX_FILE_NESTING} levels deep.`,
    )
  const { collection, isWrapped } = collectionIn(document)
  if (!Array.isArray(collection?.item) || isV20(collection))
    throw new VoiceError('not-a-collection', whyNotV21(collection ?? (document as JsonValue)))
  return readCollection(collection, isWrapped ? '/collection' : '')
}

/** Reads all that can be read of the object of a collection; `pointer` is its JSON pointer. Never throws. */
export function readCollection(root: JsonObject, pointer = ''): Collection {
  const info = asObject(root.info)
  return {
    name: asText(info?.name) ?? '',
    description: descriptionOf(info),
    items: parseItems(asArray(root.item), {
      pointer: `${pointer}/item`,
      from: inherit({ auth: undefined, profile: {} }, root),
    }),
    variables: parseVariables(root.variable),
    scripts: parseScripts(root.event),
  }
}

interface ParsePosition {
  pointer: string
  from: Inherited
}

function parseItems(items: JsonValue[], place: ParsePosition): (Folder | Item)[] {
  return items.flatMap((entry, index): (Folder | Item)[] => {
    const item = asObject(entry)
    if (!item) return []
    const here = { pointer: `${place.pointer}/${index}`, from: inherit(place.from, item) }
    if (Array.isArray(item.item)) return [parseFolder(item, here)]
    return 'request' in item ? [parseItem(item, here)] : []
  })
}

function parseFolder(folder: JsonObject, place: ParsePosition): Folder {
  return {
    kind: 'folder',
    name: asText(folder.name) ?? '',
    description: descriptionOf(folder),
    items: parseItems(asArray(folder.item), { ...place, pointer: `${place.pointer}/item` }),
    scripts: parseScripts(folder.event),
    pointer: place.pointer,
  }
}

function parseItem(item: JsonObject, place: ParsePosition): Item {
  const { text, block } = splitOperation(descriptionOf(asObject(item.request)) || descriptionOf(item))
  const operation = block === undefined ? undefined : parseOperation(block)
  const parsed = { kind: 'item', name: asText(item.name) ?? '', description: text } as Item
  if (operation) parsed.operation = operation
  parsed.request = parseRequest(item.request, place.from)
  parsed.examples = parseExamples(item.response, place.from)
  parsed.scripts = parseScripts(item.event)
  parsed.pointer = place.pointer
  return parsed
}

function parseExamples(value: JsonValue | undefined, from: Inherited): Example[] {
  const examples: Example[] = []
  for (const entry of asArray(value)) {
    const example = asObject(entry)
    if (example) examples.push(parseExample(example, from))
  }
  return compact(examples)
}

function parseExample(example: JsonObject, from: Inherited): Example {
  const request = example.originalRequest
  const status = Number(example.code)
  const reason = asText(example.status)
  const parsed = request ? withRequest(() => parseRequest(request, from)) : ({} as Example)
  parsed.name = asText(example.name) ?? ''
  if (Number.isInteger(status) && status > 0) parsed.status = status
  if (reason) parsed.reason = reason
  parsed.headers = parseHeaders(example.header).map(({ key, value }) => ({
    key: key ?? '',
    value: asText(value) ?? '',
  }))
  parsed.body = asText(example.body) ?? ''
  return parsed
}

function withRequest(parse: () => RequestTemplate): Example {
  let request: RequestTemplate | undefined
  return {
    get request() {
      request ??= parse()
      return request
    },
  } as Example
}
