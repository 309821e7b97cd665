import type { JsonObject, JsonValue } from '../model/json.js'
import type { PathVariable, UrlTemplate } from '../model/request-template.js'
import { parseAddress } from '../semantics/parse-address.js'
import { parseEntries } from './parse-entries.js'
import { asArray, asObject, asText, descriptionOf } from './read-shape.js'

/**
 * Parses a `url` member: a text, an object of parts, or an object with only `raw`. If the parts and `raw` differ, the
 * parts apply.
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

/** Parses a host: a list of labels, or one text. A dot inside `{{ }}` does not separate labels. */
function parseHost(host: JsonValue | undefined): string[] {
  if (Array.isArray(host)) return host.map((label) => asText(label) ?? '')
  const text = asText(host)
  return text ? text.split(/\.(?![^{]*\}{2})/) : []
}

/** Parses a path: a list of segments (texts, or objects with a `value`), or one text. */
function parsePath(path: JsonValue | undefined): string[] {
  if (Array.isArray(path)) {
    return path.map((segment) => asText(asObject(segment)?.value ?? segment) ?? '')
  }
  const text = asText(path)
  if (!text) return []
  return text === '/' ? [''] : text.replace(/^\//, '').split('/')
}

/** Parses path variables: a list, or an object from name to value. Old files have the name in `id`. */
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

/** The variables of the file, then those that only the address has. */
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
