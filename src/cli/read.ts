import { createReadStream, existsSync, readFileSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { trimEndOf } from '../text/trim.js'

/** Maximum size of an input file, in bytes. */
export const MAX_INPUT_BYTES = 256 * 1024 * 1024

/** How many bytes of a file are read at once. Most files are smaller. */
const CHUNK_BYTES = 4 * 1024 * 1024

/** One input file; `problem` says why it cannot be read. */
export type InputFile = { path: string; bytes: Uint8Array } | { path: string; problem: VoiceError }

/**
 * The contents of standard input and of pipes. They can be read only once, but several collections may use the same
 * environment.
 */
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

/**
 * Reads the files that paths and globs name, in the given order. A file that two paths name is read once. For an
 * unreadable file, yields the problem, so that the other files are still used. Reads each file only when the caller
 * asks for the next.
 */
export async function* readInputs(patterns: string[]): AsyncGenerator<InputFile> {
  const seen = new Set<string>()
  for (const pattern of patterns) {
    for (const path of await expand(pattern)) {
      const file = path === '-' ? path : resolve(path)
      if (seen.has(file)) continue
      seen.add(file)
      yield await readInput(path).then(
        (bytes) => ({ path, bytes }),
        (problem: VoiceError) => ({ path, problem }),
      )
    }
  }
}

/**
 * Returns the files that a glob matches, sorted. A path that exists or contains no glob is returned unchanged. A glob
 * that matches no file is also returned unchanged, so that reading it fails with a message.
 */
export async function expand(pattern: string): Promise<string[]> {
  if (pattern === '-' || !/[*?[{(!]/.test(pattern)) return [pattern]
  if (existsSync(pattern)) return [pattern]
  const { glob } = await import('tinyglobby')
  const slashed = withSlashes(pattern)
  const found = await glob(slashed, { expandDirectories: false, absolute: slashed.startsWith('/') })
  return found.length > 0 ? found.sort() : [pattern]
}

/** A glob with `/` between its folders. On Windows, users write `\` there, which is an escape character in a glob. */
export function withSlashes(pattern: string, isWindows = process.platform === 'win32'): string {
  return isWindows ? pattern.replaceAll('\\', '/') : pattern
}

/** Whether a path leads to a folder. False also if it does not exist or cannot be read. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
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

/** The `VoiceError` `file-unreadable` for a file or folder that cannot be read. */
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
