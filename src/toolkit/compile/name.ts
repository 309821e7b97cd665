import { createHash } from 'node:crypto'
import anyAscii from 'any-ascii'
import { trimEndOf } from '../../text/trim.js'
import type { PlacedItem } from '../collection/walk.js'
import { MAX_NAME_CHARS } from '../defaults.js'
import type { Folder } from '../model/collection.js'
import { pathVariableOf } from '../semantics/address.js'
import { singularOf } from '../semantics/id-names.js'
import { Intent } from '../semantics/intent.js'
import { literalKind } from '../semantics/literal-id.js'
import { isValue } from '../semantics/path-phrase.js'
import { titleOf } from '../semantics/request-title.js'
import { withoutNumber } from '../semantics/step-number.js'
import { wordList } from '../semantics/word-list.js'
import { wordsOf } from '../semantics/words.js'
import { type Lock, matchLock, type Nameable } from './lock.js'

/** Collects the facts for the name of each item. Items of one folder share one list of folder names. */
export function nameablesOf(placed: PlacedItem[]): Nameable[] {
  const names = new Map<Folder[], string[]>()
  return placed.map(({ item, folders }) => {
    let own = names.get(folders)
    if (!own) {
      own = folders.map((folder) => folder.name)
      names.set(folders, own)
    }
    return {
      title: titleOf(new Intent(item.name, item.request)),
      method: item.request.method,
      path: item.request.url.path,
      folders: own,
      rest: () => JSON.stringify([item.request, item.description]),
    }
  })
}

export interface NameOptions {
  /** Maximum length of a name, without a prefix that is added later. @default 64 */
  maxLength?: number
  /** Tools that keep their names. @default [] */
  lock?: Lock
}

/** Names tools. A locked tool keeps its name; the others depend on the endpoints and not on their order. */
export function nameTools(
  endpoints: Nameable[],
  { maxLength = MAX_NAME_CHARS, lock = [] }: NameOptions = {},
): string[] {
  const none = endpoints.map(() => undefined)
  if (lock.length === 0) return nameAround(none, endpoints, maxLength)
  const own = nameAround(none, endpoints, maxLength)
  return nameAround(withoutForeign(matchLock(endpoints, lock), own), endpoints, maxLength)
}

/** Leaves out locked names that are another endpoint's own: a filter or log-in by name would mean another request. */
function withoutForeign(locked: (string | undefined)[], own: string[]): (string | undefined)[] {
  const owners = new Map(own.map((name, index) => [name, index]))
  return locked.map((name, index) => {
    const owner = name === undefined ? undefined : owners.get(name)
    const isForeign = owner !== undefined && owner !== index && stemOf(own[owner]!) !== stemOf(own[index]!)
    return isForeign ? undefined : name
  })
}

const stemOf = (name: string) => name.replace(/_\d+$/, '')

function nameAround(locked: (string | undefined)[], endpoints: Nameable[], maxLength: number): string[] {
  const drafts = endpoints.map(
    (endpoint): NameDraft => ({ base: baseWords(endpoint), lead: [], telling: [], level: 0 }),
  )
  const names = drafts.map((draft, index) => locked[index] ?? nameOf(draft, maxLength))
  for (;;) {
    const groups = groupsOf(names)
    const clashing = groups.filter((group) => group.some(hasMore) && canBeTold(group))
    if (clashing.length === 0) return numberDuplicates(names, { groups, endpoints, locked, maxLength })
    for (const group of clashing) advance(group)
  }

  function hasMore(index: number): boolean {
    return locked[index] === undefined && drafts[index]!.level <= SOURCES.length
  }

  /** Whether more words can tell the names of a group apart: method, path or folders differ. */
  function canBeTold(group: number[]): boolean {
    return new Set(group.map((index) => identityOf(endpoints[index]!))).size > 1
  }

  /** Adds words of the next source to those names of a group that have words of the fewest sources. */
  function advance(group: number[]): void {
    const open = group.filter(hasMore)
    const level = Math.min(...open.map((index) => drafts[index]!.level))
    const source = SOURCES[level]
    const shared = source ? sharedBy(group.map((index) => source(endpoints[index]!))) : undefined
    for (const index of open.filter((one) => drafts[one]!.level === level)) {
      const draft = drafts[index]!
      draft.level++
      const words = source?.(endpoints[index]!).filter((word) => !shared!.has(word)) ?? []
      draft[source === methodOf ? 'lead' : 'telling'].push(...words)
      if (!source) draft.hash = hashOf(`${endpoints[index]!.method} /${endpoints[index]!.path.join('/')}`)
      names[index] = nameOf(draft, maxLength)
    }
  }
}

/** A name during its creation: the words of the title, and the words that make the name different from other names. */
interface NameDraft {
  base: readonly string[]
  lead: string[]
  telling: string[]
  hash?: string
  /** How many of the {@link SOURCES} are already used. */
  level: number
}

const methodOf = ({ method }: Nameable) => asciiWords(method)

/** Where the words come from that make names different, in this order. At last, a hash of method and path follows. */
const SOURCES: ((endpoint: Nameable) => readonly string[])[] = [
  ({ folders }) => folderWords(folders.slice(-1)),
  ({ folders }) => folderWords(folders),
  methodOf,
  ({ path }) => fixedWords(path),
  ({ path }) => pathWords(path),
]

function folderWords(folders: string[]): string[] {
  return folders.flatMap((folder) =>
    folder.startsWith('/') ? fixedWords(folder.split('/')) : asciiWords(withoutNumber(folder)),
  )
}

