import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'

/** An object that contains the records of an answer: `{ "success": true, "data": [...] }`. */
export interface Envelope {
  member: string
  /** The other members of the object. */
  beside: JsonObject
}

const BOXES =
  /^(data|datos|dados|result|results|resultado|resultados|items|records|rows|content|payload|response|body|list|entries|value|values|docs)$/i
const NO_RECORDS = /^(errors?|warnings|links|_links|meta|pagination)$/i

/** The envelope of an answer; `undefined` if the answer is the record or list itself. */
export function envelopeOf(answer: JsonValue | undefined): Envelope | undefined {
  if (!isObject(answer)) return undefined
  const entries = Object.entries(answer)
  const isContent = (value: JsonValue) => isObject(value) || (Array.isArray(value) && value.every(isObject))
  const named = entries.find(([name, value]) => BOXES.test(name) && isContent(value))
  const lists = entries.filter(
    ([name, value]) => Array.isArray(value) && value.some(isObject) && !NO_RECORDS.test(name),
  )
  const hasId = entries.some(([name]) => /^_?id$/i.test(name))
  const found = named ?? (lists.length === 1 && !hasId ? lists[0] : undefined)
  if (!found) return undefined
  const [member] = found
  const beside = Object.fromEntries(entries.filter(([name, value]) => name !== member && !isContent(value)))
  return { member, beside }
}

/** The records in an answer: the elements of its list, or the record itself. */
export function recordsIn(answer: JsonValue | undefined): JsonObject[] {
  const box = envelopeOf(answer)
  const content = box && isObject(answer) ? answer[box.member] : answer
  if (Array.isArray(content)) return content.filter((one) => isObject(one))
  if (box && isObject(content) && envelopeOf(content)) return recordsIn(content)
  return isObject(content) ? [content] : []
}

/** Puts content into an envelope and adjusts the counts in the envelope. */
export function inEnvelope(content: JsonValue, box: Envelope | undefined): JsonValue {
  if (!box) return content
  const count = Array.isArray(content) ? content.length : 1
  const beside = Object.entries(box.beside).map(([name, value]): [string, JsonValue] =>
    typeof value === 'number' && /^(total|count|size|results|total_?(count|items|elements))$/i.test(name)
      ? [name, count]
      : [name, value],
  )
  return { ...Object.fromEntries(beside), [box.member]: content }
}
