import { isObject } from '../../../protocol/is-object.js'
import type { JsonValue } from '../../../toolkit/model/json.js'
import { isSuccess, type Route } from '../routes.js'
import { type Envelope, envelopeOf } from './envelopes.js'
import { objectIn } from './request-object.js'
import type { ScriptFacts } from './script-facts.js'

/** The envelope that the scripts of a request expect: `json.data[0].id` reads a list in `data`. `undefined` if they expect none. */
export function envelopeIn({ members, lists }: ScriptFacts, content: JsonValue): Envelope | undefined {
  const list = lists.find((pointer) => /^\/[^/]+$/.test(pointer))?.slice(1)
  if (Array.isArray(content) && list !== undefined) return { member: list, beside: {} }
  const deep = members.find(
    (pointer) => /^\/[^/]+\/[^/]+/.test(pointer) && envelopeOf({ [pointer.split('/')[1]!]: {} }),
  )
  return deep === undefined ? undefined : { member: deep.split('/')[1]!, beside: {} }
}

/** The envelopes of lists and of records in the saved examples of a collection. An envelope is included if most examples have one. */
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
