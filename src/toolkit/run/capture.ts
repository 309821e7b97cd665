import type { Variable } from '../model/collection.js'
import type { JsonValue } from '../model/json.js'
import { getAt } from '../model/json-pointer.js'
import type { ToolDefinition } from '../model/tool.js'
import type { Header } from './wire-request.js'

/** Maximum characters of a captured text. A longer text is no token or id, and would make the session too large. */
const MAX_CHARACTERS = 65_536

/** The values of a successful response that later calls of the session use. */
export function capturedValues(
  definition: ToolDefinition,
  answer: { headers: Header[]; value: JsonValue | undefined },
): Variable[] {
  return (definition.captures ?? []).flatMap(({ variable, from, secret }): Variable[] => {
    const found =
      from.in === 'header'
        ? answer.headers.find(({ key }) => key === from.name.toLowerCase())?.value
        : answer.value === undefined
          ? undefined
          : getAt(answer.value, from.pointer)
    const isScalar = found !== undefined && found !== null && typeof found !== 'object'
    const isLong = typeof found === 'string' && found.length > MAX_CHARACTERS
    return isScalar && !isLong ? [{ key: variable, value: found, secret }] : []
  })
}
