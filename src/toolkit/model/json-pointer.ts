import type { JsonObject, JsonValue } from './json.js'

/** The tokens of a JSON pointer (RFC 6901). */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

export function pointerOf(steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${escapeKey(String(step))}`).join('')
}

export function escapeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** The value at a JSON pointer; undefined if there is none. Never reads prototypes. */
export function getAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value
  for (const step of stepsOf(pointer)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined
    found = (found as JsonObject)[step]
  }
  return found
}

/**
 * A copy with another value at a JSON pointer, and the objects on the way. Where a value on the way is neither
 * object nor list, or a list has no such entry, no change.
 */
export function setAt(whole: JsonValue, pointer: string, value: JsonValue): JsonValue {
  return setStep(whole, stepsOf(pointer), value)
}

function setStep(whole: JsonValue | undefined, [step, ...rest]: string[], value: JsonValue): JsonValue {
  if (step === undefined) return value
  if (Array.isArray(whole))
    return whole.map((one, at) => (String(at) === step ? setStep(one, rest, value) : one))
  if (whole !== undefined && (typeof whole !== 'object' || whole === null)) return whole
  const inner = whole && Object.hasOwn(whole, step) ? whole[step] : undefined
  const entries = Object.entries(whole ?? {}).filter(([key]) => key !== step)
  return Object.fromEntries([...entries, [step, setStep(inner, rest, value)]])
}
