import { posix } from 'node:path'
import { decodeUri } from '../../../text/decode-uri.js'
import { asObject } from '../../../toolkit/collection/read-shape.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import type { Remarks } from './remarks.js'

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

/** Whether a reference leads to another server. */
export function isRemote(path: string): boolean {
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
