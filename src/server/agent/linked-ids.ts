import { parseJson } from '../../protocol/parse-json.js'
import type { JsonValue } from '../../toolkit/model/json.js'

/** Maximum number of outputs that are searched, and maximum length of each. */
const MAX_OUTPUTS = 12
const MAX_CHARS = 200_000

/** The id that the user said and the id that a call addresses. */
export interface IdPair {
  said: string
  addressed: string
}

/** Whether a record in an earlier output links the two ids: an order whose `number` is 17 and whose `id` is `ord_8f3`. */
export function isLinked(pair: IdPair, outputs: readonly string[]): boolean {
  return outputs
    .slice(-MAX_OUTPUTS)
    .some((text) => text.length <= MAX_CHARS && bothIn(text, pair) && hasRecord(parse(text), pair))
}

const bothIn = (text: string, { said, addressed }: IdPair) => text.includes(said) && text.includes(addressed)

function parse(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue
  } catch {
    return null
  }
}

/** Whether a value contains an object that has both ids. Each element of a list is searched separately. */
function hasRecord(value: JsonValue, pair: IdPair): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (!Array.isArray(value)) {
    const scalars = scalarsOf(value)
    if (
      scalars.includes(pair.addressed) &&
      scalars.some((text) => text === pair.said || wordIn(text, pair.said))
    )
      return true
  }
  return Object.values(value).some((member) => hasRecord(member, pair))
}

const wordIn = (text: string, word: string) => text.split(/[^\p{L}\d]+/u).includes(word)

/** The scalar values of an object and its nested objects, without those in lists. */
function scalarsOf(value: JsonValue): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null || Array.isArray(value) ? [] : Object.values(value).flatMap(scalarsOf)
}
