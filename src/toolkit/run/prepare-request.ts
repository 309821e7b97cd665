import { readFileSync } from 'node:fs'
import { messageOf } from '../../errors.js'
import type { Variable } from '../model/collection.js'
import type { JsonObject } from '../model/json.js'
import type { CallOptions, ToolDefinition } from '../model/tool.js'
import { systemRandom } from '../template/random.js'
import { createDataScope, createScope, type Scope, stackScopes } from '../template/scope.js'
import { isDynamic } from '../template/variables.js'
import { authenticate, type ResolvedAuth, resolveAuth } from './authenticate/authenticate.js'
import { bodySecrets } from './body-credentials.js'
import { applyInput } from './input/apply-input.js'
import { InputProblem } from './input/input-problem.js'
import { Marks } from './input/marks.js'
import { placeInWire, placeValues } from './input/place-values.js'
import { findPlan, isConstant, keepPlan, type Plan, planKey, valueIn } from './plan.js'
import { assemble, nameJsonBody } from './request/assemble.js'
import { resolveRequest } from './request/resolve-request.js'
import { factsOf, type RunContext } from './run-context.js'
import { requestSecrets, secretVariables } from './secrets.js'
import type { SessionState } from './session-state.js'
import { type DraftRequest, type WireRequest, withHeader } from './wire-request.js'

/** A request that is ready to be signed and sent, or signed already. */
export type Prepared = PreparedFacts & ({ draft: DraftRequest } | { wire: WireRequest })

interface PreparedFacts {
  auth: ResolvedAuth | undefined
  /** Texts that must not be seen by a model, a client or a log. */
  secrets: string[]
}

/** What belongs to one call. */
export interface CallParts {
  context: RunContext
  options: CallOptions
  state: SessionState | undefined
}

/**
 * Builds the request of one call: the author's template filled from the variables, the model's values put in as data. Throws an
 * {@link InputProblem} that says what is missing or cannot be sent.
 */
export function prepareRequest(definition: ToolDefinition, input: JsonObject, parts: CallParts): Prepared {
  const { context, options } = parts
  const own = ownVariables(parts)
  const hasOwn = own.given.length + own.captured.length > 0
  const key = !hasOwn && !options.headers ? planKey(definition, input, context) : undefined
  const known = key === undefined ? undefined : findPlan(definition, key)
  if (known) return fromPlan(known, input)
  const plan = makePlan(definition, input, { context, own })
  const { auth, secrets } = plan
  const placed = placeValues(plan.draft, plan.marks)
  const withHeaders = options.headers?.reduce(
    (whole, [name, value]) => withHeader(whole, { key: name, value }),
    placed,
  )
  if (key !== undefined)
    keepPlan(definition, key, isConstant(plan) ? { ...plan, wire: signPlan(plan) } : plan)
  const draft = nameJsonBody(withHeaders ?? placed)
  return { draft, auth, secrets: withBodySecrets(secrets, draft, input) }
}

/** The request of another input of the same kind. */
function fromPlan(plan: Plan, input: JsonObject): Prepared {
  const { auth, secrets, draft, wire } = plan
  const marks = plan.marks.refill((marked) => valueIn(input, marked))
  if (wire) return { auth, secrets, wire: placeInWire(wire, marks) }
  const placed = nameJsonBody(placeValues(draft, marks))
  return { draft: placed, auth, secrets: withBodySecrets(secrets, placed, input) }
}

/** The same list where the body adds none, so that its masker is found again. */
function withBodySecrets(secrets: string[], draft: DraftRequest, input: JsonObject): string[] {
  const added = bodySecrets(draft, input)
  return added.length > 0 ? [...secrets, ...added] : secrets
}

/** A plan whose auth is the same for every request, signed and assembled once. */
function signPlan({ draft, auth }: Plan): WireRequest {
  return assemble(auth ? authenticate(draft, auth, { now: 0, random: systemRandom }) : draft)
}

/** Fills everything but the model's values, which stay marks. */
function makePlan(
  definition: ToolDefinition,
  input: JsonObject,
  { context, own }: { context: RunContext; own: OwnVariables },
): Plan {
  const facts = factsOf(context)
  const scope = withOwn(own, facts.scope)
  const marks = new Marks()
  const readUpload = (path: string) => readUploadFile(path, context)
  const applied = applyInput(definition, input, { marks, scope, readUpload })
  const filled = applied.values.size > 0 ? withValues(applied.values, scope) : scope
  const resolved = resolveRequest(applied.template, { scope: filled, readFile: readTemplateFile })
  const signing = definition.request.auth && resolveAuth(definition.request.auth, scope)
  const missing = [...applied.unresolved, ...resolved.unresolved, ...(signing?.unresolved ?? [])]
  if (missing.length > 0) throw missingSettings(definition, [...new Set(missing)])
  if (resolved.missingFiles.length > 0) throw missingFile(definition, resolved.missingFiles[0]!)
  const { draft } = resolved
  const secrets = [
    ...facts.secrets,
    ...secretVariables([own.given, own.captured]),
    ...requestSecrets(draft, signing?.auth, queryNames(definition)),
  ]
  return { draft, marks, auth: signing?.auth, secrets: secrets.filter((secret) => !marks.isIn(secret)) }
}

const queryNames = ({ request }: ToolDefinition) => request.url.query.map(({ key }) => key ?? '')

/** Variables of one call. */
interface OwnVariables {
  /** By the program or the identity. */
  given: Variable[]
  /** By earlier answers of the session: data, which is never filled. */
  captured: Variable[]
}

function ownVariables({ options, state }: CallParts): OwnVariables {
  const given = Object.entries(options.variables ?? {}).map(([key, value]) => ({ key, value, secret: true }))
  return { given, captured: [...(state?.captured.values() ?? [])] }
}

/** What was given before what was captured, and both before the variables of all calls. */
function withOwn({ given, captured }: OwnVariables, scope: Scope): Scope {
  const below = captured.length > 0 ? stackScopes(createDataScope(captured), scope) : scope
  return given.length > 0 ? stackScopes(createScope([given]), below) : below
}

/** The model's values before all variables, but never for names that generate values. */
function withValues(values: Map<string, string>, scope: Scope): Scope {
  const own = { lookup: (name: string) => (isDynamic(name) ? undefined : values.get(name)) }
  return stackScopes(own, scope)
}

function readTemplateFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function readUploadFile(path: string, { readFiles }: RunContext): Uint8Array {
  if (!readFiles)
    throw new InputProblem(
      'Files of this machine are not read for a tool call. Give the content in "base64" and a "name".',
    )
  try {
    return readFileSync(path)
  } catch (error) {
    throw new InputProblem(`The file ${path} cannot be read: ${messageOf(error)}.`)
  }
}

function missingSettings({ name }: ToolDefinition, variables: string[]): InputProblem {
  const names = variables.map((variable) => `"${variable}"`).join(', ')
  const isOne = variables.length === 1
  return new InputProblem(
    `${name} cannot be called yet: ${isOne ? 'the setting' : 'the settings'} ${names} ${isOne ? 'has' : 'have'} no value. Only the operator can set ${isOne ? 'it' : 'them'}: in the environment file (--env), with --env-var ${variables[0]}=VALUE, in .env, or as "variables" of the toolkit or the identity.`,
    'missing-setting',
  )
}

function missingFile({ name }: ToolDefinition, path: string): InputProblem {
  return new InputProblem(
    `${name} sends the file ${path}, which cannot be read. Put it where the collection expects it.`,
    'missing-setting',
  )
}
