import { decodeUri } from '../../text/decode-uri.js'
import type { RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { entryOf, hasSegment, pathVariableOf } from '../semantics/address.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { findVariables, hasVariable } from '../template/variables.js'
import type { Endpoint } from './endpoint.js'
import { hasValue, isFilled, isGivenMember, isGivenText, type KnownVariables } from './known-variables.js'
import { decideText, idSchema, type Parameter, type ParameterSource, withDefault } from './parameter.js'
import { ownValue } from './path-values.js'
import { protectedVariables } from './settings.js'
import { specified, specifiedSegment } from './specified.js'

function openSegments(endpoint: Endpoint, filled: KnownVariables): Set<string> {
  const names = endpoint.request.url.path.flatMap((segment) => pathVariableOf(segment) ?? [])
  return new Set(names.filter((key) => isOpenSegment(key, endpoint, filled)))
}

/**
 * Whether a `:name` segment is an input. The first rule that applies decides:
 * - A credential is not an input.
 * - The mode in the configuration decides.
 * - A value that the program fills is not an input.
 * - A segment that a specification describes is an input.
 * - A value with the role `fixed` is an input only if the author declared it (see {@link isDeclared}).
 *
 * Any other segment is an input.
 */
export function isOpenSegment(key: string, endpoint: Endpoint, filled: KnownVariables): boolean {
  if (isCredentialLike(key)) return false
  const value = entryOf(endpoint.request.url.variables, key)?.value
  const mode = endpoint.modes.of('path', key, () => ({ fixed: hasValue(value, filled) }))
  if (mode !== 'fixed' && specifiedSegment(endpoint, key) && !isGivenText(value, filled)) return true
  if (mode !== undefined) return mode !== 'fixed'
  if (isGivenMember(key, value, filled)) return false
  return endpoint.roles.get(key)?.role !== 'fixed' || isDeclared(key, endpoint)
}

export function pathParameters(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  return [...openSegments(endpoint, filled)].map((key) => inPath({ in: 'path', key }, { endpoint, filled }))
}

/** The parameters for `{{variables}}` in the path that have no value, or one that is not configuration, such as an id. */
export function pathHoles(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { path } = endpoint.request.url
  if (!path.some((segment) => hasVariable(segment))) return []
  const names = new Set(path.flatMap(findVariables))
  const closed = protectedVariables(endpoint.request)
  return [...names]
    .filter((name) => !closed.has(name) && !isCredentialLike(name) && isOpen(name, endpoint, filled))
    .map((name) => inPath({ in: 'variable', name }, { endpoint, filled }))
}

/** The value that a saved example has for a path variable: in its own entry, else at the same place in its path. */
function valuesIn(example: RequestTemplate, key: string, path: string[]): string[] {
  const own = entryOf(example.url.variables, key)?.value
  if (typeof own === 'string') return [decodeUri(own)]
  if (example.url.path.length !== path.length) return []
  const place = path.findIndex((segment) => segment === `:${key}` || segment === `{{${key}}}`)
  const segment = example.url.path[place]
  return segment && !/[:{]/.test(segment) ? [decodeUri(segment)] : []
}

/** A value as a call would give it, without the percent escapes of the collection. */
const readable = <T>(value: T) => (typeof value === 'string' ? decodeUri(value) : value)

type PathSite = { in: 'path'; key: string } | { in: 'variable'; name: string }

/** The parameter for a value in the path. Configuration and preferences are defaults; the id of a record is an example. */
function inPath(site: PathSite, { endpoint, filled }: ParameterSource): Parameter {
  const { path, variables } = endpoint.request.url
  const isSegment = site.in === 'path'
  const key = isSegment ? site.key : site.name
  const variable = isSegment ? entryOf(variables, key) : undefined
  const { description } = variable ?? {}
  const spec = specifiedSegment(endpoint, key)
  if (spec && !isGivenText(variable?.value, filled))
    return {
      ...{ key, ...specified(spec.schema, description ?? '') },
      requiredBy: 'documented',
      bind: (parameter) => [{ parameter, ...site }],
    }
  const inline = isSegment ? undefined : endpoint.inline.get(key)
  const own = isSegment ? variable?.value : (inline ?? `{{${key}}}`)
  const others = endpoint.facts.examples.flatMap((example) => valuesIn(example, key, path))
  const decided = decideText({ key, samples: [readable(own), ...others], description }, { endpoint, filled })
  const value = ownValue(key, { endpoint, filled })
  const isKept = value !== undefined && endpoint.roles.get(key)?.role !== 'record'
  const typed = idSchema(key, decided)
  const kept = inline === undefined ? { keep: true as const } : { value: inline, keep: true as const }
  return {
    key,
    schema: isKept ? withDefault(typed, decodeUri(value)) : typed,
    provenance: decided.provenance,
    requiredBy: isKept ? undefined : 'example',
    bind: (parameter) => [{ parameter, ...site, ...(isKept ? kept : {}) }],
  }
}

/** Whether the author declared an input: the segment is `:name`, and its value has no `{{variable}}`. */
function isDeclared(key: string, { item }: Endpoint): boolean {
  const { path, variables } = item.request.url
  const written = entryOf(variables, key)?.value
  return hasSegment(path, key) && !hasVariable(written)
}

function isOpen(name: string, { inline, roles, modes }: Endpoint, filled: KnownVariables): boolean {
  const role = roles.get(name)?.role
  if (role !== undefined) return role !== 'fixed'
  if (modes.of('path', name, () => ({ fixed: false })) === 'fixed') return false
  return inline.has(name) || !isFilled(name, filled) || isPlaceholder(name, filled)
}

function isPlaceholder(name: string, { own, given }: KnownVariables): boolean {
  return !given.has(name) && isPlaceholderText(String(own.get(name) ?? '-'))
}
