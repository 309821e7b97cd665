import { realpath } from 'node:fs/promises'
import { posix, relative, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../../../errors.js'
import { counted } from '../../../text/counted.js'
import { decodeUri } from '../../../text/decode-uri.js'
import { asObject } from '../../collection/read-shape.js'
import { readLinkedFiles } from '../../linked-files.js'
import type { JsonObject, JsonValue } from '../../model/json.js'

/**
 * The key of the main document in the map of files. The key of each other file is its path, relative to the folder of
 * the main document.
 */
export const MAIN = ''

/** A value of a document and its file, against which references are resolved. */
export interface Located {
  value: JsonValue | undefined
  file: string
}

/** An object after its references are resolved. */
export interface LocatedObject {
  value: JsonObject
  file: string
}

const MAX_CHAIN = 50

/** Resolves the `$ref`s of a document. Records unresolved references and returns undefined for them. */
export class References {
  readonly #files: ReadonlyMap<string, JsonValue>
  readonly #remarks: Remarks

  constructor(files: ReadonlyMap<string, JsonValue>, remarks: Remarks) {
    this.#files = files
    this.#remarks = remarks
  }

  /**
   * Returns the object or, if it is a reference, its target. Undefined for any other value, and for references that
   * lead to themselves.
   */
  follow({ value, file }: Located): LocatedObject | undefined {
    let found: Located | undefined = { value, file }
    let last = ''
    for (let steps = 0; found && steps < MAX_CHAIN; steps++) {
      const object = asObject(found.value)
      if (!object) return undefined
      if (typeof object.$ref !== 'string') return { value: object, file: found.file }
      last = object.$ref
      found = this.target(last, found.file)
    }
    if (found)
      this.#remarks.name('These references lead to themselves, and what they stand for is left open', last)
    return undefined
  }

  /** The target of a reference in the file `from`. Two references to the same target give the same `id`. */
  target(reference: string, from: string): (Located & { id: string }) | undefined {
    const [path = '', pointer = ''] = splitAtHash(reference)
    const file = path === '' ? from : fileAt(path, from)
    const value = file === undefined ? undefined : valueAt(this.#files.get(file), pointer)
    if (value !== undefined && file !== undefined) return { value, file, id: `${file}#${pointer}` }
    if (file !== undefined && this.#files.has(file))
      this.#remarks.name('These references lead nowhere, and what they stand for is left open', reference)
    return undefined
  }
}

function splitAtHash(reference: string): [string, string] {
  const at = reference.indexOf('#')
  return at < 0 ? [reference, ''] : [reference.slice(0, at), reference.slice(at + 1)]
}

function isRemote(path: string): boolean {
  return /^[a-z][a-z\d+.-]+:/i.test(path)
}

/** The path of a referenced file, relative to the folder of the main document; undefined for another server. */
function fileAt(path: string, from: string): string | undefined {
  return isRemote(path) ? undefined : posix.normalize(posix.join(posix.dirname(from), decodeUri(path)))
}

function valueAt(document: JsonValue | undefined, pointer: string): JsonValue | undefined {
  if (pointer === '' || pointer === '/') return document
  if (!pointer.startsWith('/')) return undefined
  let value = document
  for (const step of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined
    const key = decodeUri(step).replaceAll('~1', '/').replaceAll('~0', '~')
    value = Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined
  }
  return value
}

/**
 * Returns the document and the files to which it refers, by their paths relative to `folder`. Never downloads files.
 * Throws `import-failed` for a file that is missing, unreadable or outside of `folder`. Without `folder`, reads no
 * other file.
 */
export async function loadFiles(
  root: JsonObject,
  { folder, remarks }: { folder: string | undefined; remarks: Remarks },
): Promise<ReadonlyMap<string, JsonValue>> {
  const outward = outwardReferences(root)
  const own = new Map<string, JsonValue>([[MAIN, root]])
  for (const reference of outward.filter(isRemote))
    remarks.name('These references lead to other servers and were not followed', reference)
  const local = outward.filter((reference) => !isRemote(reference))
  if (local.length === 0) return own
  if (folder === undefined) {
    for (const _ of local) remarks.count('files', notFollowed)
    return own
  }
  const home = await realpath(folder)
  for (const [path, value] of await filesBelow(home, root)) {
    remarks.name('These files were read too', path)
    own.set(path, value)
  }
  return own
}

const notFollowed = (count: number) =>
  `Not followed: ${counted(count, 'reference')} to other files. Import the file itself instead of standard input, so that its folder is known.`

/** The references of a document to other files. */
function outwardReferences(root: JsonValue): string[] {
  const found = new Set<string>()
  const open: JsonValue[] = [root]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const { $ref: reference } = value as JsonObject
    if (typeof reference === 'string' && reference !== '' && !reference.startsWith('#')) found.add(reference)
    for (const member of Object.values(value))
      if (typeof member === 'object' && member !== null) open.push(member)
  }
  return [...found].sort()
}

/** The files that a document in this folder refers to, by their paths in the folder. */
async function filesBelow(home: string, root: JsonObject): Promise<[string, JsonValue][]> {
  const main = resolve(home, 'voice-import-main.json')
  try {
    const files = await readLinkedFiles(main, {
      document: root,
      folders: [home],
      outside: (path) => `${path} lies outside of ${home}, the folder of the document; move it there.`,
      remote: () => '{}',
    })
    const others = [...files].filter(([path]) => path !== main && !isRemote(path))
    return others.map(([path, value]) => [relative(home, path).split(sep).join('/'), value as JsonValue])
  } catch (error) {
    throw new VoiceError(
      'import-failed',
      `The OpenAPI document refers to a file that cannot be read: ${messageOf(error)}`,
      { cause: error },
    )
  }
}

/** Counts what an import leaves out, and reports each kind in one sentence. */
export class Remarks {
  readonly #counts = new Map<string, { count: number; write: (count: number) => string }>()
  readonly #names = new Map<string, Set<string>>()

  /** Counts one more occurrence of a kind of content. `write` returns the sentence about the final count. */
  count(kind: string, write: (count: number) => string): void {
    const known = this.#counts.get(kind)
    this.#counts.set(kind, { count: (known?.count ?? 0) + 1, write })
  }

  /** Adds a name to the list at the end of a sentence; `sentence` is the text before the list. */
  name(sentence: string, name: string): void {
    this.#names.set(sentence, (this.#names.get(sentence) ?? new Set()).add(name))
  }

  /**
   * Returns the sentences of all `count` calls, then the sentences of all `name` calls. Each group is in the order in
   * which its sentences were first added.
   */
  sentences(): string[] {
    const counted = [...this.#counts.values()].map(({ count, write }) => write(count))
    const named = [...this.#names].map(([sentence, names]) => `${sentence}: ${listOf([...names])}.`)
    return [...counted, ...named]
  }
}

const MAX_NAMES = 8

function listOf(names: string[]): string {
  const more = names.length - MAX_NAMES
  return more > 0 ? `${names.slice(0, MAX_NAMES).join(', ')} and ${more} more` : names.join(', ')
}
