import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

/** SHA-256 in hex. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The SHA-256 of a file in hex; `undefined` if the file does not exist. The file is not read into memory as a whole. */
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
