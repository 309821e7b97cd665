import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isSuccess, type Route } from '../routes.js'
import { objectIn } from './request-object.js'
import type { ScriptFacts } from './script-facts.js'

/** The object around the records of an answer: `{ "success": true, "data": [...] }`. */
export interface Envelope {
  member: string
  /** The other members of the object. */
  beside: JsonObject
}

const BOXES =
  /^(data|datos|dados|result|results|resultado|resultados|items|records|rows|content|payload|response|body|list|entries|value|values|docs)$/i
const NO_RECORDS = /^(errors?|warnings|links|_links|meta|pagination)$/i

/**
 * The envelope of an answer, which is the object around its records. `undefined` if the answer is the record or list
 * itself.
 */
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

/** Puts a record or a list into an envelope, such as `{ "data": [...] }`. Adjusts the counts in the envelope. */
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

/** The envelope that the scripts of a request expect: `json.data[0].id` reads a list in `data`. `undefined` if they expect none. */
export function envelopeIn({ members, lists }: ScriptFacts, content: JsonValue): Envelope | undefined {
  const list = lists.find((pointer) => /^\/[^/]+$/.test(pointer))?.slice(1)
  if (Array.isArray(content) && list !== undefined) return { member: list, beside: {} }
  const deep = members.find(
    (pointer) => /^\/[^/]+\/[^/]+/.test(pointer) && envelopeOf({ [pointer.split('/')[1]!]: {} }),
  )
  return deep === undefined ? undefined : { member: deep.split('/')[1]!, beside: {} }
}

/**
 * The envelopes (objects around the records) that most saved examples have, one for lists and one for single records.
 */
export function usualEnvelopes(routes: Route[]): Map<'list' | 'record', Envelope> {
  const found: Record<'list' | 'record', (Envelope | undefined)[]> = { list: [], record: [] }
  for (const { examples, scope } of routes)
    for (const { status, body } of examples) {
      const value = isSuccess(status) ? objectIn(body, scope) : undefined
      if (value === undefined) continue
      const box = envelopeOf(value)
      const content = box && isObject(value) ? value[box.member] : value
      found[Array.isArray(content) ? 'list' : 'record'].push(box)
    }
  const usual = new Map<'list' | 'record', Envelope>()
  for (const shape of ['list', 'record'] as const) {
    const boxes = found[shape].filter((box) => box !== undefined)
    if (boxes.length * 2 > found[shape].length) usual.set(shape, boxes[0]!)
  }
  return usual
}
