import type {
  FieldNode,
  FragmentDefinitionNode,
  OperationDefinitionNode,
  SelectionNode,
  SelectionSetNode,
} from 'graphql'
import { valueFromASTUntyped } from 'graphql/utilities/valueFromASTUntyped.js'
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
import { indexOf, RecordStore } from './make-record.js'
import { makeValue } from './make-value.js'
import { addMembers, newKind, type RecordKind } from './record-kinds.js'

const MOST_FIELDS = 2_000
const MOST_LEVELS = 15

const MOST_LISTED = 50

/** Answers GraphQL requests with the members that they select, from values of the collection. */
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

  /** Whether an example answers another request: it lacks a root field or the id that was asked for. */
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

  /** The fields of a selection with its fragments, each once, as in `CollectFields` of the specification. */
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

  /** Whether a field is a list: `nodes`, or a plural, but not `products { totalCount }`. */
  #isList({ name, selectionSet }: FieldNode): boolean {
    if (LIST_MEMBERS.test(name.value)) return name.value !== 'data' || !this.#hasPage(selectionSet)
    return isPlural(wordsOf(name.value).at(-1) ?? '') && !this.#hasPage(selectionSet)
  }

  #hasPage(set: SelectionSetNode | undefined): boolean {
    return this.#fieldsOf(set?.selections ?? []).some(({ name }) => PAGE_MEMBERS.test(name.value))
  }
}

const typeName = (noun: string) => wordsOf(noun).map(capitalize).join('') || 'Query'

function saidBy(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).filter(([name]) => isIdName(name)))
}

const MOST_RECORD_LEVELS = 20

class GraphqlRecords {
  readonly #kinds = new Map<string, RecordKind>()
  readonly #store = new RecordStore()

  constructor(routes: Route[]) {
    for (const { examples, scope } of routes)
      for (const example of examples) this.#collect(objectIn(example.body, scope), '')
  }

  #kindOf(noun: string): RecordKind {
    return this.#kinds.get(noun) ?? newKind(noun)
  }

  #collect(value: JsonValue | undefined, noun: string, level = 0): void {
    if (level > MOST_RECORD_LEVELS) return
    if (Array.isArray(value)) for (const one of value) this.#collect(one, noun, level + 1)
    if (!isObject(value)) return
    const kind = this.#kindOf(noun)
    this.#kinds.set(noun, kind)
    const isScalar = (one: JsonValue) => typeof one !== 'object' || one === null
    addMembers(kind, Object.fromEntries(Object.entries(value).filter(([, one]) => isScalar(one))))
    for (const [name, one] of Object.entries(value))
      if (!isScalar(one)) this.#collect(one, nounOf(name, noun), level + 1)
  }

  leaf(name: string, { noun, index, said }: { noun: string; index: number; said: JsonObject }): JsonValue {
    const kind = this.#kindOf(noun)
    const own = { ...this.#store.changed(kind, String(said.id ?? index + 1)), ...said }
    if (own[name] !== undefined) return own[name]
    if (name === 'id') return String(index + 1)
    if (/^(?:hasNextPage|hasPreviousPage|errors?)$/.test(name)) return name.startsWith('has') ? false : null
    if (/^total(?:Count)?$|^count$/.test(name)) return this.count(noun)
    return makeValue({ name, samples: kind.members.get(name) ?? [], index, noun })
  }

  count(noun: string): number {
    return this.#store.ids(this.#kindOf(noun)).length
  }

  indexOf(noun: string, { id }: JsonObject): number {
    return id === undefined ? 0 : indexOf(this.#kindOf(noun), String(id))
  }

  /** Stores the values that a mutation sends and returns the record. Without an id, the record is new and gets the next id. */
  change(noun: string, given: JsonObject): JsonObject {
    const inner = Object.values(given).filter(isObject)
    const sent: JsonObject = Object.assign({}, given, ...inner)
    for (const [name, value] of Object.entries(sent)) if (isObject(value)) delete sent[name]
    const idName = Object.keys(sent).find((name) => name === 'id') ?? Object.keys(sent).find(isIdName)
    const isNew = idName === undefined || (idName !== 'id' && !idName.toLowerCase().startsWith(noun))
    const kind = this.#kindOf(noun)
    const id = isNew ? this.#store.nextId(kind) : (sent[idName] ?? null)
    const record = { ...this.#store.changed(kind, String(id)), ...sent, id }
    this.#store.set(kind, String(id), record)
    return record
  }
}

function argumentsOf(field: FieldNode, variables: JsonObject): JsonObject {
  return Object.fromEntries(
    (field.arguments ?? []).map(({ name, value }): [string, JsonValue] => [
      name.value,
      (valueFromASTUntyped(value, variables) ?? null) as JsonValue,
    ]),
  )
}

/** The number of records that a request asks for, such as `first: 10`; `undefined` if the request gives no number. */
function pageSize(given: JsonObject): number | undefined {
  const [, size] =
    Object.entries(given).find(([name]) =>
      /^(?:first|last|limit|take|top|size|per_?page|page_?size)$/i.test(name),
    ) ?? []
  return typeof size === 'number' && size >= 0 ? size : undefined
}

/** Members with the records of a list, whose kind the field around them names: `products { edges }`. */
const LIST_MEMBERS = /^(?:edges|nodes|items|results|records|list|rows|data)$/
const PAGE_MEMBERS = /^(?:edges|nodes|items|results|records|pageInfo|totalCount|total|count)$/

/** Matches a verb or adjective before the noun in a field name: `all` in `allProducts`. */
const BEFORE = /^(?:get|list|all|find|search|fetch|create|add|update|edit|delete|remove|upsert|my)$/
/** Matches a word after the noun in a field name: `connection` in `productsConnection`. */
const BEHIND = /^(?:list|connection|collection|by|one|many)$/

/** The noun of a field: `product` for `createProduct` or `productsConnection`, else that of the field around it. */
function nounOf(name: string, outer: string): string {
  if (LIST_MEMBERS.test(name) || name === 'node') return outer
  const words = wordsOf(name)
  const start = words.length > 1 && BEFORE.test(words[0]!) ? 1 : 0
  const end = words.findIndex((word, index) => index > start && BEHIND.test(word))
  const noun = words.slice(start, end < 0 ? undefined : end)
  return noun.length === 0 ? outer : [...noun.slice(0, -1), singularOf(noun.at(-1)!)].join(' ')
}
