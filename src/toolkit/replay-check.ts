import { tryParseJson } from '../protocol/parse-json.js'
import type { Example } from './model/collection.js'
import type { JsonValue } from './model/json.js'
import type { RawResponse } from './run/send/response.js'
import { readAnswer } from './run/shape/shape-answer.js'

/** Maximum number of reported differences. */
const MAX_DIFFERENCES = 10

/**
 * How a response differs from the saved example: in its status, or in the shape of its JSON. Compares with an example
 * of the same status; else with the first successful one; else with the first. Undefined if there is no example.
 */
export function checkAgainstExample(examples: Example[], response: RawResponse): string[] | undefined {
  const example =
    examples.find(({ status }) => status === response.status) ??
    examples.find(({ status = 0 }) => status >= 200 && status < 300) ??
    examples[0]
  if (!example) return undefined
  const wrongStatus = example.status !== undefined && example.status !== response.status
  if (wrongStatus)
    return [
      `status ${response.status}, saved is ${example.status}${example.name ? ` ("${example.name}")` : ''}`,
    ]
  const saved = tryParseJson(example.body)
  if (saved === undefined) return []
  const answer = readAnswer(response)
  if (answer.kind !== 'json')
    return [`the body is ${answer.kind === 'empty' ? 'empty' : answer.kind}, saved is JSON`]
  const differences: string[] = []
  compare({ saved, found: answer.value, path: '', differences })
  return differences.slice(0, MAX_DIFFERENCES)
}

interface Pair {
  saved: JsonValue
  found: JsonValue
  path: string
  differences: string[]
}

/**
 * Compares two values. Every member of the saved one must exist with the same type. Additional members, and null on
 * either side, are no difference.
 */
function compare({ saved, found, path, differences }: Pair): void {
  if (saved === null || found === null || differences.length >= MAX_DIFFERENCES) return
  const [want, have] = [typeOf(saved), typeOf(found)]
  if (want !== have) {
    differences.push(`${path || 'the body'} is ${have}, saved is ${want}`)
  } else if (Array.isArray(saved) && Array.isArray(found)) {
    if (saved[0] !== undefined)
      for (const [index, item] of found.entries())
        compare({ saved: saved[0], found: item, path: `${path}[${index}]`, differences })
  } else if (
    typeof saved === 'object' &&
    typeof found === 'object' &&
    !Array.isArray(saved) &&
    !Array.isArray(found)
  ) {
    for (const [key, member] of Object.entries(saved)) {
      const inner = path ? `${path}.${key}` : key
      if (!Object.hasOwn(found, key)) differences.push(`${inner} is missing`)
      else compare({ saved: member, found: found[key]!, path: inner, differences })
    }
  }
}

function typeOf(value: JsonValue): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}
