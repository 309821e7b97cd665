import { readCollection } from '../collection/parse-collection.js'
import { asArray, asObject, asText } from '../collection/read-shape.js'
import { type PlacedItem, walkItems } from '../collection/walk.js'
import type { Collection, Example, Item, Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { UrlTemplate } from '../model/request-template.js'
import { originOf } from '../semantics/address.js'
import { below, type Path } from './raw-diagnostic.js'

/** The input of the validation rules: the parts of a collection as the file has them, each with its path. */
export interface FileFacts {
  text: string
  /** The collection as the compiler reads it. */
  parsed: Collection
  /** The collection: the document, or its member `collection`, as Postman's API wraps it. */
  collection: JsonObject
  path: Path
  folders: FolderFacts[]
  items: ItemFacts[]
  /** Number of entries that are neither request nor folder. The schema rules report these entries. */
  unread: number
  /** Variables from outside the file: environment, globals, flags. */
  given: readonly Variable[]
  inputs: Readonly<Record<string, 'fixed' | 'input'>>
}

export interface FolderFacts {
  name: string
  folder: JsonObject
  path: Path
  parent: FolderFacts | undefined
}

/** A request as the file has it, and as the compiler reads it. */
export class ItemFacts {
  readonly name: string
  readonly method: string
  readonly url: UrlTemplate
  readonly request: JsonObject
  readonly requestPath: Path
  readonly urlPath: Path
  /** The part of the address before its path, such as `{{base_url}}`; `''` if nothing is before the path. */
  readonly origin: string
  #examples: ExampleFacts[] | undefined

  constructor(
    readonly item: JsonObject,
    readonly parsed: Item,
    readonly path: Path,
    readonly folder: FolderFacts | undefined,
  ) {
    const request = asObject(item.request)
    this.name = parsed.name
    this.method = parsed.request.method
    this.url = parsed.request.url
    this.request = request ?? { url: asText(item.request) ?? '' }
    this.requestPath = { parent: path, key: 'request' }
    this.urlPath = request ? { parent: this.requestPath, key: 'url' } : this.requestPath
    this.origin = originOf(this.url)
  }

  get examples(): readonly ExampleFacts[] {
    this.#examples ??= examplesOf(this)
    return this.#examples
  }
}

export interface ExampleFacts {
  name: string
  example: JsonObject
  parsed: Example
  path: Path
  owner: ItemFacts
}

/** The facts about a collection. Parts that cannot be read are skipped, as by the compiler. */
export function gatherFacts(
  collection: JsonObject,
  place: Pick<FileFacts, 'text' | 'path' | 'given' | 'inputs'>,
): FileFacts {
  const parsed = readCollection(collection)
  const facts: FileFacts = { ...place, parsed, collection, folders: [], items: [], unread: 0 }
  const unseen = walkItems(parsed)[Symbol.iterator]()
  gatherItems(facts, { list: collection.item, path: below(place.path, 'item'), folder: undefined, unseen })
  return facts
}

interface ItemList {
  /** The parsed items that follow, in the order of the file. */
  unseen: Iterator<PlacedItem>
  list: JsonValue | undefined
  path: Path
  folder: FolderFacts | undefined
}

function gatherItems(facts: FileFacts, { list, path: listPath, folder: parent, unseen }: ItemList): void {
  asArray(list).forEach((entry, index) => {
    const item = asObject(entry)
    if (!item) {
      facts.unread++
      return
    }
    const path = { parent: listPath, key: index }
    if (Array.isArray(item.item)) {
      const folder = { name: asText(item.name) ?? '', folder: item, path, parent }
      facts.folders.push(folder)
      gatherItems(facts, { list: item.item, path: below(path, 'item'), folder, unseen })
    } else if ('request' in item) {
      facts.items.push(new ItemFacts(item, unseen.next().value!.item, path, parent))
    } else facts.unread++
  })
}

function examplesOf(owner: ItemFacts): ExampleFacts[] {
  const path = { parent: owner.path, key: 'response' }
  const examples: ExampleFacts[] = []
  asArray(owner.item.response).forEach((entry, index) => {
    const example = asObject(entry)
    if (!example) return
    const parsed = owner.parsed.examples[examples.length]!
    examples.push({ name: parsed.name, example, parsed, path: { parent: path, key: index }, owner })
  })
  return examples
}
