import { createHash } from 'node:crypto'
import { pathVariableOf } from '../meaning/address.js'
import { asciiWords } from './ascii-words.js'
import { type Lock, matchLock } from './lock.js'
import type { Nameable } from './nameable.js'
import { shorten } from './shorten.js'

/** What names are bound by. */
export interface NameOptions {
  /** Longest name, a prefix to come left out. @default 64 */
  maxLength?: number
  /** Names that stay. @default [] */
  lock?: Lock
}

/** The names of the tools, in the order given. They depend on the endpoints alone, not on their order or number. */
export function nameTools(endpoints: Nameable[], { maxLength = 64, lock = [] }: NameOptions = {}): string[] {
  const levels = endpoints.map(() => 0)
  const locked = matchLock(endpoints, lock)
  const candidates = endpoints.map((endpoint, index) => {
    const name = locked[index]
    return name === undefined ? candidatesOf(endpoint, maxLength) : [() => name]
  })
  const names = candidates.map(([plainest]) => plainest!())
  for (;;) {
    const clashing = groupsOf(names).filter((group) => group.some(hasMore) && canBeTold(group))
    if (clashing.length === 0) return numberDuplicates(names, { endpoints, locked, maxLength })
    for (const index of clashing.flat()) {
      if (!hasMore(index)) continue
      levels[index]!++
      names[index] = candidates[index]![levels[index]!]!()
    }
  }

  function hasMore(index: number): boolean {
    return levels[index]! < candidates[index]!.length - 1
  }

  /** Whether more words can tell them apart: exact duplicates have none. */
  function canBeTold(group: number[]): boolean {
    return new Set(group.map((index) => identityOf(endpoints[index]!))).size > 1
  }
}

/** The indexes that share a name, for each name that several have. */
function groupsOf(names: string[]): number[][] {
  const groups = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    const group = groups.get(name)
    if (group) group.push(index)
    else groups.set(name, [index])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/** From the plain name to ever more telling ones: with its folder, all folders, method, path, and a hash of method and path. */
function candidatesOf(endpoint: Nameable, maxLength: number): (() => string)[] {
  const base = baseWords(endpoint)
  const folders = () => endpoint.folders.map(asciiWords).filter((words) => words.length > 0)
  const inFolders = () => withWords(base, folders().flat())
  const withMethod = () => {
    const method = asciiWords(endpoint.method)
    return inFolders().includes(method[0] ?? '') ? inFolders() : [...method, ...inFolders()]
  }
  return [
    () => shorten(base, maxLength),
    () => shorten(withWords(base, folders().at(-1) ?? []), maxLength),
    () => shorten(inFolders(), maxLength),
    () => shorten(withMethod(), maxLength),
    () => shorten(withWords(withMethod(), pathWords(endpoint.path)), maxLength),
    () => {
      const hash = hashOf(`${endpoint.method} /${endpoint.path.join('/')}`)
      const room = maxLength - hash.length - 1
      return `${shorten(base, room).slice(0, room)}_${hash}`
    },
  ]
}

/** The words of the item's name; where it has none, or is an address, those of method and path. */
function baseWords(endpoint: Nameable): string[] {
  const { title, method, path } = endpoint
  const isAddress = /^(https?:\/\/|\/|\{\{)/.test(title.trim())
  const words = isAddress ? [] : asciiWords(title)
  if (words.some((word) => /[a-z]/.test(word))) return words
  return [...asciiWords(method), ...pathWords(path)]
}

/** Words of a path for a name: `/pets/:id/toys` is `pets id toys`. */
function pathWords(path: string[]): string[] {
  return path.flatMap((segment) => asciiWords(pathVariableOf(segment) ?? segment))
}

/** The words with those of `more` that they do not have yet. */
function withWords(words: string[], more: string[]): string[] {
  const known = new Set(words)
  return [...words, ...more.filter((word) => !known.has(word))]
}

/** Exact duplicates get `_2`, `_3` in an order that only their content decides. */
function numberDuplicates(
  names: string[],
  {
    endpoints,
    locked,
    maxLength,
  }: { endpoints: Nameable[]; locked: (string | undefined)[]; maxLength: number },
): string[] {
  const result = [...names]
  const taken = new Set(names)
  const groups = groupsOf(names).toSorted(([a], [b]) => compare(names[a!]!, names[b!]!))
  for (const group of groups) {
    const ordered = group.toSorted(
      (a, b) =>
        Number(locked[a] === undefined) - Number(locked[b] === undefined) ||
        compare(keyOf(endpoints[a]!), keyOf(endpoints[b]!)),
    )
    let count = 2
    for (const index of ordered.slice(1)) {
      while (taken.has(numbered(names[index]!, count, maxLength))) count++
      result[index] = numbered(names[index]!, count, maxLength)
      taken.add(result[index])
    }
  }
  return result
}

function numbered(name: string, count: number, maxLength: number): string {
  const suffix = `_${count}`
  return `${name.slice(0, maxLength - suffix.length)}${suffix}`
}

/** All that names are made of. */
const identityOf = ({ title, method, path, folders }: Nameable) =>
  JSON.stringify([title, method, path, folders])
const keyOf = (endpoint: Nameable) => JSON.stringify([endpoint.folders, endpoint.title, endpoint.rest()])
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Six letters that stand for a text. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}
