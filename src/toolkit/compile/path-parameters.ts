import { pathVariableOf } from '../meaning/address.js'
import { isPlaceholderText } from '../meaning/placeholder-text.js'
import type { RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { findVariables } from '../template/variables.js'
import type { Endpoint } from './endpoint.js'
import { type Filled, hasValue, isFilled, isGivenText } from './filled.js'
import { idSchema, withDefault } from './id-schema.js'
import { decideText, type Parameter } from './parameter.js'
import { ownValue } from './path-values.js'
import { protectedVariables } from './settings.js'

/** The `:name` segments. One with a value keeps it unless another is given, but for the record of a write, which must be named. */
export function pathParameters(endpoint: Endpoint, filled: Filled): Parameter[] {
  const { path, variables } = endpoint.request.url
  const named = path.flatMap((segment) => pathVariableOf(segment) ?? [])
  const keys = new Set(named.filter((key) => !isCredentialLike(key)))
  return [...keys].flatMap((key): Parameter[] => {
    const variable = variables.find((one) => one.key === key)
    const mode = endpoint.modes.of('path', key, { fixed: hasValue(variable?.value, filled) })
    if (mode === undefined ? isFixed(key, { endpoint, filled }) : mode === 'fixed') return []
    const samples = [variable?.value, ...endpoint.examples.flatMap((example) => valuesIn(example, key, path))]
    const decided = decideText(
      { key, samples, description: variable?.description ?? '', documented: endpoint.documented.get(key) },
      filled,
    )
    return [inPath({ key, ...decided }, { endpoint, filled, binding: { in: 'path', key } })]
  })
}

/** The variable's values in an example: its own entry, or what stands in its place in a path of the same length. */
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

/** The `{{variables}}` inside the path that stand for an input: those that nothing fills, and ids with the collection's own value. */
export function pathHoles(endpoint: Endpoint, filled: Filled): Parameter[] {
  const names = new Set(endpoint.request.url.path.flatMap(findVariables))
  if (names.size === 0) return []
  const closed = protectedVariables(endpoint.request)
  return [...names]
    .filter((name) => !closed.has(name) && !isCredentialLike(name) && isOpen(name, endpoint, filled))
    .map((name) => {
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

/** A parameter with the collection's value as its default, where a call without it addresses nothing that the caller must name. */
function inPath(
  { key, schema, provenance }: Pick<Parameter, 'key' | 'schema' | 'provenance'>,
  { endpoint, filled, binding }: { endpoint: Endpoint; filled: Filled; binding: PathBinding },
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

/** Whether the collection's value serves where none is given: of configuration and preferences always, of a record where only its file names it. */
function keepsValue(key: string, endpoint: Endpoint): boolean {
  if (endpoint.roles.get(key)?.role !== 'record') return true
  return !endpoint.writes && !isDeclared(key, endpoint)
}

/** What the program fills, and configuration that no `:name` segment offers. */
function isFixed(key: string, { endpoint, filled }: { endpoint: Endpoint; filled: Filled }): boolean {
  const { value } = endpoint.request.url.variables.find((one) => one.key === key) ?? {}
  if (isGivenText(value, filled)) return true
  return endpoint.roles.get(key)?.role === 'fixed' && !isDeclared(key, endpoint)
}

/** A `:name` segment with a value of its own: its author made it an input, and the value shows what it looks like. */
function isDeclared(key: string, { item }: Endpoint): boolean {
  const { path, variables } = item.request.url
  const written = variables.find((one) => one.key === key)?.value
  return path.some((segment) => pathVariableOf(segment) === key) && !String(written ?? '').includes('{{')
}

function withoutValue(binding: PathBinding): PathBinding {
  return binding.in === 'path' ? binding : { in: 'variable', name: binding.name }
}

/** Whether nothing fills a variable, or the collection alone does and it is no configuration. */
function isOpen(name: string, { inline, roles, modes }: Endpoint, filled: Filled): boolean {
  const role = roles.get(name)?.role
  if (role !== undefined) return role !== 'fixed'
  if (modes.of('path', name, { fixed: false }) === 'fixed') return false
  return inline.has(name) || !isFilled(name, filled) || isPlaceholder(name, filled)
}

/** Whether the file only holds the place of a variable's value: `your-id`. */
function isPlaceholder(name: string, { own, given }: Filled): boolean {
  return !given.has(name) && isPlaceholderText(String(own.get(name) ?? '-'))
}
