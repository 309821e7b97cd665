import { openSync, writeSync } from 'node:fs'
import { messageOf, VoiceError } from '../../errors.js'
import type { ShowModel } from '../../server/model/show-model.js'

/**
 * Appends what models see and answer to a file, for `--show-model`. Throws `file-unwritable` if the file cannot be
 * opened. Stops writing if the disk is full, because a server must not fail for its log.
 */
export function modelLog(path: string): ShowModel {
  const file = open(path)
  let isWritable = true
  return (text) => {
    if (!isWritable) return
    try {
      writeSync(file, text)
    } catch {
      isWritable = false
    }
  }
}

function open(path: string): number {
  try {
    return openSync(path, 'a', 0o600)
  } catch (error) {
    throw new VoiceError('file-unwritable', `--show-model: ${path} cannot be written: ${messageOf(error)}.`)
  }
}
