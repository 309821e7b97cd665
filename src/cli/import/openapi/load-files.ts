import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import { messageOf, VoiceError } from '../../../errors.js'
import { readRegularFile } from '../../../regular-file.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isRemote, MAIN } from './references.js'
import { amount, type Remarks } from './remarks.js'

/** Maximum total size of all files of a document. */
const MAX_BYTES = 256 * 1024 * 1024

/**
 * The document and the referenced files below its folder, by relative path. Never downloads files. Throws
 * `import-failed` for a file that is missing, unreadable or outside the folder; without a folder no other file is
 * read.
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
  for (const [path, value] of await resolveAll(root, home)) own.set(path, value)
  return own
}

const notFollowed = (count: number) =>
  `Not followed: ${amount(count, 'reference')} to other files. Import the file itself instead of standard input, so that its folder is known.`

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

async function resolveAll(root: JsonObject, home: string): Promise<[string, JsonValue][]> {
  const parser = new $RefParser()
  const main = resolve(home, 'voice-import-main.json')
  const reader = new FolderReader(home)
  try {
    await parser.resolve(main, root as never, {
      resolve: { file: reader, http: NO_SERVER },
    })
  } catch (error) {
    const [reason] = messageOf(reader.failure ?? error).split('\n')
    throw new VoiceError(
      'import-failed',
      `The OpenAPI document refers to a file that cannot be read: ${reason}`,
      {
        cause: error,
      },
    )
  }
  const values = Object.entries(parser.$refs.values()) as unknown as [string, JsonValue][]
  return values.flatMap(([url, value]): [string, JsonValue][] => {
    const path = pathOf(url)
    return path === main || isRemote(url) ? [] : [[relative(home, path).split(sep).join('/'), value]]
  })
}

/** Reads files below one folder only. */
class FolderReader {
  readonly order = 1
  failure: unknown
  readonly #home: string
  #bytes = 0

  constructor(home: string) {
    this.#home = home
  }

  readonly canRead = ({ url }: { url: string }) => !/^https?:/i.test(url)

  readonly read = async ({ url }: { url: string }): Promise<Buffer> => {
    try {
      const path = await realpath(pathOf(url))
      const way = relative(this.#home, path)
      if (way === '..' || way.startsWith(`..${sep}`))
        throw new Error(`${path} lies outside of ${this.#home}, the folder of the document; move it there.`)
      const content = await readRegularFile(path)
      this.#bytes += content.length
      if (this.#bytes > MAX_BYTES) throw new Error('the files together have more than 256 MB.')
      return content
    } catch (error) {
      this.failure ??= error
      throw error
    }
  }
}

const NO_SERVER = {
  order: 0,
  canRead: ({ url }: { url: string }) => /^https?:/i.test(url),
  read: () => '{}',
}

function pathOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url) : resolve(decodeURIComponent(url))
}
