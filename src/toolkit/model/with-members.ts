/** A copy with some members replaced. The other members are not read: those that are derived on demand stay so. */
export function withMembers<T extends object>(original: T, members: Partial<T>): T {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  } as PropertyDescriptorMap) as T
}
