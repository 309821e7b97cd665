import { constants } from 'node:fs'
import { lstat, mkdir, readdir, realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { VoiceError } from '../../../../errors.js'

/** A flag for `open` that makes it refuse symbolic links; 0 if the operating system has no such flag. */
export const NO_LINK = constants.O_NOFOLLOW ?? 0

/** Creates a folder. Throws `disk-refused` if the path is a symbolic link, because another user may have made it. */
export async function makeOwnFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
  if ((await lstat(path)).isDirectory()) return
  throw new VoiceError(
    'disk-refused',
    `${path} cannot be written: it is a link. Remove it, and fetch the model again.`,
  )
}

/** Throws `model-damaged` if an unpacked archive contains a link that leads out of its folder. */
export async function refuseLinksOut(folder: string, archive: string): Promise<void> {
  const root = `${await realpath(folder)}${sep}`
  const visit = async (inner: string): Promise<void> => {
    for (const entry of await readdir(inner, { withFileTypes: true })) {
      const path = join(inner, entry.name)
      if (entry.isDirectory()) await visit(path)
      else if (!entry.isFile() && !(await leadsInto(path, root))) throw leadsOut(entry.name, archive)
    }
  }
  await visit(folder)
}

const leadsInto = (path: string, root: string) =>
  realpath(path).then(
    (real) => real.startsWith(root),
    () => false,
  )

const leadsOut = (name: string, archive: string) =>
  new VoiceError(
    'model-damaged',
    `${archive} holds a link that leads out of its folder (${name}); nothing of it was kept.`,
  )
