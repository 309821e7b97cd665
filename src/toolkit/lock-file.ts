import { constants } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'
import { parseJson } from '../protocol/parse-json.js'
import { readRegularFile } from '../regular-file.js'
import type { Lock, LockedTool } from './compile/lock.js'

/** Flags for writing a file. A symbolic link is not followed, because it could lead to a file of another user. */
export const NO_LINK =
  constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)

interface LockFile {
  lockfileVersion: 1
  collections: Record<string, LockedTool[]>
}

/** The locked tool names of one collection; `[]` without a lock file. Throws `lock-unreadable`. */
export async function loadLock(lockPath: string, collectionPath: string): Promise<Lock> {
  const file = await readLock(lockPath)
  return file.collections[basename(collectionPath)] ?? []
}

/** Writes the tool names of one collection into the lock file. Returns whether the file changed. */
export async function saveLock(
  lockPath: string,
  { collectionPath, lock }: { collectionPath: string; lock: LockedTool[] },
): Promise<boolean> {
  const file = await readLock(lockPath)
  const collections = { ...file.collections, [basename(collectionPath)]: lock }
  const before = `${JSON.stringify(file, null, 2)}\n`
  const after = `${JSON.stringify({ ...file, collections }, null, 2)}\n`
  if (before === after) return false
  await writeFile(lockPath, after, { flag: NO_LINK }).catch((error: unknown) => {
    throw new VoiceError(
      'lock-unwritable',
      `The lock file ${lockPath} cannot be written: ${messageOf(error)}.`,
      {
        cause: error,
      },
    )
  })
  return true
}

async function readLock(path: string): Promise<LockFile> {
  const bytes = await readRegularFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw unreadable(path, messageOf(error))
  })
  if (bytes === undefined) return { lockfileVersion: 1, collections: {} }
  const file = parse(path, bytes.toString('utf8'))
  if (!isLockFile(file)) throw unreadable(path, 'it is not a lock file of this version')
  return file
}

function parse(path: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw unreadable(path, messageOf(error))
  }
}

function isLockFile(value: unknown): value is LockFile {
  const file = value as Partial<LockFile> | null
  const collections = Object.values(file?.collections ?? {})
  return (
    file?.lockfileVersion === 1 &&
    collections.every(
      (tools) => Array.isArray(tools) && tools.every(({ name }) => /^[\w-]{1,64}$/.test(name)),
    )
  )
}

function unreadable(path: string, why: string): VoiceError {
  return new VoiceError(
    'lock-unreadable',
    `The lock file ${path} cannot be used: ${why}. Mend it, or delete it to have the names made anew.`,
  )
}
