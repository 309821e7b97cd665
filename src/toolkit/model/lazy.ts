/** Returns a function that runs `make` when it is first called. Later calls return the same value. */
export function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** Returns a function that runs `make` only once for each object. The result is kept as long as the object. */
export function oncePer<K extends object, T extends object | boolean | number>(
  make: (owner: K) => T,
): (owner: K) => T {
  const known = new WeakMap<K, T>()
  return (owner) => {
    const old = known.get(owner)
    if (old !== undefined) return old
    const made = make(owner)
    known.set(owner, made)
    return made
  }
}

/** Lets each getter of a class run only once for an object, when it is first read. No function is made for each object. */
export function keepGetters(type: { prototype: object }): void {
  for (const [name, { get, ...rest }] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
    if (!get) continue
    const kept = Symbol(name)
    Object.defineProperty(type.prototype, name, {
      ...rest,
      get(this: Record<symbol, unknown>) {
        if (!(kept in this)) this[kept] = get.call(this)
        return this[kept]
      },
    })
  }
}
