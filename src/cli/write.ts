import { mkdir, realpath, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { NO_LINK } from '../toolkit/lock-file.js'

/**
 * Writes a file, and creates its folder if needed. Refuses to write if the path is a link, or if its folder is a link
 * that leads out of `within`. Links below `/dev` are allowed: `/dev/stdout` is a link. Throws the `VoiceError`
 * `file-unwritable`.
 */
export async function writeOutput(
  path: string,
  text: string,
  { within }: { within?: string } = {},
): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
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
  const isLink = (error as NodeJS.ErrnoException).code === 'ELOOP'
  return isLink ? 'it is a link; remove it, or name the file it leads to' : messageOf(error)
}
