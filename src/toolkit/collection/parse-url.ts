import type { JsonObject, JsonValue } from '../model/json.js'
import type { PathVariable, UrlTemplate } from '../model/request-template.js'
import { parseAddress } from '../semantics/parse-address.js'
import { parseEntries } from './parse-entries.js'
import { asArray, asObject, asText, descriptionOf } from './read-shape.js'

/**
 * A `url` member: text, an object of parts, or an object with only `raw`. If parts and `raw` differ, the parts take
 * precedence.
 */
export function parseUrl(value: JsonValue | undefined): UrlTemplate {
  const parts = asObject(value)
  if (!parts) return parseAddress(asText(value) ?? '')
  if (!hasParts(parts)) {
    const parsed = parseAddress(asText(parts.raw) ?? '')
    return { ...parsed, variables: mergeVariables(parsed.variables, parseVariables(parts.variable)) }
  }
  const query = parseEntries(parts.query)
  return {
    ...credentialsOf(parts.auth),
    ...optional('protocol', asText(parts.protocol)?.replace(/:\/\/$/, '')),
    host: parseHost(parts.host),
    ...optional('port', asText(parts.port)),
    path: parsePath(parts.path),
    query,
    ...(query.length === 0 && asText(parts.raw)?.endsWith('?') ? { bareQuery: true } : {}),
    variables: parseVariables(parts.variable),
  }
}

function hasParts(url: JsonObject): boolean {
  return parseHost(url.host).length > 0 || parsePath(url.path).length > 0
}

/** A host is a list of labels or one text; dots inside `{{ }}` do not split. */
function parseHost(host: JsonValue | undefined): string[] {
  if (Array.isArray(host)) return host.map((label) => asText(label) ?? '')
  const text = asText(host)
  return text ? text.split(/\.(?![^{]*\}{2})/) : []
}

/** A path is a list of segments (texts, or objects with a `value`) or one text. */
function parsePath(path: JsonValue | undefined): string[] {
  if (Array.isArray(path)) {
    return path.map((segment) => asText(asObject(segment)?.value ?? segment) ?? '')
  }
  const text = asText(path)
  if (!text) return []
  return text === '/' ? [''] : text.replace(/^\//, '').split('/')
}

/** Path variables as a list, or as an object from name to value. Old files use `id` for the name. */
function parseVariables(variables: JsonValue | undefined): PathVariable[] {
  const named = asObject(variables)
  if (named) return Object.entries(named).map(([key, value]) => ({ key, value }))
  return asArray(variables).flatMap((entry): PathVariable[] => {
    const variable = asObject(entry)
    const key = asText(variable?.key) || asText(variable?.id)
    if (!variable || !key) return []
    const description = descriptionOf(variable)
    return [description ? { key, value: variable.value, description } : { key, value: variable.value }]
  })
}

/** The variables found in the text, each with its value from the file, if any. */
function mergeVariables(found: PathVariable[], given: PathVariable[]): PathVariable[] {
  const known = new Set(given.map((variable) => variable.key))
  return [...given, ...found.filter((variable) => !known.has(variable.key))]
}

function credentialsOf(auth: JsonValue | undefined): { user?: string; password?: string } {
  const pair = asObject(auth)
  return { ...optional('user', asText(pair?.user)), ...optional('password', asText(pair?.password)) }
}

function optional<K extends string>(key: K, value: string | undefined): { [key in K]?: string } {
  return (value ? { [key]: value } : {}) as { [key in K]?: string }
}
