/** The values of options: as given, else their defaults. A member that is `undefined` is not given. */
export function withDefaults<T extends object>(defaults: T, given: Partial<T> = {}): T {
  const set = Object.entries(given).filter(([, value]) => value !== undefined)
  return { ...defaults, ...Object.fromEntries(set) }
}
