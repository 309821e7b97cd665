import { decodeUri } from '../../text/decode-uri.js'
import type { OperationParameter } from '../model/operation.js'
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
  const { path, variables } = endpoint.request.url
  return [...openSegments(endpoint, filled)].map((key): Parameter => {
    const variable = entryOf(variables, key)
    const spec = specifiedSegment(endpoint, key)
    if (spec && !isGivenText(variable?.value, filled)) return ofSegment(spec, variable?.description ?? '')
    const samples = [
      readable(variable?.value),
      ...endpoint.facts.examples.flatMap((example) => valuesIn(example, key, path)),
    ]
    const decided = decideText({ key, samples, description: variable?.description }, { endpoint, filled })
    return inPath({ key, ...decided }, { endpoint, filled, binding: { in: 'path', key } })
  })
}

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
 * Returns the value that a saved example has for a path variable, as a list with one element. The example may have its
 * own entry for the variable. If not, the value is the segment at the position of the variable, if both paths have the
 * same length. Returns `[]` if there is no value.
 */
function valuesIn(example: RequestTemplate, key: string, path: string[]): string[] {
  const own = entryOf(example.url.variables, key)?.value
  if (typeof own === 'string') return [decodeUri(own)]
  if (example.url.path.length !== path.length) return []
  const place = path.indexOf(`:${key}`)
  const segment = example.url.path[place]
  return segment && !/[:{]/.test(segment) ? [decodeUri(segment)] : []
}

/**
 * The parameters for `{{variables}}` in the path. A variable becomes a parameter if it has no value, or if its value in
 * the collection is not configuration. For example, an id is not configuration.
 */
export function pathHoles(endpoint: Endpoint, filled: KnownVariables): Parameter[] {
  const { path } = endpoint.request.url
  if (!path.some((segment) => hasVariable(segment))) return []
  const names = new Set(path.flatMap(findVariables))
  const closed = protectedVariables(endpoint.request)
  return [...names]
    .filter((name) => !closed.has(name) && !isCredentialLike(name) && isOpen(name, endpoint, filled))
    .map((name): Parameter => {
      const spec = specifiedSegment(endpoint, name)
      if (spec) return { ...ofSegment(spec, ''), bind: (parameter) => [{ parameter, in: 'variable', name }] }
      const own = endpoint.inline.get(name)
      const samples = [readable(own) ?? `{{${name}}}`]
      const decided = decideText({ key: name, samples }, { endpoint, filled })
      const value = own === undefined ? {} : { value: own }
      return inPath(
        { key: name, ...decided },
        { endpoint, filled, binding: { in: 'variable', name, ...value } },
      )
    })
}

/**
 * A value of the collection as a call would give it. The collection has it with percent escapes, and the value of a
 * call is escaped when it is put into the path.
 */
const readable = <T>(value: T) => (typeof value === 'string' ? decodeUri(value) : value)

type PathBinding = { in: 'path'; key: string } | { in: 'variable'; name: string; value?: string }

/**
 * Makes the parameter for a value in the path. The value in the collection becomes the default if it is configuration or a preference. Each
 * call must give the id of a record: that of the collection is an example.
 */
function inPath(
  { key, schema, provenance }: Pick<Parameter, 'key' | 'schema' | 'provenance'>,
  { endpoint, filled, binding }: ParameterSource & { binding: PathBinding },
): Parameter {
  const value = ownValue(key, { endpoint, filled })
  const isKept = value !== undefined && endpoint.roles.get(key)?.role !== 'record'
  const typed = idSchema(key, { schema, provenance })
  return {
    key,
    schema: isKept ? withDefault(typed, decodeUri(value)) : typed,
    provenance,
    required: !isKept,
    bind: (parameter) => [{ parameter, ...(isKept ? { ...binding, keep: true } : withoutValue(binding)) }],
  }
}

/**
 * Whether the author declared a value in the path as an input: the segment is `:name`, and its value contains no
 * `{{variable}}`. The value is then only an example.
 */
function isDeclared(key: string, { item }: Endpoint): boolean {
  const { path, variables } = item.request.url
  const written = entryOf(variables, key)?.value
  return hasSegment(path, key) && !hasVariable(written)
}

function withoutValue(binding: PathBinding): PathBinding {
  return binding.in === 'path' ? binding : { in: 'variable', name: binding.name }
}

function isOpen(name: string, { inline, roles, modes }: Endpoint, filled: KnownVariables): boolean {
  const role = roles.get(name)?.role
  if (role !== undefined) return role !== 'fixed'
  if (modes.of('path', name, () => ({ fixed: false })) === 'fixed') return false
  return inline.has(name) || !isFilled(name, filled) || isPlaceholder(name, filled)
}

/** Whether the value of a variable in the collection is a placeholder, such as `your-id`. */
function isPlaceholder(name: string, { own, given }: KnownVariables): boolean {
  return !given.has(name) && isPlaceholderText(String(own.get(name) ?? '-'))
}
