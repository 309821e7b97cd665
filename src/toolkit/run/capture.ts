import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { getAt } from '../model/json-pointer.js'
import type { ToolDefinition } from '../model/tool.js'
import type { Header } from './wire-request.js'

/** Maximum characters of a captured text. A longer text is no token or id, and would make the session too large. */
const MAX_CHARACTERS = 65_536

/**
 * The values of a successful response that later calls of the session use. If several captures have one variable, the
 * first value that is not empty applies, as in `data.token || data.jwt`.
 */
export function capturedValues(
  definition: ToolDefinition,
  answer: { headers: Header[]; value: JsonValue | undefined },
): Variable[] {
  const values = new Map<string, Variable>()
  for (const { variable, from, secret } of definition.captures ?? []) {
    const known = values.get(variable)
    if (known && known.value !== '') continue
    const found =
      from.in === 'header'
        ? answer.headers.find(({ key }) => key === from.name.toLowerCase())?.value
        : answer.value === undefined
          ? undefined
          : getAt(answer.value, from.pointer)
    const isScalar = found !== undefined && found !== null && typeof found !== 'object'
    const isLong = typeof found === 'string' && found.length > MAX_CHARACTERS
    if (isScalar && !isLong) values.set(variable, { key: variable, value: found, secret })
  }
  return [...values.values()]
}
