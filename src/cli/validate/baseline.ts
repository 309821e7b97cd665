import { resolve } from 'node:path'
import { messageOf, VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { counted } from '../../text/counted.js'
import { decodeDocument, encodeDocument, encodingOf } from '../../toolkit/collection/read-document.js'
import { asArray, asObject, asText } from '../../toolkit/collection/read-shape.js'
import { type Fixed, fixText } from '../../toolkit/validate/fix.js'
import { type FileReport, fileReport } from '../../toolkit/validate/report.js'
import type { ValidateOptions } from '../../toolkit/validate/validate.js'
import type { InputFile } from '../collection-input.js'
import { replaceFile } from '../files.js'
import { loadDocument } from '../load.js'
import type { Output } from '../output.js'

type Baseline = ReadonlyMap<string, readonly KnownDiagnostic[]>

interface KnownDiagnostic {
  code: string
  pointer: string
  message: string
}

/** Reads an earlier report of `voice validate --format json`. Throws `wrong-usage` for any other document. */
export async function loadBaseline(path: string): Promise<Baseline> {
  const files = asObject(await loadDocument(path))?.files
  if (!Array.isArray(files)) {
    throw new VoiceError(
      'wrong-usage',
      `${path} is no report; write one with: voice validate FILE --format json > ${path}`,
    )
  }
  return new Map(
    files.map((entry) => [
      resolve(asText(asObject(entry)?.path) ?? ''),
      knownIn(asObject(entry)?.diagnostics),
    ]),
  )
}

function knownIn(diagnostics: unknown): KnownDiagnostic[] {
  return asArray(diagnostics).flatMap((entry) => {
    const found = asObject(entry)
    if (!found) return []
    const text = (key: string) => asText(found[key]) ?? ''
    return [{ code: text('code'), pointer: text('pointer'), message: text('message') }]
  })
}

/** Replaces each number of a message with `#`, so that "in 2 requests" and "in 3 requests" become the same message. */
const withoutNumbers = (message: string) => message.replace(/\d+/g, '#')

/** The report without known diagnostics, which may have moved and differ in numbers. */
export function withoutKnown(file: FileReport, baseline: Baseline): FileReport {
  const known = [...(baseline.get(resolve(file.path)) ?? [])]
  const take = (matches: (one: KnownDiagnostic) => boolean): boolean => {
    const index = known.findIndex(matches)
    if (index < 0) return false
    known.splice(index, 1)
    return true
  }
  const inPlace = file.diagnostics.filter(
    ({ code, pointer, message }) =>
      !take((one) => one.code === code && one.pointer === pointer && one.message === message),
  )
  const fresh = inPlace.filter(
    ({ code, message }) =>
      !take((one) => one.code === code && withoutNumbers(one.message) === withoutNumbers(message)),
  )
  return fileReport(file.path, fresh, file.text)
}

export interface FixedFile {
  /** The file with its current content: the repaired content, or the old content if the file was not written. */
  input: InputFile
  isForeign: boolean
}

/** Repairs a collection in its encoding. What is none, or cannot be written, is reported. */
export async function fixFile(
  input: InputFile,
  { options, output }: { options: ValidateOptions; output: Output },
): Promise<FixedFile> {
  if ('problem' in input) return { input, isForeign: false }
  if ('converted' in input) {
    const { format } = input.converted
    output.warn(
      `${singleLine(input.path)} is ${format}, and --fix repairs only JSON of Postman; nothing was changed. Each finding names the file and line to change.`,
    )
    return { input, isForeign: true }
  }
  const { path, bytes } = input
  const name = path === '-' ? 'Standard input' : singleLine(path)
  const { text, count, codes = [], foreign } = fixText(decodeDocument(bytes), options)
  if (foreign) {
    output.warn(
      `${name} is ${foreign.what}, not a Postman collection v2.1; nothing was changed. ${foreign.advice}`,
    )
    return { input, isForeign: true }
  }
  if (count === 0) output.notice(`${name}: --fix found nothing that it can repair.`)
  const repaired =
    count === 0 ? undefined : await write({ path, name, text, count, codes }, { bytes, output })
  return { input: repaired ? { path, bytes: repaired } : input, isForeign: false }
}

interface FixedText extends Required<Omit<Fixed, 'foreign'>> {
  path: string
  name: string
}

/** Writes the repaired text to the file. Returns the new content; undefined if the file was not written. */
async function write(
  { path, name, text, count, codes }: FixedText,
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
  output.notice(`${name}: repaired ${counted(count, 'finding')} (${codes.join(', ')}).`)
  return repaired
}

/** Whether a file can be written without loss: bytes that are invalid in its encoding would be lost. */
function isReversible(bytes: Uint8Array): boolean {
  return Buffer.from(encodeDocument(decodeDocument(bytes), encodingOf(bytes))).equals(bytes)
}
