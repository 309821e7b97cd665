import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { ToolDefinition } from '../model/tool.js'
import { findVariables } from '../template/variables.js'
import { createVault, isSecretVariable, type Vault } from './vault.js'
import { withholdFromRequest } from './withhold-from-request.js'
import { withholdFromSchema } from './withhold-from-schema.js'

/** Tools without a secret value, and the variables that now stand for what was left out. */
export interface Withheld {
  definitions: ToolDefinition[]
  /** Values of the variables that the tools use, the secret ones left out. */
  variables: JsonObject
  /** Names of new variables that stand where a secret was written into the collection, sorted. */
  lifted: string[]
}

/**
 * Takes every secret value out of tools that are written to a file. One written into a request becomes a variable that the tool
 * names among its settings; a secret variable loses its value and keeps its name.
 */
export function withholdSecrets(definitions: ToolDefinition[], layers: Variable[][]): Withheld {
  const values = firstValues(layers)
  const vault = createVault([...values.values()], definitions)
  const requests = definitions.map((definition) => withholdFromRequest(definition, vault))
  const clean = definitions.map((definition, index) => {
    const { request, lifted } = requests[index]!
    return scrubbed({ ...definition, request, settings: merged(definition.settings, lifted) }, vault)
  })
  return { definitions: clean, variables: openVariables(clean, { values, vault }), lifted: vault.names() }
}

/** The variable that counts for each name: the first enabled one with a value that says something. */
function firstValues(layers: Variable[][]): Map<string, Variable> {
  const values = new Map<string, Variable>()
  for (const layer of layers.toReversed()) {
    for (const variable of layer) {
      if (!variable.disabled && !variable.off) values.set(variable.key, variable)
    }
  }
  return values
}

function scrubbed(definition: ToolDefinition, vault: Vault): ToolDefinition {
  const { description, title, words, parameters, output, request } = definition
  return {
    ...definition,
    description: vault.scrub(description),
    title: vault.scrub(title),
    words: vault.scrub(words),
    parameters: vault.scrub(withholdFromSchema(parameters)),
    request: vault.scrub(request),
    ...(output ? { output: vault.scrub(withholdFromSchema(output)) } : {}),
  }
}

/** The values of all variables that the requests use, also through other variables. */
function openVariables(
  definitions: ToolDefinition[],
  { values, vault }: { values: Map<string, Variable>; vault: Vault },
): JsonObject {
  const found: Record<string, JsonValue> = {}
  const pending = findVariables(JSON.stringify(definitions.map(({ request }) => request)))
  const seen = new Set<string>()
  for (const name of pending) {
    const variable = values.get(name)
    if (seen.has(name) || !variable || isSecretVariable(variable) || !saysSomething(variable.value)) continue
    seen.add(name)
    found[name] = vault.scrub(variable.value)
    pending.push(...findVariables(JSON.stringify(variable.value)))
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function saysSomething(value: JsonValue | undefined): value is JsonValue {
  return value !== undefined && value !== null && value !== '' && !/^<[^<>]*>$/.test(String(value))
}

function merged(settings: string[], lifted: string[]): string[] {
  return [...new Set([...settings, ...lifted])].sort()
}
