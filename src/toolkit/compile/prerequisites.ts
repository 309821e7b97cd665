import type { PlacedItem } from '../collection/walk.js'
import type { JsonSchema } from '../model/json.js'
import type { Binding, Capture, Prerequisite } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { readCaptures } from '../semantics/captures.js'
import { findVariables } from '../template/variables.js'
import type { Derivation } from './derivation.js'
import { isFilled, type KnownVariables } from './known-variables.js'
import type { Layout } from './layout.js'

/** The variables that the scripts of each item capture. */
export function indexCaptures(placed: PlacedItem[]): Capture[][] {
  return placed.map(({ item }) => (item.scripts.length > 0 ? readCaptures(item.scripts).captures : []))
}

/** Values that a login provides beside its token belong to the session; users are not asked for them. */
export function sessionVariables(captures: Capture[][]): string[] {
  const logins = captures.filter((own) => own.some(({ secret }) => secret))
  return logins.flatMap((own) => own.map(({ variable }) => variable))
}

/** The tools whose responses fill the variables of one tool. */
export type PrerequisiteIndex = (tool: Derivation) => Prerequisite[]

/**
 * Finds for each tool the tools whose responses fill its variables. A prerequisite runs automatically when it needs no
 * input and either only reads or is a login: for example, an order is never placed only because a later request needs
 * its id.
 */
export function prerequisitesAmong(tools: readonly Derivation[], filled: KnownVariables): PrerequisiteIndex {
  const providers = new Map<string, Derivation[]>()
  for (const tool of tools) {
    for (const { variable } of tool.captures) {
      const known = providers.get(variable) ?? []
      if (!known.includes(tool)) providers.set(variable, [...known, tool])
    }
  }
  return (tool) => (providers.size === 0 ? [] : needsOf(tool, { providers, filled }))
}

/** The parameters; those whose values other tools provide say so. */
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
 * The sentence that names the tools to call first, for values that are no parameters. A credential is named nowhere:
 * it is that of a whole session, and most tools need it.
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

/** The parameter that fills a variable. */
function inputFor(variable: string, bindings: Binding[]): string | undefined {
  return bindings.find((one) => one.in === 'variable' && one.name === variable)?.parameter
}

function withSentence(schema: JsonSchema, sentence: string): JsonSchema {
  return { ...schema, description: schema.description ? `${schema.description} ${sentence}` : sentence }
}

function needsOf(
  tool: Derivation,
  known: { providers: ReadonlyMap<string, Derivation[]>; filled: KnownVariables },
): Prerequisite[] {
  const used = findVariables(JSON.stringify(tool.endpoint().request))
  return used.flatMap((variable) => {
    if (known.filled.given.has(variable)) return []
    const others = (known.providers.get(variable) ?? []).filter(
      (provider) => provider !== tool && !usesVariable(provider, variable),
    )
    const ordered = others.toSorted(
      (a, b) =>
        Number(runsAlone(b)) - Number(runsAlone(a)) ||
        a.name.length - b.name.length ||
        (a.name < b.name ? -1 : 1),
    )
    return ordered
      .slice(0, 1)
      .map((provider) => ({ variable, tool: provider.name, runsAlone: runsAlone(provider) }))
  })
}

/** A request that is sent with a value is not where the value comes from: a script that all requests share captures it anywhere. */
const usesVariable = (tool: Derivation, variable: string) =>
  findVariables(JSON.stringify(tool.endpoint().request)).includes(variable)

function runsAlone(tool: Derivation): boolean {
  const isLogin = tool.captures.some(({ variable }) => isCredentialLike(variable))
  return !tool.layout().schema.required?.length && (tool.effect().annotations.readOnlyHint || isLogin)
}
