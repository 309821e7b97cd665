import type { Collection, Example, Folder, Item, Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { mapMembers } from '../model/map-members.js'
import type { BodyTemplate, RequestTemplate } from '../model/request-template.js'
import { isAmbiguousKey, mentionsAmbiguousKey } from '../secrets/machine-key.js'
import { secretName } from '../secrets/secret-name.js'
import { namedValues } from '../semantics/named-values.js'
import { findVariables } from '../template/variables.js'

/**
 * Replaces API keys by secret variables that have the key as their value. Only keys under ambiguous names are replaced:
 * names that do not always mean a credential, such as `?appid=5f0c…`. What is sent stays the same, but no model sees
 * the key, and `.env` or an environment can replace it. If the key is already the value of a variable, that variable
 * becomes secret.
 */
export function withKeyVariables(collection: Collection): Collection {
  const keys = new ExtractedKeys(collection)
  for (const variable of collection.variables) keys.add(variable.key, variable.value)
  for (const entry of collection.items) addFrom(entry, keys)
  return keys.isEmpty ? collection : replaced(collection, keys)
}

/** A text that may be a key (`TOKEN`), and a part of such a text between slashes (`PART`). */
const TOKEN = /[\w%+/-]{20,}={0,2}/g
const PART = /[\w%+-]{20,}={0,2}/g

/** The API keys that were found in a collection, and the variables that replace them. */
class ExtractedKeys {
  readonly #collection: Collection
  /**
   * Variables of the collection whose values are strings. `#own`: all values by variable name. `#owners`: the names of
   * enabled variables by value, without white space around the value.
   */
  readonly #own = new Map<string, string>()
  readonly #owners = new Map<string, string>()
  /** The name of the variable for each key. */
  readonly #names = new Map<string, string>()
  /** How many variable names were created from each name in a request. */
  readonly #counts = new Map<string, number>()
  #taken: Set<string> | undefined

  constructor(collection: Collection) {
    this.#collection = collection
    for (const { key, value, disabled } of collection.variables) {
      if (typeof value !== 'string') continue
      this.#own.set(key, value)
      if (!disabled && !this.#owners.has(value.trim())) this.#owners.set(value.trim(), key)
    }
  }

  get isEmpty(): boolean {
    return this.#names.size === 0
  }

  /**
   * Records the API key that `value` contains, and chooses the variable for it. `value` is the key itself, or a
   * reference to a variable whose value is the key. Any other value is ignored. `name` is the name that the request
   * gives to the value, such as `appid`.
   */
  add(name: string, value: unknown): void {
    const variable = typeof value === 'string' ? /^\{\{([^{}]*)\}\}$/.exec(value)?.[1] : undefined
    const text = variable === undefined ? value : this.#own.get(variable)
    if (!isAmbiguousKey(name, text)) return
    const key = text.trim()
    if (!this.#names.has(key)) this.#names.set(key, this.#owners.get(key) ?? this.#newName(name))
  }

  /** Replaces the keys in a text by references to their variables. */
  text(text: string): string {
    return text.replace(TOKEN, (token) => this.#variable(token) ?? this.#inParts(token))
  }

  /**
   * The variables of the new collection: those of the old collection, then the new ones for keys. An old variable
   * becomes secret if its value is a key.
   */
  variables(): Variable[] {
    const own = this.#collection.variables.map((variable) =>
      this.#names.has(String(variable.value).trim()) ? { ...variable, secret: true } : variable,
    )
    const known = new Set(own.map(({ key }) => key))
    const added = [...this.#names].filter(([, name]) => !known.has(name))
    return [...own, ...added.map(([value, key]) => ({ key, value, secret: true, extracted: true }))]
  }

  #variable(key: string): string | undefined {
    const name = this.#names.get(key)
    return name === undefined ? undefined : `{{${name}}}`
  }

  #inParts(token: string): string {
    return token.includes('/') ? token.replace(PART, (part) => this.#variable(part) ?? part) : token
  }

  #newName(hint: string): string {
    this.#taken ??= new Set([...this.#own.keys(), ...findVariables(JSON.stringify(this.#collection.items))])
    const count = (this.#counts.get(hint) ?? 0) + 1
    this.#counts.set(hint, count)
    const name = secretName(count === 1 ? hint : `${hint}_${count}`, this.#taken)
    this.#taken.add(name)
    return name
  }
}

function addFrom(entry: Folder | Item, keys: ExtractedKeys): void {
  if (entry.kind === 'folder') {
    for (const one of entry.items) addFrom(one, keys)
    return
  }
  addFromRequest(entry.request, keys)
  for (const { request } of entry.examples) if (request) addFromRequest(request, keys)
}

function addFromRequest({ url, headers, body }: RequestTemplate, keys: ExtractedKeys): void {
  for (const entries of [url.query, url.variables, headers])
    for (const { key, value } of entries) if (key) keys.add(key, value)
  if (body) addFromBody(body, keys)
}

function addFromBody(body: BodyTemplate, keys: ExtractedKeys): void {
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

function addFromText(text: string, keys: ExtractedKeys): void {
  if (text.includes('{{') || mentionsAmbiguousKey(text))
    for (const { name, value } of namedValues(text)) keys.add(name, value)
}

/**
 * Replaces the API keys in requests, variables, names and descriptions by references to variables. The bodies of saved
 * responses stay unchanged, because they are not part of any request.
 */
function replaced(collection: Collection, keys: ExtractedKeys): Collection {
  return {
    ...collection,
    description: keys.text(collection.description),
    items: collection.items.map((entry) => withoutKeys(entry, keys)),
    variables: keys.variables(),
  }
}

function withoutKeys(entry: Folder | Item, keys: ExtractedKeys): Folder | Item {
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

function withoutKeysIn(example: Example, keys: ExtractedKeys): Example {
  const { name, request } = example
  return { ...example, name: keys.text(name), ...(request && { request: cleaned(request, keys) }) }
}

/** Copies plain data and replaces the keys in its strings by references to their variables. */
function cleaned<T>(value: T, keys: ExtractedKeys): T {
  return visit(value) as T

  function visit(part: unknown): unknown {
    if (typeof part === 'string') return keys.text(part)
    if (Array.isArray(part)) return part.map(visit)
    if (typeof part !== 'object' || part === null) return part
    return mapMembers(part as Record<string, unknown>, visit)
  }
}
