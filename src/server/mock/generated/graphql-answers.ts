import type {
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
  ValueNode,
} from 'graphql'
import { isObject } from '../../../protocol/is-object.js'
import { capitalize } from '../../../text/capitalize.js'
import { asObject } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isGraphqlText, parseGraphql } from '../../../toolkit/semantics/effect/graphql-document.js'
import { isIdName, isPlural, singularOf } from '../../../toolkit/semantics/id-names.js'
import { parseLooseJson } from '../../../toolkit/semantics/loose-json.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { MockRequest } from '../compare-request.js'
import type { Route } from '../routes.js'
import { bodyOf, type GeneratedAnswer, objectIn } from './classify.js'
import { makeValue } from './make-value.js'

/** Maximum number of fields in an answer. */
const MOST_FIELDS = 2_000
/** Maximum nesting of an answer. */
const MOST_LEVELS = 15

const MOST_LISTED = 50

/**
 * Generates answers to GraphQL requests, with the members that a request selects. If the collection has values for a
 * member, the answers contain these values.
 */
export class GraphqlAnswers {
  readonly #records: GraphqlRecords

  constructor(routes: Route[]) {
    this.#records = new GraphqlRecords(routes)
  }

  /** The answer to a GraphQL request. `undefined` for any other request, or if the document has no operation. */
  answer(request: MockRequest): GeneratedAnswer | undefined {
    const asked = readAsked(request)
    if (!asked) return undefined
    const walk = new Selection(asked.operation, { ...asked, records: this.#records })
    return { status: 200, headers: [], body: { data: walk.data() } }
  }

  /**
   * Whether a saved example answers another request. This is so if it lacks a root field that the request selects, or
   * if the request is a query for an id that is not in the example.
   */
  isOther(request: MockRequest, body: string): boolean {
    const asked = readAsked(request)
    const data = asked && asObject(asObject(parseLooseJson(body))?.data)
    if (!data) return false
    const { operation, variables } = asked
    const lacksField = operation.selectionSet.selections.some(
      (one) => one.kind === 'Field' && !((one.alias ?? one.name).value in data),
    )
    const ids =
      operation.operation === 'query' ? Object.entries(variables).filter(([name]) => isIdName(name)) : []
    return lacksField || ids.some(([, id]) => typeof id !== 'object' && !body.includes(String(id)))
  }
}

interface Asked {
  operation: OperationDefinitionNode
  fragments: ReadonlyMap<string, FragmentDefinitionNode>
  variables: JsonObject
}

function readAsked(request: MockRequest): Asked | undefined {
  const body = request.method === 'GET' ? Object.fromEntries(request.query) : bodyOf(request)
  const { query, operationName } = body
  const variables = typeof body.variables === 'string' ? parseLooseJson(body.variables) : body.variables
  if (typeof query !== 'string' || !isGraphqlText(query, true)) return undefined
  const definitions = parseGraphql(query) ?? []
  const operations = definitions.filter((one) => one.kind === 'OperationDefinition')
  const operation = operations.find((one) => one.name?.value === operationName) ?? operations[0]
  const fragments = definitions.filter((one) => one.kind === 'FragmentDefinition')
  return (
    operation && {
      operation,
      fragments: new Map(fragments.map((one) => [one.name.value, one])),
      variables: asObject(variables) ?? {},
    }
  )
}

interface KnownRecords extends Omit<Asked, 'operation'> {
  records: GraphqlRecords
}

/** The record that an object in the answer represents. */
interface Subject {
  noun: string
  index: number
  /** What the request says about the record: the id of the record, or the members that the request sends. */
  said: JsonObject
  size: number
  level: number
}

class Selection {
  readonly #operation: OperationDefinitionNode
  readonly #known: KnownRecords
  #fields = 0

  constructor(operation: OperationDefinitionNode, known: KnownRecords) {
    this.#operation = operation
    this.#known = known
  }

  data(): JsonValue {
    return this.#object(this.#operation.selectionSet, {
      noun: '',
      index: 0,
      said: {},
      size: MOST_LISTED,
      level: 0,
    })
  }

  #object(set: SelectionSetNode, subject: Subject): JsonObject {
    const members: JsonObject = {}
    for (const [name, field] of this.#mergedFieldsOf(set)) {
      if (++this.#fields > MOST_FIELDS) break
      members[name] = this.#value(field, subject)
    }
    return members
  }

