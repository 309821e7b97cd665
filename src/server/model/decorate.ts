/**
 * An object with the given members; all others are forwarded to `target`. Methods of the target keep their `this`, so
 * that classes with private fields work.
 */
export function decorate<T extends object>(target: T, members: Partial<T>): T {
  return new Proxy(members as T, {
    get(own, key) {
      if (Object.hasOwn(own, key)) return Reflect.get(own, key)
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
    has: (own, key) => Object.hasOwn(own, key) || key in target,
  })
}
