import type { ArgumentNode, FieldNode } from 'graphql'
import { freeName } from '../../text/free-name.js'
import type { RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { parseGraphql } from '../semantics/effect/graphql-document.js'
import { isIdName } from '../semantics/id-names.js'
import { literalKind } from '../semantics/literal-id.js'
import { findVariables, hasVariable } from '../template/variables.js'
import type { ToolInputModes } from './input-modes.js'
import { isFilled, type KnownVariables } from './known-variables.js'

/** A literal value of an argument in a GraphQL document, such as `"o-77"` in `cancelOrder(id: "o-77")`. */
export interface DocumentArgument {
  name: string
  text: string
  value: string | number
  type: 'string' | 'integer' | 'number'
  /** Whether each call must give the value. If not, the value of the document is the default. */
  isRequired: boolean
  start: number
  end: number
}

const NONE: readonly DocumentArgument[] = []

/** Replaces literals in the arguments of the first fields by variables: `order(id: "{{id}}")`. Only the server knows their types. */
export function openArguments(
  request: RequestTemplate,
  { filled, modes }: { filled: KnownVariables; modes: ToolInputModes },
): { request: RequestTemplate; documentArguments: readonly DocumentArgument[] } {
  const { body } = request
  const unchanged = { request, documentArguments: NONE }
  if (body?.mode !== 'graphql' || hasVariable(body.query) || modes.ofBody(['query'])) return unchanged
  const used = new Set(findVariables(request))
  const found = argumentsIn(body.query, (name) => !used.has(name) && !isFilled(name, filled))
  if (found.length === 0) return unchanged
  const query = found.reduceRight(
    (text, { name, start, end }) => `${text.slice(0, start)}{{${name}}}${text.slice(end)}`,
    body.query,
  )
  return { request: { ...request, body: { ...body, query } }, documentArguments: found }
}

function argumentsIn(query: string, isUnused: (name: string) => boolean): DocumentArgument[] {
  const definitions = parseGraphql(query, { noLocation: false }) ?? []
  const [operation, ...others] = definitions.filter((one) => one.kind === 'OperationDefinition')
  if (!operation || others.length > 0) return []
  const used = new Set((operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value))
  const fields = operation.selectionSet.selections.filter((one): one is FieldNode => one.kind === 'Field')
  const all = fields.flatMap((field) => field.arguments ?? [])
  // A log-in sends the user and the password of the collection together.
  if (all.some(({ name }) => isCredentialLike(name.value))) return []
  return all.flatMap((argument): DocumentArgument[] => {
    const literal = literalOf(argument)
    if (literal === undefined) return []
    const key = argument.name.value
    const name = freeName(key, (one) => !used.has(one) && isUnused(one), '_')
    used.add(name)
    return [{ ...literal, name, isRequired: operation.operation === 'mutation' || isRecord(key, literal) }]
  })
}

function literalOf({
  value,
}: ArgumentNode): Pick<DocumentArgument, 'text' | 'value' | 'type' | 'start' | 'end'> | undefined {
  const { loc } = value
  if (loc === undefined) return undefined
  if (value.kind === 'IntValue' || value.kind === 'FloatValue') {
    const type = value.kind === 'IntValue' ? 'integer' : 'number'
    return { text: value.value, value: Number(value.value), type, start: loc.start, end: loc.end }
  }
  if (value.kind !== 'StringValue' || value.block) return undefined
  const [start, end] = [loc.start + 1, loc.end - 1]
  return { text: loc.source.body.slice(start, end), value: value.value, type: 'string', start, end }
}

function isRecord(key: string, { text, type }: Pick<DocumentArgument, 'text' | 'type'>): boolean {
  const kind = literalKind(text)
  return isIdName(key) || (type === 'string' && kind !== undefined && kind !== 'number')
}
