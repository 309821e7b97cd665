import type { FieldNode, ValueNode } from 'graphql'
import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName, singularOf } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { Route } from '../routes.js'
import { makeValue } from './make-value.js'
import { objectIn } from './request-object.js'

/** Maximum number of values that are kept for a member. */
const MOST_SAMPLES = 20
/** Maximum nesting of the objects from which values are collected. */
const MOST_LEVELS = 20

const RECORDS = 3

/** Values from the saved examples, and the records that mutations have created or changed. */
export class GraphqlRecords {
  readonly #samples = new Map<string, JsonValue[]>()
  /** Created and changed records. The key is the noun for the record and its id: `product 3`. */
  readonly #changed = new Map<string, JsonObject>()
  readonly #counts = new Map<string, number>()

  constructor(routes: Route[]) {
    for (const { examples, scope } of routes)
      for (const example of examples) this.#collect(objectIn(example.body, scope), '')
  }

  /**
   * Collects the values of an example. Each value is stored under the noun of its object and the name of its member,
   * such as `product name`.
   */
  #collect(value: JsonValue | undefined, noun: string, level = 0): void {
    if (level > MOST_LEVELS) return
    if (Array.isArray(value)) for (const one of value) this.#collect(one, noun, level + 1)
    if (!isObject(value)) return
    for (const [name, one] of Object.entries(value)) {
      if (typeof one === 'object' && one !== null) {
        this.#collect(one, nounOf(name, noun), level + 1)
        continue
      }
      const key = keyOf(noun, name)
      const known = this.#samples.get(key) ?? []
      if (known.length < MOST_SAMPLES && !known.includes(one)) this.#samples.set(key, [...known, one])
    }
  }

  /** The value of a scalar member: from the request, from an earlier mutation, or generated for this index. */
  leaf(name: string, { noun, index, said }: { noun: string; index: number; said: JsonObject }): JsonValue {
    const own = { ...this.#changed.get(keyOf(noun, said.id ?? String(index + 1))), ...said }
    if (own[name] !== undefined) return own[name]
    if (name === 'id') return String(index + 1)
    if (/^(?:hasNextPage|hasPreviousPage|errors?)$/.test(name)) return name.startsWith('has') ? false : null
    if (/^total(?:Count)?$|^count$/.test(name)) return this.count(noun)
    return makeValue({ name, samples: this.#samples.get(keyOf(noun, name)) ?? [], index, noun })
  }

  count(noun: string): number {
    return this.#counts.get(noun) ?? RECORDS
  }

  /** Index of the record with an id. A text id always gets the same index. */
  indexOf(noun: string, { id }: JsonObject): number {
    const number = Number(id ?? 1)
    if (Number.isInteger(number) && number >= 1) return number - 1
    return Math.abs(
      [...`${noun}${String(id)}`].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 997, 7),
    )
  }

  /** Stores the values that a mutation sends and returns the record. Without an id, the record is new and gets the next id. */
  change(noun: string, given: JsonObject): JsonObject {
    const inner = Object.values(given).filter(isObject)
    const sent: JsonObject = Object.assign({}, given, ...inner)
    for (const [name, value] of Object.entries(sent)) if (isObject(value)) delete sent[name]
    const idName = Object.keys(sent).find((name) => name === 'id') ?? Object.keys(sent).find(isIdName)
    const isNew = idName === undefined || (idName !== 'id' && !idName.toLowerCase().startsWith(noun))
    const id = isNew ? String(this.count(noun) + 1) : (sent[idName] ?? null)
    if (isNew) this.#counts.set(noun, this.count(noun) + 1)
    const key = keyOf(noun, id)
    const record = { ...this.#changed.get(key), ...sent, id }
    this.#changed.set(key, record)
    return record
  }
}

const keyOf = (noun: string, id: JsonValue) => `${noun} ${String(id)}`

export function argumentsOf(field: FieldNode, variables: JsonObject): JsonObject {
  return Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }) => [name.value, valueOfNode(value, variables)]),
  )
}

function valueOfNode(node: ValueNode, variables: JsonObject): JsonValue {
  switch (node.kind) {
    case 'Variable':
      return variables[node.name.value] ?? null
    case 'IntValue':
    case 'FloatValue':
      return Number(node.value)
    case 'StringValue':
    case 'EnumValue':
    case 'BooleanValue':
      return node.value
    case 'ListValue':
      return node.values.map((one) => valueOfNode(one, variables))
    case 'ObjectValue':
      return Object.fromEntries(
        node.fields.map(({ name, value }) => [name.value, valueOfNode(value, variables)]),
      )
    default:
      return null
  }
}

/** The number of records that a request asks for, such as `first: 10`; `undefined` if the request gives no number. */
export function pageSize(given: JsonObject): number | undefined {
  const [, size] =
    Object.entries(given).find(([name]) =>
      /^(?:first|last|limit|take|top|size|per_?page|page_?size)$/i.test(name),
    ) ?? []
  return typeof size === 'number' && size >= 0 ? size : undefined
}

/**
 * Names of members with the records of a list. The field around such a member names the kind of the records: `products`
 * in `products { edges }`.
 */
export const LIST_MEMBERS = /^(?:edges|nodes|items|results|records|list|rows|data)$/
/** Names of members that an object has if it is one page of a list. */
export const PAGE_MEMBERS = /^(?:edges|nodes|items|results|records|pageInfo|totalCount|total|count)$/

/** Matches a verb or adjective before the noun in a field name: `all` in `allProducts`. */
const BEFORE = /^(?:get|list|all|find|search|fetch|create|add|update|edit|delete|remove|upsert|my)$/
/** Matches a word after the noun in a field name: `connection` in `productsConnection`. */
const BEHIND = /^(?:list|connection|collection|by|one|many)$/

/**
 * The singular noun in a field name: `product` for `createProduct`, `allProducts` and `productsConnection`. A name
 * without a noun gives `outer`, the noun of the field around it.
 */
export function nounOf(name: string, outer: string): string {
  if (LIST_MEMBERS.test(name) || name === 'node') return outer
  const words = wordsOf(name)
  const start = words.length > 1 && BEFORE.test(words[0]!) ? 1 : 0
  const end = words.findIndex((word, index) => index > start && BEHIND.test(word))
  const noun = words.slice(start, end < 0 ? undefined : end)
  return noun.length === 0 ? outer : [...noun.slice(0, -1), singularOf(noun.at(-1)!)].join(' ')
}
