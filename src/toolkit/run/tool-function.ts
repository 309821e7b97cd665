import { createHash } from 'node:crypto'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { lazy } from '../model/lazy.js'
import { mapMembers, withMembers } from '../model/map-members.js'
import type {
  CallOptions,
  DryRun,
  DryRunOptions,
  ToolDefinition,
  ToolFunction,
  ToolResult,
} from '../model/tool.js'
import { createMasker } from '../secrets/mask.js'
import { maskArguments, maskedArgumentProblem } from '../secrets/sensitive-arguments.js'
import { originOf, replaceOrigin } from '../semantics/address.js'
import { ordersInPath } from '../semantics/effect/path-orders.js'
import { requestSent, valuesSent } from '../semantics/effect/sent-effect.js'
import { effectOfTokenRequest } from '../semantics/effect/token-request.js'
import { findVariables } from '../template/variables.js'
import type { ResolvedAuth } from './authenticate/authenticate.js'
import { fetchesToken, tokenRequest } from './authenticate/oauth2-token.js'
import { type ConvertedInput, checkToolInput } from './input/check-input.js'
import { type CallParts, type Prepared, prepareRequest } from './prepare-request.js'
import { failed, refusal } from './refusal.js'
import type { RunContext } from './run-context.js'
import { sessionState } from './session-state.js'
import { showRequest, signRequest } from './sign-request.js'
import { plainRequest, type WireRequest } from './wire-request.js'

type Admitted = (ConvertedInput & { fields?: string[] }) | { refused: ToolResult }

/** Loads the code that sends requests and reads responses, with its packages, at the first call of a tool. */
export const loadCalling = lazy(() => import('./call-tool.js'))

/** The tool function of a definition. An invalid input or a failure of the API is a result with an error, not thrown. */
export function createToolFunction(made: ToolDefinition, context: RunContext): ToolFunction {
  const definition = context.readFiles ? withMembers(made, { parameters: withPaths(made.parameters) }) : made
  let located: ToolDefinition | undefined
  const emptyBase = emptyBaseOf(definition, context)
  return {
    name: definition.name,
    get description() {
      return definition.description
    },
    get parameters() {
      return definition.parameters
    },
    get annotations() {
      return definition.annotations
    },
    definition,
    async call(input: JsonObject, options: CallOptions = {}): Promise<ToolResult> {
      const admitted = admit(input, definition)
      if ('refused' in admitted) return admitted.refused
      located ??= locate(definition, context)
      const { callTool } = await loadCalling()
      const sent = await callTool(located, admitted, { context, options, emptyBase })
      const result = withLeftOut(sent, admitted.leftOut)
      return result.reason === 'unreachable' ? withEmptyBase(result, emptyBase) : result
    },
    dryRun(input: JsonObject, options: DryRunOptions = {}): DryRun | ToolResult {
      const admitted = admit(input, definition)
      if ('refused' in admitted) return admitted.refused
      try {
        located ??= locate(definition, context)
        return dryRunTool(located, admitted.input, { context, options, emptyBase })
      } catch (error) {
        return refusal(error)
      }
    },
  }
}

/** Adds `path` to the schemas of files, for a program that lets calls read files of its machine. */
function withPaths(schema: JsonSchema): JsonSchema {
  const { properties, items } = schema
  const inside = properties && mapMembers(properties, withPaths)
  const isFile = properties?.base64 !== undefined
  return {
    ...schema,
    ...(inside && { properties: isFile ? { path: { type: 'string' }, ...inside } : inside }),
    ...(items && { items: withPaths(items) }),
  }
}

function locate(definition: ToolDefinition, { baseUrls }: RunContext): ToolDefinition {
  const { request } = definition
  const baseUrl = baseUrls.get(originOf(request.url))
  const url = baseUrl === undefined ? request.url : replaceOrigin(request.url, baseUrl.url)
  return withMembers(definition, { request: { ...request, url } })
}

/** The variable without a value because of which the requests of a tool go to the fallback address, if they do. */
function emptyBaseOf({ request }: ToolDefinition, { baseUrls }: RunContext): string | undefined {
  const origin = originOf(request.url)
  return baseUrls.get(origin)?.isFallback ? findVariables(origin)[0] : undefined
}

function withEmptyBase(result: ToolResult, variable: string | undefined): ToolResult {
  if (variable === undefined) return result
  const why = `The request went there because "${variable}" has no value; --base-url URL, API_BASE_URL or --env-var ${variable}=URL says where the API is.`
  return { ...result, content: `${String(result.content)} ${why}` }
}

/** Checks an input. `fields` selects fields of the response, unless the tool has a parameter of this name. */
function admit(input: JsonObject, definition: ToolDefinition): Admitted {
  const { parameters, name } = definition
  const given = input ?? {}
  const isProjection = !Object.hasOwn(parameters.properties ?? {}, 'fields') && Object.hasOwn(given, 'fields')
  const fields = isProjection ? fieldList(given.fields) : undefined
  const masked = maskedArgumentProblem(given)
  if (masked !== undefined) return { refused: notCalled(name, masked) }
  const checked = checkToolInput(definition, isProjection ? withoutFields(given) : given)
  if ('problems' in checked) return { refused: notCalled(name, checked.problems.join(' ')) }
  const { input: converted, leftOut } = checked
  // To leave out a value of a new record is what null means there.
  return { input: converted, fields, ...(leftOut && definition.method !== 'POST' && { leftOut }) }
}

