import type { Variable } from '../model/collection.js'
import type { JsonObject, JsonSchema, JsonValue } from '../model/json.js'
import { mapMembers, mapSchemas } from '../model/map-members.js'
import type { BodyTemplate, Entry, RequestTemplate } from '../model/request-template.js'
import type { BodyBinding, ToolDefinition } from '../model/tool.js'
import {
  credentialsAmong,
  isCredentialLike,
  isCredentialValue,
  secretName,
} from '../secrets/credential-name.js'
import { isSecret, isTelling, knownCredential, sureSpans } from '../secrets/credential-value.js'
import { replaceCredentials } from '../secrets/mask.js'
import { holdsCredential } from '../secrets/secret-value.js'
import { nameOfMember } from '../semantics/labels.js'
import { fillDeep } from '../template/fill.js'
import { findVariables, hasVariable, isUsable, VARIABLE } from '../template/variables.js'

export interface ExtractedSecrets {
  definitions: ToolDefinition[]
  variables: JsonObject
  /** The names of the new variables for secrets that the collection had as plain text, sorted. */
  extracted: string[]
}

/** Removes every secret before tools are written to a file: literals become variables, and variables lose their values. */
export function extractSecrets(definitions: ToolDefinition[], layers: Variable[][]): ExtractedSecrets {
  const values = firstValues(layers)
  const vault = createSecretVariables([...values.values()], definitions)
  const requests = definitions.map((definition) => extractFromRequest(definition, vault))
  const made = new Set(vault.names())
  const clean = definitions.map((definition, index) => {
    const request = vault.scrub(requests[index]!)
    const secret = findVariables(request).filter((name) => made.has(name) || isSecretIn(name, values))
    return scrubbed({ ...definition, request, settings: merged(definition.settings, secret) }, vault)
  })
  const used = findVariables(clean.map(({ request }) => request))
  const parsed = used.filter((name) => values.get(name)?.extracted)
  return {
    definitions: clean,
    variables: openVariables(clean, { values, vault }),
    extracted: merged(vault.names(), parsed),
  }
}

