import type { JsonObject, JsonValue } from '../../model/json.js'

const steps = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** The value at a JSON pointer (RFC 6901); undefined if there is none. Never reads prototypes. */
export function getAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const step of steps(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as JsonObject)[step]
  }
  return found
}

/**
 * A copy with another value at a JSON pointer. Creates missing objects on the way. Does not replace other values by
 * objects.
 */
export function setAt(whole: JsonValue, pointer: string, value: JsonValue): JsonValue {
  return setStep(whole, steps(pointer), value)
}

function setStep(whole: JsonValue | undefined, [step, ...rest]: string[], value: JsonValue): JsonValue {
  if (step === undefined) return value
  if (whole !== undefined && (typeof whole !== 'object' || whole === null || Array.isArray(whole)))
    return whole
  const inner = whole && Object.hasOwn(whole, step) ? whole[step] : undefined
  const entries = Object.entries(whole ?? {}).filter(([key]) => key !== step)
  return Object.fromEntries([...entries, [step, setStep(inner, rest, value)]])
}
