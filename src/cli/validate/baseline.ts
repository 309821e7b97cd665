import { resolve } from 'node:path'
import { VoiceError } from '../../errors.js'
import { asArray, asObject, asText } from '../../toolkit/collection/read-shape.js'
import type { FileReport } from '../../toolkit/validate/report.js'
import { fileReport } from '../../toolkit/validate/report.js'
import { loadDocument } from '../load.js'

/** The known diagnostics of each file, by its normalized path: `./a.json` and `a.json` are the same file. */
export type Baseline = ReadonlyMap<string, readonly KnownDiagnostic[]>

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

/**
 * The report without the diagnostics of the baseline, which is an earlier report. A diagnostic may have another position
 * than before, because items were moved. Such a diagnostic is removed if the baseline has one with the same code and
 * with a message that differs only in numbers.
 */
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
