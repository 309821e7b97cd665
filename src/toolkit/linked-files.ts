import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import { messageOf } from '../errors.js'
import { readRegularFile } from '../regular-file.js'

const MAX_BYTES = 256 * 1024 * 1024

export interface LinkedFilesOptions {
  document?: object
  /** The folders that linked files may be in. Others are refused, because a document may name private files. */
  folders: readonly string[]
  outside: (path: string) => string
  remote: (url: string) => string
}

/** Reads a document and the files of its `$ref`s, by absolute path or URL. Throws if one is missing, outside, or all are too large. */
export async function readLinkedFiles(
  path: string,
  { document, folders, outside, remote }: LinkedFilesOptions,
): Promise<Map<string, unknown>> {
  const parser = new $RefParser()
  const roots = await Promise.all(folders.map((folder) => realpath(folder)))
  let bytes = 0
  // The first error that `read` threw. It is kept, because the error of the parser does not contain its message.
  let failure: unknown
  const read = async ({ url }: { url: string }): Promise<Buffer> => {
    try {
      const named = pathOf(url)
      const target = await realpath(named)
      const isAllowed = named === resolve(path) || roots.some((root) => isBelow(root, target))
      if (!isAllowed) throw new Error(outside(target))
      const content = await readRegularFile(target)
      bytes += content.length
      if (bytes > MAX_BYTES) throw new Error('the files together have more than 256 MB.')
      return content
    } catch (error) {
      failure ??= error
      throw error
    }
  }
  const isRemote = ({ url }: { url: string }) => /^https?:/i.test(url)
  const resolvers = {
    http: { order: 1, canRead: isRemote, read: ({ url }: { url: string }) => remote(url) },
    file: { order: 2, canRead: (file: { url: string }) => !isRemote(file), read },
  }
  try {
    if (document) await parser.resolve(path, document as never, { resolve: resolvers })
    else await parser.resolve(path, { resolve: resolvers })
  } catch (error) {
    throw new Error(messageOf(failure ?? error).split('\n')[0], { cause: error })
  }
  // The parser has decoded these paths, but no URLs.
  const keyOf = (name: string) => (URL.canParse(name) ? pathOf(name) : resolve(name))
  return new Map(Object.entries(parser.$refs.values()).map(([name, value]) => [keyOf(name), value]))
}

/** The absolute path of a file that the parser names by a `file:` URL or a path. Returns any other URL unchanged. */
export function pathOf(url: string): string {
  if (url.startsWith('file:')) return fileURLToPath(url)
  return URL.canParse(url) ? url : resolve(decodeURIComponent(url))
}

function isBelow(root: string, target: string): boolean {
  const way = relative(root, target)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
