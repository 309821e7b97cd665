import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { mapSchemas } from '../model/map-schemas.js'
import type { ToolDefinition } from '../model/tool.js'
import { credentialsAmong } from '../secrets/credential-name.js'
import { knownCredential } from '../secrets/credential-value.js'
import { findVariables, isUsable, VARIABLE } from '../template/variables.js'
import { extractFromRequest, extractFromText } from './extract-from-request.js'
import { createSecretVariables, isSecretVariable, type SecretVariables } from './secret-variables.js'

export interface ExtractedSecrets {
  definitions: ToolDefinition[]
  variables: JsonObject
  /** The names of the new variables for secrets that the collection had as plain text, sorted. */
  extracted: string[]
}

/**
 * Removes every secret value from tools before they are written to a file. A secret in the text of a request becomes a
 * variable, which the tool lists in its settings. A secret variable keeps its name and loses its value.
 */
export function extractSecrets(definitions: ToolDefinition[], layers: Variable[][]): ExtractedSecrets {
  const values = firstValues(layers)
  const vault = createSecretVariables([...values.values()], definitions)
  const requests = definitions.map((definition) => extractFromRequest(definition, vault))
  const made = new Set(vault.names())
  const clean = definitions.map((definition, index) => {
    const request = vault.scrub(requests[index]!)
    const secret = findVariables(JSON.stringify(request)).filter(
      (name) => made.has(name) || isSecretIn(name, values),
    )
    return scrubbed({ ...definition, request, settings: merged(definition.settings, secret) }, vault)
  })
  const used = findVariables(JSON.stringify(clean.map(({ request }) => request)))
  const parsed = used.filter((name) => values.get(name)?.extracted)
  return {
    definitions: clean,
    variables: openVariables(clean, { values, vault }),
    extracted: merged(vault.names(), parsed),
  }
}

/**
 * Returns the variable that applies for each name. The first layer that has an enabled variable of this name decides.
 * If this layer has several such variables, the last one applies.
 */
function firstValues(layers: Variable[][]): Map<string, Variable> {
  const values = new Map<string, Variable>()
  for (const layer of layers.toReversed()) {
    for (const variable of layer) {
      if (!variable.disabled && !variable.off) values.set(variable.key, variable)
    }
  }
  return values
}

function scrubbed(definition: ToolDefinition, vault: SecretVariables): ToolDefinition {
  const { description, title, path, words, parameters, output } = definition
  return {
    ...definition,
    description: vault.scrub(description),
    title: vault.scrub(title),
    // A path has its variables in single braces.
    path: vault.scrub(path).replace(VARIABLE, '{$1}'),
    words: vault.scrub(words),
    parameters: vault.scrub(extractFromSchema(parameters)),
    ...(output ? { output: vault.scrub(extractFromSchema(output)) } : {}),
  }
}

function openVariables(
  definitions: ToolDefinition[],
  { values, vault }: { values: Map<string, Variable>; vault: SecretVariables },
): JsonObject {
  const found: Record<string, JsonValue> = {}
  const pending = findVariables(JSON.stringify(definitions.map(({ request }) => request)))
  const seen = new Set<string>()
  for (const name of pending) {
    const variable = values.get(name)
    if (seen.has(name) || !variable || isSecretVariable(variable) || !isUsable(variable.value)) continue
    seen.add(name)
    found[name] = vault.scrub(variable.value)
    pending.push(...findVariables(JSON.stringify(variable.value)))
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Whether a variable is secret. The value of a secret variable is not written to the file, and the program must set it.
 */
function isSecretIn(name: string, values: Map<string, Variable>): boolean {
  const variable = values.get(name)
  return variable !== undefined && isSecretVariable(variable)
}

function merged(settings: string[], extracted: string[]): string[] {
  return [...new Set([...settings, ...extracted])].sort()
}

/**
 * The schema, without the examples, defaults, enums and constants of members that are named like credentials, and
 * without examples and defaults that have the format of a known token.
 */
function extractFromSchema(schema: JsonSchema, isSecret = false): JsonSchema {
  const isNamed = credentialsAmong(Object.keys(schema.properties ?? {}))
  const clean = mapSchemas(schema, (inner, key) =>
    extractFromSchema(inner, isSecret || (key !== undefined && isNamed(key))),
  )
  if (isSecret) for (const keyword of ['examples', 'default', 'enum', 'const'] as const) delete clean[keyword]
  if (clean.examples) clean.examples = clean.examples.filter((one) => !isKnown(one)).map(openValue)
  if (clean.default !== undefined && isKnown(clean.default)) delete clean.default
  if (clean.default !== undefined) clean.default = openValue(clean.default)
  return clean
}

/** Whether a value has the format of a key or token of a known service. */
const isKnown = (value: JsonValue) => typeof value === 'string' && knownCredential(value) !== undefined

/** Removes the secrets from an example that is itself a JSON or XML document. */
function openValue(value: JsonValue): JsonValue {
  return typeof value === 'string' ? extractFromText(value, () => '') : value
}
