import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, lstat, open, readlink, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Puts other bytes into a file, all or none of them: they are written beside it and take its place at the end. Its permissions
 * stay. Throws the error of the file system, and one for a path that is no regular file: a link may lead to a file of another user.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const found = await lstat(path)
  if (found.isSymbolicLink())
    throw new Error(`it is a link to ${await readlink(path)}; name that file instead`)
  if (!found.isFile()) throw new Error('it is no regular file')
  // To take the place of a file needs the permission of its folder alone.
  await access(path, constants.W_OK)
  const written = join(dirname(path), `.voice-${randomUUID()}.tmp`)
  try {
    await writeNew(written, { bytes, mode: found.mode & 0o7777 })
    await rename(written, path)
  } catch (error) {
    await rm(written, { force: true })
    throw error
  }
}

async function writeNew(path: string, { bytes, mode }: { bytes: Uint8Array; mode: number }): Promise<void> {
  const handle = await open(path, 'wx', mode)
  try {
    await handle.writeFile(bytes)
    // What the process masks when it creates a file counts no longer.
    await handle.chmod(mode)
    await handle.sync()
  } finally {
    await handle.close()
  }
}
