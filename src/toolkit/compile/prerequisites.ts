import type { Placed } from '../collection/walk.js'
import { readCaptures } from '../meaning/captures.js'
import type { JsonSchema } from '../model/json.js'
import type { Capture, Prerequisite, ToolDefinition } from '../model/tool.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import { type Filled, isFilled } from './filled.js'

/** What the scripts of each item leave behind. */
export function indexCaptures(placed: Placed[]): Capture[][] {
  return placed.map(({ item }) => (item.scripts.length > 0 ? readCaptures(item.scripts).captures : []))
}

/** What a login leaves behind beside its token belongs to who asks; nobody is asked for it. */
export function sessionVariables(captures: Capture[][]): string[] {
  const logins = captures.filter((own) => own.some(({ secret }) => secret))
  return logins.flatMap((own) => own.map(({ variable }) => variable))
}

/**
 * Names for each tool the tools whose answers fill its variables. A prerequisite runs by itself when it needs no input and either only
 * reads or is a login: nobody wants an order placed because a later request has its id.
 */
export function addPrerequisites(definitions: ToolDefinition[], filled: Filled): ToolDefinition[] {
  const providers = new Map<string, ToolDefinition[]>()
  for (const definition of definitions) {
    for (const { variable } of definition.captures ?? []) {
      const known = providers.get(variable) ?? []
      if (!known.includes(definition)) providers.set(variable, [...known, definition])
    }
  }
  if (providers.size === 0) return definitions
  return definitions.map((definition) => {
    const prerequisites = needsOf(definition, { providers, filled })
    return prerequisites.length > 0 ? explained({ ...definition, prerequisites }, filled) : definition
  })
}

/** Says where values come from: in the parameter that takes one, else in the description when a tool has to be called first. */
function explained(definition: ToolDefinition, filled: Filled): ToolDefinition {
  const { bindings, parameters, prerequisites = [] } = definition
  const properties = { ...parameters.properties }
  const first = new Set<string>()
  for (const { variable, tool, runsAlone } of prerequisites) {
    const binding = bindings.find((one) => one.in === 'variable' && one.name === variable)
    const own = binding && properties[binding.parameter]
    if (binding && own) properties[binding.parameter] = withSentence(own, `From the answer of ${tool}.`)
    else if (!runsAlone && !isFilled(variable, filled)) first.add(tool)
  }
  const hint = first.size > 0 ? ` Call ${[...first].join(' and ')} first.` : ''
  return {
    ...definition,
    description: `${definition.description}${hint}`,
    parameters: { ...parameters, properties },
  }
}

function withSentence(schema: JsonSchema, sentence: string): JsonSchema {
  return { ...schema, description: schema.description ? `${schema.description} ${sentence}` : sentence }
}

function needsOf(
  definition: ToolDefinition,
  known: { providers: Map<string, ToolDefinition[]>; filled: Filled },
): Prerequisite[] {
  const used = findVariables(JSON.stringify(definition.request))
  return used.flatMap((variable) => {
    if (known.filled.given.has(variable)) return []
    const others = (known.providers.get(variable) ?? []).filter((provider) => provider !== definition)
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

function runsAlone({ parameters, annotations, captures = [] }: ToolDefinition): boolean {
  const isLogin = captures.some(({ variable }) => isCredentialLike(variable))
  return !parameters.required?.length && (annotations.readOnlyHint || isLogin)
}
