import type { JsonSchema, JsonValue } from './json.js'

/** Sets an own member of an object. An assignment to `__proto__` would set the prototype instead. */
export function setMember<T>(object: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
  else object[key] = value
}

export function mapMembers<T, R>(
  object: Record<string, T>,
  change: (value: T, key: string) => R,
): Record<string, R> {
  const changed: Record<string, R> = {}
  for (const key of Object.keys(object)) setMember(changed, key, change(object[key]!, key))
  return changed
}

/** Like `map`, but returns the list itself if no element changes. */
export function mapChanged<T>(list: T[], change: (element: T, index: number) => T): T[] {
  let copy: T[] | undefined
  for (let index = 0; index < list.length; index++) {
    const made = change(list[index]!, index)
    if (made === list[index]) continue
    copy ??= list.slice()
    copy[index] = made
  }
  return copy ?? list
}

/** The object itself if it has these members already, else a copy that has them. */
export function withChanged<T extends object>(object: T, members: Partial<T>): T {
  for (const key in members) if (members[key] !== object[key]) return { ...object, ...members }
  return object
}

/** Copies an object and replaces or adds some members. Getters are copied as getters and do not run. */
export function withMembers<T extends object, M extends object = Partial<T>>(original: T, members: M): T & M {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  } as PropertyDescriptorMap) as T & M
}

export function leavesOf(value: JsonValue): string[] {
  if (typeof value !== 'object') return [String(value)]
  return value === null ? [] : Object.values(value).flatMap(leavesOf)
}

export function mapSchemas(
  schema: JsonSchema,
  change: (inner: JsonSchema, key?: string) => JsonSchema,
): JsonSchema {
  const { properties, items, anyOf, additionalProperties: more } = schema
  return {
    ...schema,
    ...(properties && { properties: mapMembers(properties, change) }),
    ...(items && { items: change(items) }),
    ...(anyOf && { anyOf: anyOf.map((one) => change(one)) }),
    ...(typeof more === 'object' && { additionalProperties: change(more) }),
  }
}

/** The schema of a member of an object; undefined if the object's schema does not describe it. */
export function schemaOfMember(
  { properties = {}, additionalProperties: more }: JsonSchema,
  key: string,
): JsonSchema | undefined {
  if (Object.hasOwn(properties, key)) return properties[key]
  return typeof more === 'object' ? more : undefined
}

/** Whether a schema says that a value may be of a type. */
export const saysType = ({ type }: JsonSchema, name: string): boolean => [type].flat().includes(name)
