import { isObject } from '../../../protocol/is-object.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { stepsOf } from '../../../toolkit/model/json-pointer.js'
import { makeValue } from './make-value.js'
import type { ScriptFacts } from './script-facts.js'

/** Adds to an answer the members that the scripts of its request read. Existing members stay the same. */
export function withMembers(
  body: JsonValue,
  { facts, noun }: { facts: ScriptFacts; noun: string },
): JsonValue {
  if (!isObject(body)) return body
  const whole = structuredClone(body)
  for (const pointer of facts.lists) if (pointer !== '') place(whole, { pointer, make: () => [] })
  for (const pointer of facts.members) {
    const name = pointer.split('/').findLast((step) => !/^\d+$/.test(step)) ?? ''
    place(whole, { pointer, make: () => madeMember(name, noun) })
  }
  return whole
}

function madeMember(name: string, noun: string): JsonValue {
  if (/^(success|ok)$/i.test(name)) return true
  if (/^(error|errors)$/i.test(name)) return null
  if (/^(status_?code|code)$/i.test(name)) return 200
  return makeValue({ name, samples: [], index: 0, noun })
}

/**
 * If the member to which a pointer leads is missing or null, creates it, with the missing objects and lists on the way
 * to it. Creates nothing if a text, number or boolean is on the way, or if a list lacks an element after its first one.
 */
export function place(root: JsonObject, { pointer, make }: { pointer: string; make: () => JsonValue }): void {
  const steps = stepsOf(pointer)
  let here: JsonObject | JsonValue[] = root
  for (const [at, step] of steps.slice(0, 10).entries()) {
    if (step === '__proto__') return
    const isLast = at === steps.length - 1
    const next: JsonValue | undefined = Array.isArray(here) ? here[Number(step)] : here[step]
    if (isLast || next === undefined || next === null) {
      if (next !== undefined && next !== null) return
      const value = isLast ? make() : /^\d+$/.test(steps[at + 1]!) ? [] : {}
      if (!put(here, { step, value }) || isLast) return
      here = value as JsonObject | JsonValue[]
    } else if (typeof next === 'object') here = next
    else return
  }
}

/** Sets a member. Returns false if it cannot be set: in a list, only the first element can be created. */
function put(here: JsonObject | JsonValue[], { step, value }: { step: string; value: JsonValue }): boolean {
  if (!Array.isArray(here)) here[step] = value
  else if (step === '0' && here.length === 0) here.push(value)
  else return false
  return true
}
