import { compact } from '../model/group-by.js'
import type { JsonValue } from '../model/json.js'
import type { PathVariable, UrlTemplate } from '../model/request-template.js'
import { parseAddress } from '../semantics/parse-address.js'
import { parseEntries } from './parse-entries.js'
import { asArray, asObject, asText, descriptionOf } from './read-shape.js'

/**
 * Parses a `url` member: a text, an object with the parts of the URL, or an object with only the text `raw`. If the
 * parts and `raw` differ, the parts apply.
 */
export function parseUrl(value: JsonValue | undefined): UrlTemplate {
  const parts = asObject(value)
  if (!parts) return parseAddress(asText(value) ?? '')
  const host = parseHost(parts.host)
  const path = parsePath(parts.path)
  if (host.length === 0 && path.length === 0) {
    const parsed = parseAddress(asText(parts.raw) ?? '')
    return { ...parsed, variables: mergeVariables(parsed.variables, parseVariables(parts.variable)) }
  }
  const url: Partial<UrlTemplate> = parts.auth ? credentialsOf(parts.auth) : {}
  const protocol = asText(parts.protocol)?.replace(/:\/\/$/, '')
  const port = asText(parts.port)
  const query = parseEntries(parts.query)
  if (protocol) url.protocol = protocol
  url.host = host
  if (port) url.port = port
  url.path = path
  url.query = query
  if (query.length === 0 && asText(parts.raw)?.endsWith('?')) url.bareQuery = true
  url.variables = parseVariables(parts.variable)
  return url as UrlTemplate
}

/** Parses a host: a list of labels, or one text. A dot inside `{{ }}` does not separate labels. */
function parseHost(host: JsonValue | undefined): string[] {
  if (Array.isArray(host)) return textsOf(host, (label) => asText(label) ?? '')
  const text = asText(host)
  return text ? text.split(/\.(?![^{]*\}{2})/) : []
}

function parsePath(path: JsonValue | undefined): string[] {
  if (Array.isArray(path)) {
    return textsOf(path, (segment) => asText(asObject(segment)?.value ?? segment) ?? '')
  }
  const text = asText(path)
  if (!text) return []
  return text === '/' ? [''] : text.replace(/^\//, '').split('/')
}

/**
 * The entries of a list as texts. Returns the list itself if it has only texts. Nearly every list has only texts, and a
 * copy would cost time.
 */
function textsOf(list: JsonValue[], textOf: (value: JsonValue) => string): string[] {
  return list.every((value) => typeof value === 'string') ? list : list.map(textOf)
}

/**
 * Parses path variables: a list, or an object whose keys are the names of the variables. In the lists of old files,
 * `id` has the name.
 */
function parseVariables(variables: JsonValue | undefined): PathVariable[] {
  const named = asObject(variables)
  if (named) return Object.entries(named).map(([key, value]) => ({ key, value }))
  const parsed: PathVariable[] = []
  for (const entry of asArray(variables)) {
    const variable = asObject(entry)
    const key = asText(variable?.key) || asText(variable?.id)
    if (!variable || !key) continue
    const description = descriptionOf(variable)
    parsed.push(description ? { key, value: variable.value, description } : { key, value: variable.value })
  }
  return compact(parsed)
}

/**
 * The variables in `given` (from the list of the file), then those variables in `found` (from the address) whose names
 * are not in `given`.
 */
function mergeVariables(found: PathVariable[], given: PathVariable[]): PathVariable[] {
  const known = new Set(given.map((variable) => variable.key))
  return [...given, ...found.filter((variable) => !known.has(variable.key))]
}

function credentialsOf(auth: JsonValue | undefined): { user?: string; password?: string } {
  const pair = asObject(auth)
  const user = asText(pair?.user)
  const password = asText(pair?.password)
  return { ...(user ? { user } : {}), ...(password ? { password } : {}) }
}
