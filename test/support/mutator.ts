import type { JsonObject, JsonValue } from '../../src/toolkit/model/json.js'

/** One defect: the change, and the place where a person would look for it. */
export interface Mutation {
  kind: 'delete' | 'retype' | 'rename' | 'null' | 'misplace'
  /** The keys of the changed place before the change. */
  path: (string | number)[]
  /** Where a validator should point: the value, the parent where a key is gone, the misspelt key. */
  expected: { path: (string | number)[]; at: 'value' | 'key' }
  /** Undoes the change. */
  undo(): void
}

interface Slot {
  parent: JsonObject | JsonValue[]
  key: string | number
  path: (string | number)[]
}

type Random = () => number
type Mutate = (slot: Slot, random: Random, slots: Slot[]) => Mutation | undefined

/** Changes one place of a document, at any depth, in place. */
export function mutate(document: JsonValue, random: Random): Mutation {
  const slots = slotsOf(document)
  const kinds = Object.values(MUTATIONS)
  for (;;) {
    const slot = pick(slots, random)
    const mutation = pick(kinds, random)(slot, random, slots)
    if (mutation) return mutation
  }
}

const slotCache = new WeakMap<object, Slot[]>()

/** Every member and element; kept, because undoing brings the document back to the same slots. */
function slotsOf(document: JsonValue): Slot[] {
  const cached = slotCache.get(document as object)
  if (cached) return cached
  const slots: Slot[] = []
  const visit = (value: JsonValue, path: (string | number)[]): void => {
    if (typeof value !== 'object' || value === null) return
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
    for (const key of keys) {
      const slot = { parent: value, key, path: [...path, key] }
      slots.push(slot)
      visit(get(slot), slot.path)
    }
  }
  visit(document, [])
  slotCache.set(document as object, slots)
  return slots
}

const MUTATIONS: Record<Mutation['kind'], Mutate> = {
  delete(slot) {
    const restore = keep(slot.parent)
    if (Array.isArray(slot.parent)) slot.parent.splice(Number(slot.key), 1)
    else delete slot.parent[slot.key]
    return made('delete', slot, { expected: { path: slot.path.slice(0, -1), at: 'value' }, undo: restore })
  },
  retype(slot, random) {
    const old = get(slot)
    const others: JsonValue[] = ['text', 7.5, true, [], {}, [1], { a: 1 }]
    const value = pick(
      others.filter((other) => kindOf(other) !== kindOf(old)),
      random,
    )
    return made('retype', slot, { expected: { path: slot.path, at: 'value' }, undo: set(slot, value) })
  },
  rename(slot, random) {
    if (Array.isArray(slot.parent)) return undefined
    const name = misspell(String(slot.key), random)
    if (name in slot.parent) return undefined
    const restore = keep(slot.parent)
    renameKey(slot.parent, String(slot.key), name)
    return made('rename', slot, {
      expected: { path: [...slot.path.slice(0, -1), name], at: 'key' },
      undo: restore,
    })
  },
  null(slot) {
    if (get(slot) === null) return undefined
    return made('null', slot, { expected: { path: slot.path, at: 'value' }, undo: set(slot, null) })
  },
  misplace(slot, random, slots) {
    const target = pick(slots, random)
    const inside =
      target.path.length >= slot.path.length && slot.path.every((key, at) => key === target.path[at])
    const free = !Array.isArray(target.parent) && !(String(slot.key) in target.parent)
    if (Array.isArray(slot.parent) || inside || !free) return undefined
    const [restoreFrom, restoreTo] = [keep(slot.parent), keep(target.parent)]
    const value = get(slot)
    delete slot.parent[slot.key]
    const goal = target.parent as JsonObject
    goal[slot.key] = value
    const undo = () => {
      restoreFrom()
      restoreTo()
    }
    return made('misplace', slot, { expected: { path: slot.path.slice(0, -1), at: 'value' }, undo })
  },
}

function made(kind: Mutation['kind'], slot: Slot, rest: Pick<Mutation, 'expected' | 'undo'>): Mutation {
  return { kind, path: slot.path, ...rest }
}

function get({ parent, key }: Slot): JsonValue {
  return (parent as Record<string | number, JsonValue>)[key]!
}

function set(slot: Slot, value: JsonValue): () => void {
  const old = get(slot)
  const parent = slot.parent as Record<string | number, JsonValue>
  parent[slot.key] = value
  return () => {
    parent[slot.key] = old
  }
}

/** Remembers a container's members in their order. */
function keep(container: JsonObject | JsonValue[]): () => void {
  if (Array.isArray(container)) {
    const elements = [...container]
    return () => void container.splice(0, container.length, ...elements)
  }
  const entries = Object.entries(container)
  return () => {
    for (const key of Object.keys(container)) delete container[key]
    for (const [key, value] of entries) container[key] = value
  }
}

function renameKey(object: JsonObject, from: string, to: string): void {
  const entries = Object.entries(object)
  for (const [key] of entries) delete object[key]
  for (const [key, value] of entries) object[key === from ? to : key] = value
}

/** A typo: a letter dropped, doubled, swapped or added, or the wrong case. */
function misspell(word: string, random: Random): string {
  const at = Math.floor(random() * word.length)
  const typos = [
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + (word[at] ?? 'x') + word.slice(at),
    word.slice(0, at) + (word[at + 1] ?? 'x') + (word[at] ?? 'y') + word.slice(at + 2),
    `${word}s`,
    word.slice(0, 1).toUpperCase() + word.slice(1),
  ]
  const typo = pick(typos, random)
  return typo === word || typo === '' ? `${word}s` : typo
}

function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function pick<T>(list: readonly T[], random: Random): T {
  return list[Math.floor(random() * list.length)]!
}
