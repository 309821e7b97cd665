import type { Collection, Example, Folder, Item, Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import type { BodyTemplate, RequestTemplate } from '../model/request-template.js'
import { isAmbiguousKey, mentionsAmbiguousKey } from '../secrets/machine-key.js'
import { secretName } from '../secrets/secret-name.js'
import { namedValues } from '../semantics/named-values.js'
import { findVariables } from '../template/variables.js'

/**
 * Replaces keys under ambiguous names, such as `?appid=5f0c…`, by secret variables that have the key as their value.
 * What is sent stays the same, but no model sees the key, and `.env` or an environment can replace it. If the key is the
 * value of a variable, the variable becomes secret.
 */
export function withKeyVariables(collection: Collection): Collection {
  const keys = new KeyVariables(collection)
  for (const variable of collection.variables) keys.add(variable.key, variable.value)
  for (const entry of collection.items) addFrom(entry, keys)
  return keys.isEmpty ? collection : replaced(collection, keys)
}

/** The keys of a collection, and their variables. */
class KeyVariables {
  readonly #collection: Collection
  readonly #own: ReadonlyMap<string, string>
  /** The variable of each key. */
  readonly #names = new Map<string, string>()
  #taken: Set<string> | undefined

  constructor(collection: Collection) {
    this.#collection = collection
    this.#own = new Map(
      collection.variables.flatMap(({ key, value }): [string, string][] =>
        typeof value === 'string' ? [[key, value]] : [],
      ),
    )
  }

  get isEmpty(): boolean {
    return this.#names.size === 0
  }

  /** Adds the value of a name if it is a key, or a variable that has a key as its value. */
  add(name: string, value: unknown): void {
    const variable = typeof value === 'string' ? /^\{\{([^{}]*)\}\}$/.exec(value)?.[1] : undefined
    const key = variable === undefined ? value : this.#own.get(variable)
    if (isAmbiguousKey(name, key) && !this.#names.has(key)) this.#names.set(key, this.#nameOf(key, name))
  }

  /** A text with variables in place of the keys. */
  text(text: string): string {
    let safe = text
    for (const [key, name] of this.#names) safe = safe.replaceAll(key, `{{${name}}}`)
    return safe
  }

  /** The variables of the collection, of which those with keys are secret, and the new ones. */
  variables(): Variable[] {
    const own = this.#collection.variables.map((variable) =>
      this.#names.has(String(variable.value)) ? { ...variable, secret: true } : variable,
    )
    const known = new Set(own.map(({ key }) => key))
    const added = [...this.#names].filter(([, name]) => !known.has(name))
    return [...own, ...added.map(([value, key]) => ({ key, value, secret: true, extracted: true }))]
  }

  /** The first variable of the collection with this value, or else a new name. */
  #nameOf(value: string, hint: string): string {
    const own = this.#collection.variables.find((variable) => variable.value === value && !variable.disabled)
    if (own) return own.key
    this.#taken ??= new Set([...this.#own.keys(), ...findVariables(JSON.stringify(this.#collection.items))])
    const name = secretName(hint, this.#taken)
    this.#taken.add(name)
    return name
  }
}

function addFrom(entry: Folder | Item, keys: KeyVariables): void {
  if (entry.kind === 'folder') {
    for (const one of entry.items) addFrom(one, keys)
    return
  }
  addFromRequest(entry.request, keys)
  for (const { request } of entry.examples) if (request) addFromRequest(request, keys)
}

function addFromRequest({ url, headers, body }: RequestTemplate, keys: KeyVariables): void {
  for (const entries of [url.query, url.variables, headers])
    for (const { key, value } of entries) if (key) keys.add(key, value)
  if (body) addFromBody(body, keys)
}

function addFromBody(body: BodyTemplate, keys: KeyVariables): void {
  if (body.mode === 'urlencoded' || body.mode === 'formdata') {
    for (const { key, value } of body.entries) if (key) keys.add(key, value)
  } else if (body.mode === 'raw') {
    addFromText(body.text, keys)
  } else if (body.mode === 'graphql') {
    addFromText(body.query, keys)
    addFromText(textOf(body.variables), keys)
  }
}

const textOf = (value: JsonValue | undefined) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '')

function addFromText(text: string, keys: KeyVariables): void {
  if (text.includes('{{') || mentionsAmbiguousKey(text))
    for (const { name, value } of namedValues(text)) keys.add(name, value)
}

/** The collection without the keys in texts that are sent or described. Saved responses are data and stay. */
function replaced(collection: Collection, keys: KeyVariables): Collection {
  return {
    ...collection,
    description: keys.text(collection.description),
    items: collection.items.map((entry) => withoutKeys(entry, keys)),
    variables: keys.variables(),
  }
}

function withoutKeys(entry: Folder | Item, keys: KeyVariables): Folder | Item {
  const { name, description } = entry
  const texts = { name: keys.text(name), description: keys.text(description) }
  if (entry.kind === 'folder')
    return { ...entry, ...texts, items: entry.items.map((one) => withoutKeys(one, keys)) }
  return {
    ...entry,
    ...texts,
    ...(entry.operation && { operation: cleaned(entry.operation, keys) }),
    request: cleaned(entry.request, keys),
    examples: entry.examples.map((example) => withoutKeysIn(example, keys)),
  }
}

function withoutKeysIn(example: Example, keys: KeyVariables): Example {
  const { name, request } = example
  return { ...example, name: keys.text(name), ...(request && { request: cleaned(request, keys) }) }
}

/** A copy of plain data with variables in place of the keys. */
function cleaned<T>(value: T, keys: KeyVariables): T {
  return visit(value) as T

  function visit(part: unknown): unknown {
    if (typeof part === 'string') return keys.text(part)
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return mapMembers(part as Record<string, unknown>, visit)
  }
}