const fixedWords = (path: string[]) => path.filter((segment) => !isValue(segment)).flatMap(asciiWords)

function sharedBy([first = [], ...others]: (readonly string[])[]): Set<string> {
  return new Set(first.filter((word) => others.every((words) => words.includes(word))))
}

/** Joins a draft to a name, at most half of it for the words that make it different. */
function nameOf({ base: title, lead, telling, hash }: NameDraft, maxLength: number): string {
  const base = lead.length > 0 ? [...lead.filter((word) => !title.includes(word)), ...title] : title
  if (telling.length === 0 && !hash) return shorten(base, maxLength)
  const known = new Set(base.map(singularOf))
  const own = telling.filter((word) => known.size < known.add(singularOf(word)).size)
  const end = [
    ...(own.length > 0 ? [shorten(own, Math.floor(maxLength / 2) - 4)] : []),
    ...(hash ? [hash] : []),
  ]
  const room = maxLength - end.reduce((sum, part) => sum + part.length + 1, 0)
  return [shorten(base, room), ...end].filter(Boolean).join('_').slice(0, maxLength)
}

function groupsOf(names: string[]): number[][] {
  const first = new Map<string, number>()
  const groups = new Map<string, number[]>()
  for (const [index, name] of names.entries()) {
    const before = first.get(name)
    const group = groups.get(name)
    if (before === undefined) first.set(name, index)
    else if (group) group.push(index)
    else groups.set(name, [before, index])
  }
  return [...groups.values()]
}

/** The words of the title, else of method and path; with a verb before a first word that begins with a digit. */
function baseWords({ title, method, path }: Nameable): readonly string[] {
  const words = asciiWords(withoutNumber(title))
  if (!words.some((word) => /[a-z]/.test(word))) return [...asciiWords(method), ...pathWords(path)]
  return /^\d/.test(words[0]!) ? [VERBS_OF[method] ?? method.toLowerCase(), ...words] : words
}

const VERBS_OF: Readonly<Record<string, string>> = { PUT: 'update', PATCH: 'update', HEAD: 'check' }

/** The words of a path: `pets`, `id`, `toys` for `/pets/:id/toys` and `/pets/7/toys`. */
function pathWords(path: string[]): string[] {
  return path.flatMap((segment) => asciiWords(pathVariableOf(segment) ?? (isId(segment) ? 'id' : segment)))
}

/** Whether a segment is a literal id; dates, email addresses and placeholders are none. */
const isId = (segment: string) => /^(?:number|uuid|hash|code)$/.test(literalKind(segment) ?? '')

/** Adds `_2`, `_3` to equal names, by the contents of the items and not by their order. Locked names stay. */
function numberDuplicates(
  names: string[],
  {
    groups,
    endpoints,
    locked,
    maxLength,
  }: { groups: number[][]; endpoints: Nameable[]; locked: (string | undefined)[]; maxLength: number },
): string[] {
  if (groups.length === 0) return names
  const result = [...names]
  const taken = new Set(names)
  for (const group of groups.toSorted(([a], [b]) => compare(names[a!]!, names[b!]!))) {
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

/** What the words that make a name different can come from: method, path and folders. */
const identityOf = ({ method, path, folders }: Nameable) => JSON.stringify([method, path, folders])
const keyOf = (endpoint: Nameable) => JSON.stringify([endpoint.folders, endpoint.title, endpoint.rest()])
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 6)
}

/** The words of a name in ASCII: `Größe` gives `['grosse']`, and `Получить заказ` gives `['poluchit', 'zakaz']`. */
function asciiWords(text: string): readonly string[] {
  if (/^[\w -]*$/.test(text)) return wordsOf(text)
  const ascii = /^[\x20-\x7e]*$/.test(text)
    ? text
    : anyAscii(text.replace(/\p{Extended_Pictographic}/gu, ' '))
  return wordsOf(ascii.replace(/['’`]/g, ''))
}

const FILLERS = wordList('grammaticalWords')

/** Words that say little. They are removed from a name after the grammatical words. */
const WEAK = wordList('weakWords')

/** Words with which a shortened name must not end: `delete_all_except` says the opposite of `…_except_admins`. */
const OPENING = wordList('openingWords')

/** Joins words with `_`. If too long, grammatical words go first, then weak and repeated ones, then the last. */
export function shorten(words: readonly string[], maxLength: number): string {
  const whole = words.join('_')
  if (whole.length <= maxLength) return whole
  let left = words
  for (const keep of [isNoFiller, isNewAndTelling()]) {
    left = keepFirst(left, keep)
    const name = left.join('_')
    if (name.length <= maxLength) return name
  }
  const isTooMuch = (all: readonly string[]) => all.join('_').length > maxLength || OPENING.has(all.at(-1)!)
  while (left.length > 1 && isTooMuch(left)) left = left.slice(0, -1)
  return trimEndOf(left.join('_').slice(0, Math.max(maxLength, 0)), '_')
}

const isNoFiller = (word: string) => !FILLERS.has(word)

/** A filter without the words in `WEAK` and without repeated words. */
function isNewAndTelling(): (word: string) => boolean {
  const said = new Set<string>()
  return (word) => !WEAK.has(word) && said.size < said.add(word).size
}

function keepFirst(words: readonly string[], keep: (word: string) => boolean): readonly string[] {
  const kept = words.filter(keep)
  return kept.length > 0 ? kept : words
}
