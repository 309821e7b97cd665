import {
  constants,
  createReadStream,
  existsSync,
  promises,
  readdir,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { realpath, writeFile } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { makeFolder } from '../make-folder.js'
import { trimEndOf } from '../text/trim.js'
import { NO_LINK } from '../toolkit/lock-file.js'

export const MAX_INPUT_BYTES = 256 * 1024 * 1024

const CHUNK_BYTES = 4 * 1024 * 1024

/** Standard input and pipes, which can be read only once. */
const contents = new Map<string | object, Promise<Uint8Array>>()

/** The bytes of a file, or of standard input for `-`. Throws the `VoiceError` `file-unreadable`. */
export async function readInput(path: string): Promise<Uint8Array> {
  if (path === '-') return readOnce(process.stdin, () => readStream(process.stdin, 'Standard input'))
  try {
    const found = statFile(path)
    if (found.size > MAX_INPUT_BYTES) throw tooLarge(path)
    // At once, because it loads fewer modules of Node than a stream.
    if (found.isFile()) return readFileSync(path)
    const read = () => readStream(createReadStream(path, { highWaterMark: CHUNK_BYTES }), path)
    return await (found.isFIFO() ? readOnce(path, read) : read())
  } catch (error) {
    throw error instanceof VoiceError ? error : unreadable(path, error)
  }
}

function readOnce(source: string | object, read: () => Promise<Uint8Array>): Promise<Uint8Array> {
  const content = contents.get(source) ?? read()
  contents.set(source, content)
  return content
}

/** The files of a glob, sorted; an existing path, or a glob without match, unchanged. */
export async function expand(pattern: string): Promise<string[]> {
  if (pattern === '-' || !/[*?[{(!]/.test(pattern)) return [pattern]
  if (existsSync(pattern)) return [pattern]
  const { glob } = await import('tinyglobby')
  const slashed = withSlashes(pattern)
  const stop = new AbortController()
  const found = await glob(slashed, {
    expandDirectories: false,
    absolute: slashed.startsWith('/'),
    signal: stop.signal,
    fs: countingFolders(() => stop.abort()),
  })
  if (stop.signal.aborted)
    throw new VoiceError(
      'file-unreadable',
      `${pattern} looks into more than ${MAX_FOLDERS.toLocaleString('en')} folders; name the folder that has the files, such as apis/*.json.`,
    )
  return found.length > 0 ? found.sort() : [pattern]
}

/** Most folders that one glob looks into. A glob over a whole disk, as a configuration may have one, has more. */
const MAX_FOLDERS = 10_000

/** `readdir` of Node, which calls `stop` and finds nothing more after {@link MAX_FOLDERS} folders. */
function countingFolders(stop: () => void): { readdir: typeof readdir } {
  let count = 0
  const counting = (...[path, options, done]: Parameters<typeof readdir>) => {
    count += 1
    if (count <= MAX_FOLDERS) return readdir(path, options, done)
    stop()
    done(null, [])
  }
  return { readdir: counting as typeof readdir }
}

/** A glob with `/` between its folders. On Windows, users write `\` there, which is an escape character in a glob. */
export function withSlashes(pattern: string, isWindows = process.platform === 'win32'): string {
  return isWindows ? pattern.replaceAll('\\', '/') : pattern
}

function statFile(path: string): Stats {
  const found = statSync(path)
  if (found.isDirectory())
    throw new VoiceError(
      'file-unreadable',
      `${path} is a directory; name a file in it, such as ${trimEndOf(path, '/')}/postman.json.`,
    )
  // The pipe of the shell's `<(command)` is in /dev or /proc. Reading any other pipe may wait forever.
  if (found.isFIFO() && !/^\/(?:dev|proc)\//.test(path))
    throw new VoiceError(
      'file-unreadable',
      `${path} is a pipe and no file; give - and pipe into standard input.`,
    )
  return found
}

async function readStream(stream: AsyncIterable<Buffer | string>, path: string): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    size += bytes.byteLength
    if (size > MAX_INPUT_BYTES) throw tooLarge(path)
    chunks.push(bytes)
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
}

function tooLarge(path: string): VoiceError {
  return new VoiceError(
    'file-unreadable',
    `${path} is larger than 256 MB, the most that is read; split it or leave out what is not a request.`,
  )
}

export function unreadable(path: string, cause: unknown): VoiceError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  const glob = /[*?[{]/.test(path)
  const reason =
    code === 'ENOENT' && glob
      ? `No file matches ${path}.`
      : code === 'ENOENT' || code === 'ENOTDIR'
        ? `${path} does not exist; check the path.`
        : code === 'EACCES' || code === 'EPERM'
          ? `${path} must not be read: permission denied.`
          : code === 'ELOOP'
            ? `${path} is a link that leads to itself.`
            : `${path} cannot be read: ${messageOf(cause)}.`
  return new VoiceError('file-unreadable', reason, { cause })
}

/** Writes a file. Refuses links, and folders that lead out of `within`; not `/dev/stdout`. Throws `file-unwritable`. */
export async function writeOutput(
  path: string,
  text: string,
  { within }: { within?: string } = {},
): Promise<void> {
  try {
    makeFolder(dirname(path))
    if (within !== undefined) await refuseOutside(dirname(path), within)
    await writeFile(path, text, resolve(path).startsWith('/dev/') ? {} : { flag: NO_LINK })
  } catch (error) {
    throw new VoiceError('file-unwritable', `${path} cannot be written: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

async function refuseOutside(folder: string, within: string): Promise<void> {
  const [real, root] = await Promise.all([realpath(folder), realpath(within)])
  if (real !== root && !real.startsWith(root.endsWith(sep) ? root : `${root}${sep}`))
    throw new Error(`its folder is a link that leads to ${real}; remove it, or name that folder`)
}

function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EISDIR') return 'it is a folder; name a file in it'
  return code === 'ELOOP' ? 'it is a link; remove it, or name the file it leads to' : messageOf(error)
}

/** Replaces a regular file whole, with its permissions, by way of a second one. Throws the file system's error. */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const found = await promises.lstat(path)
  if (found.isSymbolicLink())
    throw new Error(`it is a link to ${await promises.readlink(path)}; name that file instead`)
  if (!found.isFile()) throw new Error('it is no regular file')
  // Replacing a file needs only write permission for its folder, so the permission for the file is checked here.
  await promises.access(path, constants.W_OK)
  const written = join(dirname(path), `.voice-${crypto.randomUUID()}.tmp`)
  try {
    await writeNew(written, { bytes, mode: found.mode & 0o7777 })
    await promises.rename(written, path)
  } catch (error) {
    await promises.rm(written, { force: true })
    throw error
  }
}

async function writeNew(path: string, { bytes, mode }: { bytes: Uint8Array; mode: number }): Promise<void> {
  const handle = await promises.open(path, 'wx', mode)
  try {
    await handle.writeFile(bytes)
    // Restores the permissions, because the umask of the process may have removed some.
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
