import type { PlacedItem } from '../collection/walk.js'
import type { JsonSchema, JsonValue } from '../model/json.js'
import type { RequestTemplate } from '../model/request-template.js'
import type { Binding, Capture, Prerequisite } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { entryOf } from '../semantics/address.js'
import { readCaptures } from '../semantics/captures.js'
import { bodyMembers } from '../semantics/request-body.js'
import { onlyVariable } from '../template/variables.js'
import type { Derivation } from './derivation.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Layout } from './layout.js'

export function indexCaptures(placed: PlacedItem[]): Capture[][] {
  return placed.map(({ item }) => (item.scripts.length > 0 ? readCaptures(item.scripts).captures : []))
}

/** All variables that a login fills, also beside the token. They belong to the session; no tool asks for them. */
export function sessionVariables(captures: Capture[][]): string[] {
  const logins = captures.filter((own) => own.some(({ secret }) => secret))
  return logins.flatMap((own) => own.map(({ variable }) => variable))
}

export type PrerequisiteIndex = (tool: Derivation) => Prerequisite[]

export interface PrerequisiteFacts {
  filled: KnownVariables
  isNamed: (tool: Derivation) => boolean
}

/** The tools that fill the variables of each tool. Only a read without input, a log-in, or what `login` names runs by itself. */
export function prerequisitesAmong(
  tools: readonly Derivation[],
  facts: PrerequisiteFacts,
): PrerequisiteIndex {
  const providers = new Map<string, Derivation[]>()
  for (const tool of tools) {
    for (const { variable } of tool.captures) {
      const known = providers.get(variable) ?? []
      if (!known.includes(tool)) providers.set(variable, [...known, tool])
    }
  }
  return (tool) => (providers.size === 0 ? [] : needsOf(tool, { providers, ...facts }))
}

/** Adds `From the answer of TOOL.` to the description of each parameter whose value is in the response of a tool. */
export function withSources(
  parameters: JsonSchema,
  bindings: Binding[],
  { request, prerequisites }: { request: RequestTemplate; prerequisites: Prerequisite[] },
): JsonSchema {
  return prerequisites.reduce((schema, { variable, tool }) => {
    const place = inputFor(variable, { request, schema, bindings })
    return place ? withSentence(schema, place, `From the answer of ${tool}.`) : schema
  }, parameters)
}

/**
 * A sentence that names the tools that the model must call first, because only their responses fill some variables.
 * `''` if there are none. Three kinds of tools are not named:
 * - tools that are called automatically
 * - tools that fill what is an input of the tool: its description names them
 * - tools that provide credentials: one login applies to the whole session, and without this rule most descriptions
 *   would name the login
 */
export function callFirst(
  { bindings, schema }: Layout,
  { request, prerequisites }: { request: RequestTemplate; prerequisites: Prerequisite[] },
  filled: KnownVariables,
): string {
  const first = prerequisites.filter(({ variable, runsAlone }) => {
    if (runsAlone || isFilled(variable, filled) || isCredentialLike(variable)) return false
    return inputFor(variable, { request, schema, bindings }) === undefined
  })
  const tools = new Set(first.map(({ tool }) => tool))
  return tools.size > 0 ? ` Call ${[...tools].join(' and ')} first.` : ''
}

interface Inputs {
  request: RequestTemplate
  schema: JsonSchema
  bindings: Binding[]
}

/** The names of the input that takes the place of a variable, one inside the other: `['body', 'hotelId']`. */
function inputFor(variable: string, { request, schema, bindings }: Inputs): string[] | undefined {
  const isIt = (value: JsonValue | undefined) => typeof value === 'string' && onlyVariable(value) === variable
  const { url, headers } = request
  for (const one of bindings) {
    const member = one.in === 'body' ? bodyMembers(request)?.find(([, value]) => isIt(value))?.[0] : undefined
    const place = member === undefined ? [one.parameter] : [one.parameter, member]
    const isTaken =
      member !== undefined ||
      (one.in === 'variable' && one.name === variable) ||
      (one.in === 'path' && isIt(entryOf(url.variables, one.key)?.value)) ||
      (one.in === 'query' && isIt(url.query[one.index]?.value)) ||
      (one.in === 'header' && isIt(headers[one.index]?.value))
    if (isTaken && memberAt(schema, place)) return place
  }
  return undefined
}

const memberAt = (schema: JsonSchema, place: readonly string[]) =>
  place.reduce<JsonSchema | undefined>((one, name) => one?.properties?.[name], schema)

function withSentence(schema: JsonSchema, [name, ...inner]: string[], sentence: string): JsonSchema {
  if (name === undefined)
    return { ...schema, description: schema.description ? `${schema.description} ${sentence}` : sentence }
  const own = schema.properties![name]!
  return { ...schema, properties: { ...schema.properties, [name]: withSentence(own, inner, sentence) } }
}

function needsOf(
  tool: Derivation,
  { providers, filled, isNamed }: PrerequisiteFacts & { providers: ReadonlyMap<string, Derivation[]> },
): Prerequisite[] {
  const mayRun = (provider: Derivation) => runsAlone(provider, isNamed)
  return [...tool.usedVariables].flatMap((variable) => {
    if (filled.given.has(variable)) return []
    const others = (providers.get(variable) ?? []).filter(
      (provider) => provider !== tool && !usesVariable(provider, variable),
    )
    const ordered = others.toSorted(
      (a, b) =>
        Number(isNamed(b)) - Number(isNamed(a)) ||
        Number(mayRun(b)) - Number(mayRun(a)) ||
        a.name.length - b.name.length ||
        (a.name < b.name ? -1 : 1),
    )
    return ordered
      .slice(0, 1)
      .map((provider) => ({ variable, tool: provider.name, runsAlone: mayRun(provider) }))
  })
}

/** Whether a request uses a variable, which its response then does not fill: many requests may share one script. */
const usesVariable = (tool: Derivation, variable: string) => tool.usedVariables.has(variable)

/** Whether another tool may run this one: a read, named by the operator, or a log-in by what it sends and captures. */
function runsAlone(tool: Derivation, isNamed: (tool: Derivation) => boolean): boolean {
  if (tool.layout.schema.required?.length) return false
  const { readOnlyHint, destructiveHint } = tool.effect.annotations
  if (readOnlyHint || isNamed(tool)) return true
  return !destructiveHint && tool.captures.some(({ secret }) => secret) && tool.endpoint.intent.logsIn()
}
