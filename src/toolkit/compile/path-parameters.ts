import type { RequestTemplate } from '../model/request-template.js'
import { isCredentialLike } from '../secrets/credential-name.js'
import { type Endpoint, pathVariableOf } from './endpoint.js'
import { type Filled, hasValue, holesIn, isFilledText, isGivenText } from './filled.js'
import { decideText, type Parameter } from './parameter.js'
import { protectedVariables } from './settings.js'

/** The `:name` segments. One whose value is a filled variable keeps it unless another is given. */
export function pathParameters(endpoint: Endpoint, filled: Filled): Parameter[] {
  const { path, variables } = endpoint.request.url
  const named = path.flatMap((segment) => pathVariableOf(segment) ?? [])
  const keys = new Set(named.filter((key) => !isCredentialLike(key)))
  return [...keys].flatMap((key): Parameter[] => {
    const variable = variables.find((one) => one.key === key)
    const mode = endpoint.modes.of('path', key, { fixed: hasValue(variable?.value, filled) })
    if (mode === 'fixed' || (mode !== 'input' && isGivenText(variable?.value, filled))) return []
    const keep = isFilledText(variable?.value, filled)
    const samples = [variable?.value, ...endpoint.examples.flatMap((example) => valuesIn(example, key, path))]
    const { schema, provenance } = decideText(
      { key, samples, description: variable?.description ?? '', documented: endpoint.documented.get(key) },
      filled,
    )
    return [
      {
        key,
        schema,
        provenance,
        required: !keep,
        bind: (parameter) => [{ parameter, in: 'path', key, ...(keep ? { keep: true } : {}) }],
      },
    ]
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

/** The `{{variables}}` inside the path that nothing fills: each must be given. */
export function pathHoles(endpoint: Endpoint, filled: Filled): Parameter[] {
  const names = new Set(endpoint.request.url.path.flatMap((segment) => holesIn(segment, filled)))
  if (names.size === 0) return []
  const closed = protectedVariables(endpoint.request)
  return [...names]
    .filter((name) => !closed.has(name) && !isCredentialLike(name))
    .filter((name) => endpoint.modes.of('path', name, { fixed: false }) !== 'fixed')
    .map((name) => ({
      key: name,
      ...decideText(
        { key: name, samples: [], description: '', documented: endpoint.documented.get(name) },
        filled,
      ),
      required: true,
      bind: (parameter) => [{ parameter, in: 'variable', name }],
    }))
}
