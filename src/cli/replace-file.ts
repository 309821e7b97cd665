import { constants, promises } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Replaces the content of a file completely or not at all: the bytes are written to a second file, which then replaces
 * the first. The permissions stay. Throws the error of the file system. Also throws for a path that is not a regular
 * file, because a link may lead to a file of another user.
 */
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
