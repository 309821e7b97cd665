/**
 * Returns an object that has `members` and takes every other member from `target`. Methods of `target` are bound to
 * `target`, because classes with private fields need this.
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