/** Adds a note to the result of a call that sent less than the model gave, so that it is not told as changed. */
export function withLeftOut(result: ToolResult, leftOut: readonly string[] | undefined): ToolResult {
  if (!leftOut || result.isError) return result
  const note = `Left out, since the API is not known to take null there, so these have not been changed: ${leftOut.join(', ')}.`
  return { ...result, note: result.note === undefined ? note : `${result.note} ${note}` }
}

/**
 * An input as a call sends it: with values converted to the types of the parameters. Judge this input, and show it in the
 * question to the user. An input that the call refuses stays as it is.
 */
export function inputToSend(definition: ToolDefinition, input: JsonObject): ConvertedInput {
  const admitted = admit(input, definition)
  if ('refused' in admitted) return { input }
  const { fields, leftOut } = admitted
  return { input: fields ? { ...admitted.input, fields: input.fields! } : admitted.input, leftOut }
}

const notCalled = (name: string, why: string) => failed('invalid-input', `${name} was not called. ${why}`)

function withoutFields({ fields: _taken, ...rest }: JsonObject): JsonObject {
  return rest
}

function fieldList(value: JsonValue | undefined): string[] | undefined {
  const list = typeof value === 'string' ? value.split(',') : Array.isArray(value) ? value.map(String) : []
  const fields = list.map((field) => field.trim()).filter(Boolean)
  return fields.length > 0 ? fields.slice(0, 100) : undefined
}

/** The exact request that a call would send, with secrets masked, and a placeholder for a token that it would fetch. */
function dryRunTool(
  definition: ToolDefinition,
  input: JsonObject,
  { context, options, emptyBase }: Pick<CallParts, 'context' | 'emptyBase'> & { options: DryRunOptions },
): DryRun {
  const state = options.session && sessionState(options.session, context.collection)
  const isComparable = options.comparable ?? false
  const parts = { context, options, state, isComparable, emptyBase }
  const prepare = (given: JsonObject): Prepared => {
    const ready = prepareRequest(definition, given, parts)
    return isComparable && !mayDecide(ready.auth) ? { ...ready, auth: undefined } : ready
  }
  const prepared = prepare(input)
  const signed = (request: Prepared) =>
    signRequest({ ...request, auth: withStandIn(request.auth) }, context.clock)
  if (options.showSecrets) return plainRequest(signed(prepared).wire)
  const hidden = maskArguments(input, definition.parameters, HIDDEN)
  const shownRequest = hidden === input ? prepared : prepare(hidden)
  const { wire, added } = signed(shownRequest)
  const secrets = [...shownRequest.secrets, ...added, ...(hidden === input ? [] : [HIDDEN])]
  const login = loginOf(prepared.auth)
  const shown = showRequest(wire, secrets)
  const { text: masked } = createMasker(secrets)
  return {
    ...shown,
    ...(login && { login: { ...login, url: masked(login.url), fields: login.fields.map(masked) } }),
    ...(isComparable && { form: formOf(wire), answered: answeredOf(prepared) }),
  }
}

/** A digest of all that a request has besides data: method, server, number of segments, names, and what says its effect. */
function formOf(wire: WireRequest): string {
  const { method, origin } = wire
  const request = requestSent(plainRequest(wire))
  const { path, query } = request.url
  const names = [...query, ...wire.headers.map(([key]) => ({ key }))].map(({ key }) => key)
  const parts = [method, origin, path.length, names, valuesSent(request), ordersInPath(path)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** A digest of the captured values in a request. Those that are secrets may be renewed at any time, so they do not count. */
function answeredOf({ answered = new Map(), secrets }: Prepared): string {
  const values = [...answered].filter(([, value]) => !secrets.includes(value))
  return createHash('sha256').update(JSON.stringify(values)).digest('base64url')
}

function loginOf(auth: ResolvedAuth | undefined): DryRun['login'] {
  if (!auth || !fetchesToken(auth)) return undefined
  const wire = tokenRequest(auth)
  const { method, url, ...rest } = plainRequest(wire)
  const { effect, texts } = effectOfTokenRequest(requestSent({ method, url, ...rest }), wire.hostname)
  return effect === 'read' ? undefined : { method, url, fields: texts }
}

/** Whether an auth adds an entry whose name the collection chooses, or a log-in, so that it may decide what a call does. */
const mayDecide = (auth: ResolvedAuth | undefined) =>
  auth !== undefined && (auth.type === 'apikey' || auth.type === 'jwt' || fetchesToken(auth))

/** Stands for a sensitive argument while the request is built: a word that no position of a request encodes. */
const HIDDEN = 'zqHiddenArgumentqz'

function withStandIn(auth: ResolvedAuth | undefined): ResolvedAuth | undefined {
  return auth && fetchesToken(auth) ? { ...auth, params: { ...auth.params, accessToken: 'TOKEN' } } : auth
}
