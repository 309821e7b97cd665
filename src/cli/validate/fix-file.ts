import { messageOf } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { decodeDocument, encodeDocument, encodingOf } from '../../toolkit/collection/read-document.js'
import { fixText } from '../../toolkit/validate/fix.js'
import type { ValidateOptions } from '../../toolkit/validate/validate.js'
import type { Output } from '../output.js'
import type { InputFile } from '../read.js'
import { replaceFile } from '../replace-file.js'

export interface FixedFile {
  /** The file with its current content: the repaired content, or the old content if the file was not written. */
  input: InputFile
  /** Whether the file is not a collection, so that nothing may be changed in it. */
  isForeign: boolean
}

/**
 * Repairs a collection in place, in its own encoding. A file that is not a collection, or that cannot be written,
 * stays as it is and is reported.
 */
export async function fixFile(
  input: InputFile,
  { options, output }: { options: ValidateOptions; output: Output },
): Promise<FixedFile> {
  if ('problem' in input) return { input, isForeign: false }
  const { path, bytes } = input
  const name = path === '-' ? 'Standard input' : singleLine(path)
  const { text, count, foreign } = fixText(decodeDocument(bytes), options)
  if (foreign) {
    output.warn(
      `${name} is ${foreign.what}, not a Postman collection v2.1; nothing was changed. ${foreign.advice}`,
    )
    return { input, isForeign: true }
  }
  const repaired = count === 0 ? undefined : await write({ path, name, text, count }, { bytes, output })
  return { input: repaired ? { path, bytes: repaired } : input, isForeign: false }
}

/** Writes the repaired text to the file. Returns the new content; undefined if the file was not written. */
async function write(
  { path, name, text, count }: { path: string; name: string; text: string; count: number },
  { bytes, output }: { bytes: Uint8Array; output: Output },
): Promise<Uint8Array | undefined> {
  if (path === '-') {
    output.warn(`${name} cannot be repaired in place; ${count} findings could be in a file.`)
    return undefined
  }
  if (!isReversible(bytes)) {
    output.warn(`${name} has bytes that are not UTF-8, so nothing was repaired. Save it as UTF-8 first.`)
    return undefined
  }
  const repaired = encodeDocument(text, encodingOf(bytes))
  try {
    await replaceFile(path, repaired)
  } catch (error) {
    output.warn(`${name} cannot be written, so nothing was repaired: ${messageOf(error)}`)
    return undefined
  }
  output.notice(`${name}: repaired ${count} finding${count === 1 ? '' : 's'}.`)
  return repaired
}

/** Whether a file can be written without loss: bytes that are invalid in its encoding would be lost. */
function isReversible(bytes: Uint8Array): boolean {
  return Buffer.from(encodeDocument(decodeDocument(bytes), encodingOf(bytes))).equals(bytes)
}
