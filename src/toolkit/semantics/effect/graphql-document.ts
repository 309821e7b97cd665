import type {
  ArgumentNode,
  ConstValueNode,
  DefinitionNode,
  FieldNode,
  OperationDefinitionNode,
  SelectionSetNode,
  TypeNode,
  VariableDefinitionNode,
} from 'graphql'
import { parse } from 'graphql/language/parser.js'
import { tryParseJson } from '../../../protocol/parse-json.js'
import type { JsonValue } from '../../model/json.js'

export interface GraphqlVariable {
  name: string
  /** The name of the variable's type, without the lists around this type. */
  type: string
  lists: number
  /** Whether a request must give a value: the type is not nullable, and there is no default. */
  isRequired: boolean
  /** The default, if it is a scalar. */
  byDefault?: JsonValue
}

export interface GraphqlOperation {
  kind: 'query' | 'mutation' | 'subscription'
  name: string | undefined
  fields: string[]
  /** The names of the fields that are selected inside the root fields. */
  members: string[]
  variables: GraphqlVariable[]
  /** The constants among the arguments of the document, and the defaults of its variables. */
  values: GraphqlValue[]
}

export interface GraphqlValue {
  name: string
  value: string | boolean
}

/** Limits for a document. The depth is checked before parsing, because the parser is recursive. */
const MAX_CHARS = 200_000
const MAX_TOKENS = 50_000
const MAX_DEPTH = 200

/**
 * The operations of a GraphQL document. Undefined for a document that is invalid or too large, defines types, or has no
 * operation.
 */
export function readGraphql(text: string): GraphqlOperation[] | undefined {
  const definitions = parseGraphql(text)
  const operations = definitions?.filter((one) => one.kind === 'OperationDefinition') ?? []
  const others = definitions?.some(
    ({ kind }) => kind !== 'OperationDefinition' && kind !== 'FragmentDefinition',
  )
  if (others || operations.length === 0) return undefined
  const fragments = new Map(
    definitions?.flatMap((one) =>
      one.kind === 'FragmentDefinition' ? [[one.name.value, one.selectionSet] as const] : [],
    ),
  )
  const values = valuesIn(definitions)
  return operations.map((operation) => ({ ...toOperation(operation, fragments), values }))
}

/** A node that may be an argument, a member of one, or the definition of a variable. */
type Argued = Omit<ArgumentNode, 'kind'> & Omit<VariableDefinitionNode, 'kind'>

/** The constants in the arguments of a document, found in any node that has a name and a value. */
function valuesIn(node: unknown): GraphqlValue[] {
  if (typeof node !== 'object' || node === null) return []
  const { name, value, variable, defaultValue } = node as Partial<Argued>
  const [key, own] = variable ? [variable.name, defaultValue] : [name, value]
  const isConstant = own?.kind === 'EnumValue' || own?.kind === 'StringValue' || own?.kind === 'BooleanValue'
  const found = key && isConstant ? [{ name: key.value, value: own.value }] : []
  return [...found, ...Object.values(node).flatMap(valuesIn)]
}

/** The definitions of a GraphQL document; without `noLocation`, with the places of all nodes in it. */
export function parseGraphql(
  text: string,
  { noLocation = true } = {},
): readonly DefinitionNode[] | undefined {
  if (text.length > MAX_CHARS || isTooDeep(text)) return undefined
  try {
    return parse(text, { noLocation, maxTokens: MAX_TOKENS }).definitions
  } catch {
    return undefined
  }
}

/** The operation with this name. If there is no name, it is the only operation of the document. */
export function operationSent(
  operations: readonly GraphqlOperation[],
  name: string | undefined,
): GraphqlOperation | undefined {
  const meant = name ? operations.filter((operation) => operation.name === name) : operations
  return meant.length === 1 ? meant[0] : undefined
}

/**
 * Whether a text is meant to be a GraphQL document, valid or not. Such a text begins with the keyword of a definition,
 * such as `query`. If `isNamed` is true, the text is the value of a member for GraphQL documents. It may then also
 * begin with a brace, unless it is JSON.
 */
export function isGraphqlText(text: string, isNamed: boolean): boolean {
  if (!text.includes('{')) return false
  const start = skipIgnored(text)
  if (!text.includes('{', start)) return false
  if (/^(?:query|mutation|subscription|fragment)\b/.test(text.slice(start, start + 16))) return true
  return isNamed && text[start] === '{' && typeof tryParseJson(text) !== 'object'
}

/**
 * The offset of the first token. Skips byte order marks, white space, commas and comments (GraphQL specification, 2.1).
 */
function skipIgnored(text: string): number {
  let at = 0
  while (at < text.length) {
    const char = text[at]!
    if (char === '#') {
      while (at < text.length && text[at] !== '\n' && text[at] !== '\r') at++
    } else if (char === ',' || /\s|\ufeff/.test(char)) at++
    else break
  }
  return at
}

/**
 * Whether brackets are nested too deep. Brackets in strings and comments count too, so some valid documents are
 * refused.
 */
function isTooDeep(text: string): boolean {
  let depth = 0
  for (const char of text) {
    if (char === '{' || char === '[' || char === '(') depth++
    else if (char === '}' || char === ']' || char === ')') depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

type Fragments = ReadonlyMap<string, SelectionSetNode>

function toOperation(node: OperationDefinitionNode, fragments: Fragments): Omit<GraphqlOperation, 'values'> {
  const fields = fieldsOf(node.selectionSet, fragments)
  return {
    kind: node.operation,
    name: node.name?.value,
    fields: fields.map(({ name }) => name.value),
    members: fields.flatMap(({ selectionSet }) =>
      fieldsOf(selectionSet, fragments).map(({ name }) => name.value),
    ),
    variables: (node.variableDefinitions ?? []).map(({ variable, type, defaultValue }) => ({
      name: variable.name.value,
      ...toType(type),
      isRequired: type.kind === 'NonNullType' && defaultValue === undefined,
      ...scalarOf(defaultValue),
    })),
  }
}

function scalarOf(value: ConstValueNode | undefined): { byDefault?: JsonValue } {
  if (value?.kind === 'IntValue' || value?.kind === 'FloatValue') return { byDefault: Number(value.value) }
  const isText =
    value?.kind === 'StringValue' || value?.kind === 'EnumValue' || value?.kind === 'BooleanValue'
  return isText ? { byDefault: value.value } : {}
}

/** The fields of a selection, also those in fragments. A fragment counts once, because fragments may contain each other. */
function fieldsOf(
  set: SelectionSetNode | undefined,
  fragments: Fragments,
  seen = new Set<SelectionSetNode>(),
): FieldNode[] {
  if (!set || seen.has(set)) return []
  seen.add(set)
  return set.selections.flatMap((one) => {
    if (one.kind === 'Field') return [one]
    const inner = one.kind === 'InlineFragment' ? one.selectionSet : fragments.get(one.name.value)
    return fieldsOf(inner, fragments, seen)
  })
}

function toType(node: TypeNode): Pick<GraphqlVariable, 'type' | 'lists'> {
  if (node.kind === 'NonNullType') return toType(node.type)
  if (node.kind === 'NamedType') return { type: node.name.value, lists: 0 }
  const { type, lists } = toType(node.type)
  return { type, lists: lists + 1 }
}