/** The variable of each name: of the first layer that has an enabled one, the last. */
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
  const pending = findVariables(definitions.map(({ request }) => request))
  const seen = new Set<string>()
  for (const name of pending) {
    const variable = values.get(name)
    if (seen.has(name) || !variable || isSecretVariable(variable) || !isUsable(variable.value)) continue
    seen.add(name)
    found[name] = vault.scrub(variable.value)
    pending.push(...findVariables(variable.value))
  }
  return Object.fromEntries(Object.entries(found).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Whether the program must set a variable, because its secret value is not written to the file. */
function isSecretIn(name: string, values: Map<string, Variable>): boolean {
  const variable = values.get(name)
  return variable !== undefined && isSecretVariable(variable)
}

function merged(settings: string[], extracted: string[]): string[] {
  return [...new Set([...settings, ...extracted])].sort()
}

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

const isKnown = (value: JsonValue) => typeof value === 'string' && knownCredential(value) !== undefined

function openValue(value: JsonValue): JsonValue {
  return typeof value === 'string' ? extractFromText(value, () => '') : value
}

function extractFromRequest({ request, bindings }: ToolDefinition, vault: SecretVariables): RequestTemplate {
  const body = bindings.find((binding) => binding.in === 'body')?.body
  return request.body ? { ...request, body: safeBody(request.body, { binding: body, vault }) } : request
}

/** Replaces secret form fields by variables; in a disabled entry by `''`, unless it has a variable. */
function safeEntries<E extends Entry>(entries: E[], vault: SecretVariables): E[] {
  const isNamed = credentialsAmong(entries.map(({ key }) => key ?? ''))
  return entries.map((entry) => {
    const { key, value, disabled } = entry
    if (value === undefined || value === null) return entry
    if (!isSecret(key ?? '', value, isNamed))
      return { ...entry, value: typeof value === 'string' ? extractFromText(value, vault.lift) : value }
    if (disabled) return { ...entry, value: hasVariable(value) ? value : '' }
    return { ...entry, value: vault.lift(String(value), key ?? '') }
  })
}

function safeBody(
  body: BodyTemplate,
  { binding, vault }: { binding: BodyBinding | undefined; vault: SecretVariables },
): BodyTemplate {
  /** Whether every call sends the saved body. If not, the argument `body` replaces it, and its secrets become `''`. */
  const isSent = binding === undefined || binding.kind === 'template'
  const close = (value: string, key: string) => (isSent ? vault.lift(value, key) : '')
  switch (body.mode) {
    case 'raw':
      return { ...body, text: extractFromText(body.text, close) }
    case 'graphql':
      return {
        ...body,
        // The GraphQL document of the collection is sent with every call.
        query: extractFromText(body.query, vault.lift),
        ...(body.variables === undefined ? {} : { variables: safeVariables(body.variables, close) }),
      }
    case 'urlencoded':
      return { ...body, entries: safeEntries(body.entries, vault) }
    case 'formdata':
      return { ...body, entries: safeEntries(body.entries, vault) }
    case 'file':
      return body
  }
}

function safeVariables(variables: JsonValue, close: Close): JsonValue {
  if (typeof variables === 'string') return extractFromText(variables, close)
  return safeValue(variables, { key: '', close, isNamed: isCredentialLike })
}

function safeValue(
  value: JsonValue,
  { key, close, isNamed }: { key: string; close: Close; isNamed: (name: string) => boolean },
): JsonValue {
  if (Array.isArray(value)) return value.map((one) => safeValue(one, { key, close, isNamed }))
  if (typeof value === 'object' && value !== null) return safeMembers(value, close)
  const isSecret = isCredentialValue(key, value, isNamed) || knownCredential(String(value)) !== undefined
  const isOpen = !isSecret || hasVariable(value)
  return isOpen ? value : close(String(value), key)
}

function safeMembers(object: JsonObject, close: Close): JsonObject {
  const isNamed = credentialsAmong(Object.keys(object))
  return mapMembers(object, (member, key) =>
    safeValue(member, { key: nameOfMember(object, key), close, isNamed }),
  )
}

type Close = (value: string, key: string) => string

/** Replaces the credentials in JSON, GraphQL, XML and forms; a value with a variable in it stays. */
function extractFromText(text: string, close: Close): string {
  return replaceCredentials(text, ({ name = 'password', value, written, isNumber }) => {
    if (isNumber) return close(value, name) || '0'
    return hasVariable(value) ? undefined : close(written, name)
  })
}

interface SecretVariables {
  lift(text: string, hint: string): string
  /** Replaces the known secrets in all texts of a value, except in keys. */
  scrub<T>(value: T): T
  names(): string[]
}

/** Knows the secret variables of a collection. New names differ from all in use. */
function createSecretVariables(variables: Variable[], definitions: ToolDefinition[]): SecretVariables {
  const taken = new Set([
    ...variables.map(({ key }) => key),
    ...findVariables(definitions.map(({ request }) => request)),
  ])
  const known = new Map<string, string>()
  const made = new Set<string>()
  for (const variable of variables) {
    const value = String(variable.value ?? '')
    if (isSecretVariable(variable) && !hasVariable(value)) known.set(value, variable.key)
  }

  function nameFor(value: string, hint: string): string {
    const name = known.get(value) ?? secretName(hint, (one) => taken.has(one))
    if (!known.has(value)) made.add(name)
    taken.add(name)
    known.set(value, name)
    return name
  }

  return {
    lift: (text, hint) => (text === '' || hasVariable(text) ? text : `{{${nameFor(text, hint)}}}`),
    scrub: (value) => scrubWith(tellingSecrets(known), value),
    names: () => [...made].sort(),
  }
}

function isSecretVariable({ key, value, secret }: Variable): boolean {
  const text = String(value ?? '')
  return secret === true || isSecret(key, text) || sureSpans(text).length > 0 || holdsCredential(text)
}

function tellingSecrets(known: Map<string, string>): [value: string, name: string][] {
  return [...known].filter(([value]) => isTelling(value)).sort(([a], [b]) => b.length - a.length)
}

function scrubWith<T>(secrets: [value: string, name: string][], value: T): T {
  if (secrets.length === 0) return value
  const scrubbed = (text: string) =>
    secrets.reduce((rest, [secret, name]) => rest.replaceAll(secret, `{{${name}}}`), text)
  return fillDeep(value as JsonValue, scrubbed) as T
}
