import type { PlacedItem } from '../collection/walk.js'
import type { JsonSchema } from '../model/json.js'
import type { Binding, Capture, Prerequisite } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { readCaptures } from '../semantics/captures.js'
import type { Derivation } from './derivation.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Layout } from './layout.js'

export function indexCaptures(placed: PlacedItem[]): Capture[][] {
  return placed.map(({ item }) => (item.scripts.length > 0 ? readCaptures(item.scripts).captures : []))
}

/** All variables that a login fills, also beside the token. They belong to the session, and nobody is asked for them. */
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
  prerequisites: Prerequisite[],
): JsonSchema {
  const properties = { ...parameters.properties }
  for (const { variable, tool } of prerequisites) {
    const name = inputFor(variable, bindings)
    const own = name === undefined ? undefined : properties[name]
    if (own) properties[name!] = withSentence(own, `From the answer of ${tool}.`)
  }
  return { ...parameters, properties }
}

/**
 * A sentence that names the tools that the model must call first, because only their responses fill some variables.
 * `''` if there are none. Two kinds of tools are not named:
 * - tools that are called automatically
 * - tools that provide credentials: one login applies to the whole session, and without this rule most descriptions
 *   would name the login
 */
export function callFirst(
  { bindings, schema }: Layout,
  prerequisites: Prerequisite[],
  filled: KnownVariables,
): string {
  const first = prerequisites.filter(({ variable, runsAlone }) => {
    const name = inputFor(variable, bindings)
    if (name !== undefined && schema.properties?.[name]) return false
    return !runsAlone && !isFilled(variable, filled) && !isCredentialLike(variable)
  })
  const tools = new Set(first.map(({ tool }) => tool))
  return tools.size > 0 ? ` Call ${[...tools].join(' and ')} first.` : ''
}

function inputFor(variable: string, bindings: Binding[]): string | undefined {
  return bindings.find((one) => one.in === 'variable' && one.name === variable)?.parameter
}

function withSentence(schema: JsonSchema, sentence: string): JsonSchema {
  return { ...schema, description: schema.description ? `${schema.description} ${sentence}` : sentence }
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
