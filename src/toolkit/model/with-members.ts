/**
 * A copy with some members replaced or added. The other members are not read: those that are derived on demand stay so.
 */
export function withMembers<T extends object, M extends object = Partial<T>>(original: T, members: M): T & M {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  } as PropertyDescriptorMap) as T & M
}