  /** The fields of a selection by their names in the answer. A name that occurs again adds its selection. */
  #mergedFieldsOf(set: SelectionSetNode): Map<string, FieldNode> {
    const merged = new Map<string, FieldNode>()
    for (const field of this.#fieldsOf(set.selections)) {
      const name = field.alias?.value ?? field.name.value
      const known = merged.get(name)?.selectionSet
      const { selectionSet } = field
      const both = known && selectionSet && [...known.selections, ...selectionSet.selections]
      merged.set(name, both ? { ...field, selectionSet: { ...selectionSet, selections: both } } : field)
    }
    return merged
  }

  /**
   * The fields of a selection, including those of its fragments. Each fragment counts once, also one that includes
   * itself, as in `CollectFields` of the GraphQL specification.
   */
  #fieldsOf(selections: readonly SelectionNode[], visited = new Set<string>()): FieldNode[] {
    return selections.flatMap((one) => {
      if (one.kind === 'Field') return [one]
      if (one.kind === 'InlineFragment') return this.#fieldsOf(one.selectionSet.selections, visited)
      const { value: name } = one.name
      if (visited.has(name)) return []
      visited.add(name)
      return this.#fieldsOf(this.#known.fragments.get(name)?.selectionSet.selections ?? [], visited)
    })
  }

  #value(field: FieldNode, subject: Subject): JsonValue {
    const name = field.name.value
    const { records, variables } = this.#known
    if (!field.selectionSet || subject.level > MOST_LEVELS)
      return name === '__typename' ? typeName(subject.noun) : records.leaf(name, subject)
    const given = argumentsOf(field, variables)
    const isRoot = subject.level === 0
    const noun = nounOf(name, subject.noun)
    const said =
      isRoot && this.#operation.operation === 'mutation' ? records.change(noun, given) : saidBy(given)
    const below: Subject = {
      noun,
      said,
      level: subject.level + 1,
      index: isRoot ? records.indexOf(noun, said) : subject.index,
      size: pageSize(given) ?? subject.size,
    }
    if (name === 'node') return this.#object(field.selectionSet, { ...below, said: subject.said })
    if (!this.#isList(field)) return this.#object(field.selectionSet, below)
    const set = field.selectionSet
    const count = Math.min(below.size, records.count(noun), MOST_LISTED)
    return Array.from({ length: count }, (_, index) => this.#object(set, { ...below, index, said: {} }))
  }

  /**
   * Whether a field is a list. A field such as `nodes` is a list, and so is a field with a plural name, such as
   * `products`. But if the selection of `products` contains a field of a page, such as `totalCount`, `products` is one
   * object.
   */
  #isList({ name, selectionSet }: FieldNode): boolean {
    if (LIST_MEMBERS.test(name.value)) return name.value !== 'data' || !this.#hasPage(selectionSet)
    return isPlural(wordsOf(name.value).at(-1) ?? '') && !this.#hasPage(selectionSet)
  }

  #hasPage(set: SelectionSetNode | undefined): boolean {
    return this.#fieldsOf(set?.selections ?? []).some(({ name }) => PAGE_MEMBERS.test(name.value))
  }
}

const typeName = (noun: string) => wordsOf(noun).map(capitalize).join('') || 'Query'

/** The arguments of a field that are ids. */
function saidBy(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isIdName(name)))
}

/** Maximum number of values that are kept for a member. */
const MOST_SAMPLES = 20
/** Maximum nesting of the objects from which values are collected. */
const MOST_RECORD_LEVELS = 20

const RECORDS = 3

/** Values from the saved examples, and the records that mutations have created or changed. */
class GraphqlRecords {
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
    if (level > MOST_RECORD_LEVELS) return
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

function argumentsOf(field: FieldNode, variables: JsonObject): JsonObject {
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
function pageSize(given: JsonObject): number | undefined {
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
const LIST_MEMBERS = /^(?:edges|nodes|items|results|records|list|rows|data)$/
/** Names of members that an object has if it is one page of a list. */
const PAGE_MEMBERS = /^(?:edges|nodes|items|results|records|pageInfo|totalCount|total|count)$/

/** Matches a verb or adjective before the noun in a field name: `all` in `allProducts`. */
const BEFORE = /^(?:get|list|all|find|search|fetch|create|add|update|edit|delete|remove|upsert|my)$/
/** Matches a word after the noun in a field name: `connection` in `productsConnection`. */
const BEHIND = /^(?:list|connection|collection|by|one|many)$/

/**
 * The singular noun in a field name: `product` for `createProduct`, `allProducts` and `productsConnection`. A name
 * without a noun gives `outer`, the noun of the field around it.
 */
function nounOf(name: string, outer: string): string {
  if (LIST_MEMBERS.test(name) || name === 'node') return outer
  const words = wordsOf(name)
  const start = words.length > 1 && BEFORE.test(words[0]!) ? 1 : 0
  const end = words.findIndex((word, index) => index > start && BEHIND.test(word))
  const noun = words.slice(start, end < 0 ? undefined : end)
  return noun.length === 0 ? outer : [...noun.slice(0, -1), singularOf(noun.at(-1)!)].join(' ')
}
