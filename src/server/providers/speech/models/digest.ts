import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** The SHA-256 of some bytes, in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The SHA-256 of a file, in hex; `undefined` if the file does not exist. The file is read in pieces, so that a large
 * one needs little memory.
 */
export async function digestOfFile(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
