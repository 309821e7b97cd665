import { realpath } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { $RefParser } from '@apidevtools/json-schema-ref-parser'
import { messageOf } from '../errors.js'
import { isObject } from '../protocol/is-object.js'
import { readRegularFile } from '../regular-file.js'
import { isSecretFile } from './secrets/secret-file.js'

const MAX_BYTES = 256 * 1024 * 1024

export interface LinkedFilesOptions {
  document?: object
  /** The folders that linked files may be in. Others are refused, because a document may name private files. */
  folders: readonly string[]
  outside: (path: string) => string
  remote: (url: string) => string
}

/**
 * Reads a document and the files of its `$ref`s, by absolute path or URL. Throws if one is missing, outside, hidden, or an
 * environment of Postman, or all are too large.
 */
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
      const isMain = named === resolve(path)
      const root = roots.find((folder) => isBelow(folder, target))
      if (!isMain && root === undefined) throw new Error(outside(target))
      if (!isMain && isHidden(relative(root!, target)))
        throw new Error(`${target} is hidden. Files and folders whose name begins with a dot are not read.`)
      if (!isMain && isSecretFile(target))
        throw new Error(`${target} has a name of a file with secrets, and describes no API.`)
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
  const files = new Map(Object.entries(parser.$refs.values()).map(([name, value]) => [keyOf(name), value]))
  for (const [name, value] of files)
    if (isEnvironment(value))
      throw new Error(`${name} is an environment of Postman. It may have secrets and describes no API.`)
  return files
}

/** The absolute path of a file that the parser names by a `file:` URL or a path. Returns any other URL unchanged. */
export function pathOf(url: string): string {
  if (url.startsWith('file:')) return fileURLToPath(url)
  return URL.canParse(url) ? url : resolve(decodeURIComponent(url))
}

const isHidden = (way: string) => way.split(sep).some((part) => part.startsWith('.'))

/** Whether a value is the content of an environment or globals file of Postman: a list of variables. */
const isEnvironment = (value: unknown): boolean =>
  isObject(value) &&
  Array.isArray(value.values) &&
  value.values.every((variable) => isObject(variable) && 'key' in variable)

function isBelow(root: string, target: string): boolean {
  const way = relative(root, target)
  return way !== '..' && !way.startsWith(`..${sep}`)
}
