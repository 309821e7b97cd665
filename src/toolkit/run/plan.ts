import type { JsonObject, JsonValue } from '../model/json.js'
import type { BodyBinding, ToolDefinition } from '../model/tool.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken } from './authenticate/oauth2-token.js'
import type { Marked, Marks } from './input/marks.js'
import type { RunContext } from './run-context.js'
import type { DraftRequest, WireRequest } from './wire-request.js'

/** A request with everything filled but the model's values: the same for all inputs that give the same members. */
export interface Plan {
  draft: DraftRequest
  marks: Marks
  auth: ResolvedAuth | undefined
  secrets: string[]
  /** The request signed and assembled, marks in it; absent where its body or its signature is made for each call. */
  wire?: WireRequest
}

/** Kinds of auth that add the same to every request. */
const CONSTANT_AUTH = new Set(['noauth', 'bearer', 'basic', 'apikey', 'oauth2'])

/** Whether a plan can be assembled once for all inputs. */
export function isConstant({ draft, auth }: Pick<Plan, 'draft' | 'auth'>): boolean {
  if (draft.body !== undefined) return false
  return auth === undefined || (CONSTANT_AUTH.has(auth.type) && !fetchesToken(auth))
}

/** Inputs of more kinds than this are built from the start. */
const MAX_PLANS = 32

const plans = new WeakMap<ToolDefinition, Map<string, Plan>>()
const steady = new WeakMap<ToolDefinition, boolean>()

/** The plan that was made for inputs of this kind. */
export function findPlan(definition: ToolDefinition, key: string): Plan | undefined {
  return plans.get(definition)?.get(key)
}

/** Keeps a plan for the next input of this kind. */
export function keepPlan(definition: ToolDefinition, key: string, plan: Plan): void {
  const known = plans.get(definition) ?? new Map<string, Plan>()
  if (known.size < MAX_PLANS) known.set(key, plan)
  plans.set(definition, known)
}

/** Which members an input gives; undefined when its request must be built anew: lists, files, merged bodies, dynamic values. */
export function planKey(
  definition: ToolDefinition,
  input: JsonObject,
  context: RunContext,
): string | undefined {
  if (!isSteady(definition, context)) return undefined
  let key = ''
  for (const binding of definition.bindings) {
    const value = Object.hasOwn(input, binding.parameter)
      ? (input[binding.parameter] ?? undefined)
      : undefined
    if (binding.in === 'body' && isMerged(binding.body)) return undefined
    if (value === undefined) key += '0'
    else if (binding.in === 'body') {
      const members = bodyKey(binding.body, value)
      if (members === undefined) return undefined
      key += members
    } else if (typeof value === 'object') return undefined
    else key += '1'
  }
  return key
}

/** Whether members of the template go into the value, so that the mark stands for more than the input. */
function isMerged(body: BodyBinding): boolean {
  if (body.kind !== 'json' && body.kind !== 'graphql') return false
  return (body.fixed ?? []).length + (body.locked ?? []).length > 0
}

function bodyKey(body: BodyBinding, value: JsonValue): string | undefined {
  if (body.kind === 'text' || body.kind === 'json' || body.kind === 'graphql') return '1'
  if (body.kind === 'file' || typeof value !== 'object' || value === null || Array.isArray(value))
    return undefined
  const members = Object.entries(value)
  return members.some(([, member]) => typeof member === 'object')
    ? undefined
    : JSON.stringify(members.map(([name]) => name))
}

/** Whether nothing of the request changes by itself from call to call. */
function isSteady(definition: ToolDefinition, { layers }: RunContext): boolean {
  const known = steady.get(definition)
  if (known !== undefined) return known
  const { body } = definition.request
  const hasFiles =
    body?.mode === 'file' || (body?.mode === 'formdata' && body.entries.some(({ type }) => type === 'file'))
  const made = !hasFiles && !JSON.stringify([definition.request, layers]).includes('{{$')
  steady.set(definition, made)
  return made
}

/** The value of another input for the same mark. */
export function valueIn(input: JsonObject, { parameter, member }: Marked): JsonValue {
  const value = input[parameter] ?? null
  return member === undefined ? value : ((value as JsonObject)[member] ?? null)
}
