import type { OperationParameter } from '../model/operation.js'
import type { RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { pathVariableOf } from '../semantics/address.js'
import { isPlaceholderText } from '../semantics/placeholder-text.js'
import { findVariables } from '../template/variables.js'
import type { Endpoint } from './endpoint.js'
import { idSchema, withDefault } from './id-schema.js'
import { hasValue, isFilled, isGivenText, type KnownVariables } from './known-variables.js'
import { decideText, type Parameter } from './parameter.js'
import { ownValue } from './path-values.js'
import { protectedVariables } from './settings.js'
import { specified, specifiedSegment } from './specified.js'

/** The `:name` segments that are inputs. */
export function openSegments(endpoint: Endpoint, filled: KnownVariables): Set<string> {
  const { path, variables } = endpoint.request.url
  const named = path.flatMap((segment) => pathVariableOf(segment) ?? [])
  const open = named.filter((key) => {
    if (isCredentialLike(key)) return false
    const variable = variables.find((one) => one.key === key)
    const mode = endpoint.modes.of('path', key, { fixed: hasValue(variable?.value, filled) })
    const isSpecified = specifiedSegment(endpoint, key) && !isGivenText(variable?.value, filled)
    if (isSpecified && mode !== 'fixed') return true
    return mode === undefined ? !isFixed(key, { endpoint, filled }) : mode !== 'fixed'
  })
  return new Set(open)
}

/**
 * The `:name` segments. A segment with a value keeps it as default, except the record of a write, which is required.
 */
export function pathParameters(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { path, variables } = endpoint.request.url
  return [...openSegments(endpoint, filled)].map((key): Parameter => {
    const variable = variables.find((one) => one.key === key)
    const spec = specifiedSegment(endpoint, key)
    if (spec && !isGivenText(variable?.value, filled)) return ofSegment(spec, variable?.description ?? '')
    const samples = [variable?.value, ...endpoint.examples.flatMap((example) => valuesIn(example, key, path))]
    const decided = decideText(
      { key, samples, description: variable?.description ?? '', documented: endpoint.documented.get(key) },
      filled,
    )
    return inPath({ key, ...decided }, { endpoint, filled, binding: { in: 'path', key } })
  })
}

/** A segment that the specification describes is always required. */
function ofSegment(spec: OperationParameter, description: string): Parameter {
  const key = spec.name
  return {
    key,
    ...specified(spec.schema, description),
    required: true,
    requiredBy: 'documented',
    bind: (parameter) => [{ parameter, in: 'path', key }],
  }
}

/**
 * The variable's values in an example: from its own entry, or from the same position in a path of the same length.
 */
function valuesIn(example: RequestTemplate, key: string, path: string[]): string[] {
  const own = example.url.variables.find((variable) => variable.key === key)?.value
  if (typeof own === 'string') return [own]
  if (example.url.path.length !== path.length) return []
  const place = path.indexOf(`:${key}`)
  const segment = example.url.path[place]
  return segment && !/[:{]/.test(segment) ? [decode(segment)] : []
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The `{{variables}}` in the path that are inputs: those without a value, and ids with a value of the collection. */
export function pathHoles(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { path } = endpoint.request.url
  if (!path.some((segment) => segment.includes('{{'))) return []
  const names = new Set(path.flatMap(findVariables))
  const closed = protectedVariables(endpoint.request)
  return [...names]
    .filter((name) => !closed.has(name) && !isCredentialLike(name) && isOpen(name, endpoint, filled))
    .map((name): Parameter => {
      const spec = specifiedSegment(endpoint, name)
      if (spec) return { ...ofSegment(spec, ''), bind: (parameter) => [{ parameter, in: 'variable', name }] }
      const own = endpoint.inline.get(name)
      const samples = [own ?? `{{${name}}}`]
      const decided = decideText(
        { key: name, samples, description: '', documented: endpoint.documented.get(name) },
        filled,
      )
      const value = own === undefined ? {} : { value: own }
      return inPath(
        { key: name, ...decided },
        { endpoint, filled, binding: { in: 'variable', name, ...value } },
      )
    })
}

type PathBinding = { in: 'path'; key: string } | { in: 'variable'; name: string; value?: string }

/** A parameter with the collection's value as default, unless the caller must name the record. */
function inPath(
  { key, schema, provenance }: Pick<Parameter, 'key' | 'schema' | 'provenance'>,
  { endpoint, filled, binding }: { endpoint: Endpoint; filled: KnownVariables; binding: PathBinding },
): Parameter {
  const value = ownValue(key, { endpoint, filled })
  const isKept = value !== undefined && keepsValue(key, endpoint)
  const typed = idSchema(key, { schema, provenance })
  return {
    key,
    schema: isKept ? withDefault(typed, value) : typed,
    provenance,
    required: !isKept,
    bind: (parameter) => [{ parameter, ...(isKept ? { ...binding, keep: true } : withoutValue(binding)) }],
  }
}

/**
 * Whether the collection's value is the default: always for configuration and preferences, for a record only if the
 * file is its only source.
 */
function keepsValue(key: string, endpoint: Endpoint): boolean {
  if (endpoint.roles.get(key)?.role !== 'record') return true
  return !endpoint.writes && !isDeclared(key, endpoint)
}

/** Variables that the program fills, and configuration that is not a `:name` segment. */
function isFixed(key: string, { endpoint, filled }: { endpoint: Endpoint; filled: KnownVariables }): boolean {
  const { value } = endpoint.request.url.variables.find((one) => one.key === key) ?? {}
  if (isGivenText(value, filled)) return true
  return endpoint.roles.get(key)?.role === 'fixed' && !isDeclared(key, endpoint)
}

/** A `:name` segment with a value: the author declared it as an input, and the value is an example. */
function isDeclared(key: string, { item }: Endpoint): boolean {
  const { path, variables } = item.request.url
  const written = variables.find((one) => one.key === key)?.value
  return path.some((segment) => pathVariableOf(segment) === key) && !String(written ?? '').includes('{{')
}

function withoutValue(binding: PathBinding): PathBinding {
  return binding.in === 'path' ? binding : { in: 'variable', name: binding.name }
}

/** Whether a variable has no value, or only a value of the collection and is not configuration. */
function isOpen(name: string, { inline, roles, modes }: Endpoint, filled: KnownVariables): boolean {
  const role = roles.get(name)?.role
  if (role !== undefined) return role !== 'fixed'
  if (modes.of('path', name, { fixed: false }) === 'fixed') return false
  return inline.has(name) || !isFilled(name, filled) || isPlaceholder(name, filled)
}

/** Whether the value in the file is a placeholder: `your-id`. */
function isPlaceholder(name: string, { own, given }: KnownVariables): boolean {
  return !given.has(name) && isPlaceholderText(String(own.get(name) ?? '-'))
}
