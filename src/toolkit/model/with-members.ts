/** Copies an object and replaces or adds some members. Other members are not read, so that a getter stays a getter. */
export function withMembers<T extends object, M extends object = Partial<T>>(original: T, members: M): T & M {
  return Object.defineProperties({}, {
    ...Object.getOwnPropertyDescriptors(original),
    ...Object.getOwnPropertyDescriptors(members),
  } as PropertyDescriptorMap) as T & M
}
