import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs'
import { open } from 'node:fs/promises'

/** Default size limit of a file, in bytes. */
const MAX_BYTES = 256 * 1024 * 1024

export interface ReadOptions {
  /** Largest size, in bytes. @default 256 MB */
  maxBytes?: number
}

// Without O_NONBLOCK, opening a pipe that has no writer would wait forever. On regular files, the flag has no effect.
// Windows does not have the flag.
const FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)

/**
 * The bytes of a regular file. Throws an `Error` with a reason if the file is a pipe, a device or larger than
 * `maxBytes`, and the error of `fs` in other cases. The target of a link is checked too, because a file of a repository
 * may be a link to `/dev/zero`.
 */
export async function readRegularFile(
  path: string,
  { maxBytes = MAX_BYTES }: ReadOptions = {},
): Promise<Buffer> {
  const file = await open(path, FLAGS)
  try {
    refuseOthers(await file.stat(), maxBytes)
    return await file.readFile()
  } finally {
    await file.close()
  }
}

/** Like {@link readRegularFile}, but synchronous. */
export function readRegularFileSync(path: string, { maxBytes = MAX_BYTES }: ReadOptions = {}): Buffer {
  const file = openSync(path, FLAGS)
  try {
    refuseOthers(fstatSync(file), maxBytes)
    return readFileSync(file)
  } finally {
    closeSync(file)
  }
}

/** Whether there is a folder at `path`, or a link to one. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

function refuseOthers(found: Stats, maxBytes: number): void {
  if (found.isDirectory())
    throw Object.assign(new Error('EISDIR: illegal operation on a directory, read'), { code: 'EISDIR' })
  if (found.isFIFO()) throw new Error('it is a pipe and no file')
  if (!found.isFile()) throw new Error('it is a device and no file')
  if (found.size > maxBytes) throw new Error(`it is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB`)
}
