import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { messageOf, VoiceError } from '../errors.js'

/** Writes a file and the folders it needs. Throws the `VoiceError` `file-unwritable`. */
export async function writeOutput(path: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text)
  } catch (error) {
    throw new VoiceError('file-unwritable', `${path} cannot be written: ${messageOf(error)}.`, {
      cause: error,
    })
  }
}
