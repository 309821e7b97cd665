import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { counted } from '../../text/counted.js'
import { readableDocument } from '../../toolkit/collection/formats/recognize.js'
import { decodeDocument } from '../../toolkit/collection/read-document.js'
import { importText } from '../../toolkit/import/import-text.js'
import type { Imported } from '../../toolkit/import/request-item.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import { readCollectionInput } from '../../toolkit/read-collection.js'
import { validateText } from '../../toolkit/validate/validate.js'
import { readInput, writeOutput } from '../files.js'
import { createOutput, type ExitCode, type Output, type OutputOptions, shellWord } from '../output.js'

interface ImportFlags extends OutputOptions {
  output?: string
  force?: boolean
}

export async function importFile(file: string, flags: ImportFlags): Promise<ExitCode> {
  const found = flags.output === undefined ? undefined : statSync(flags.output, { throwIfNoEntry: false })
  if (found?.isFile() && !flags.force)
    throw new VoiceError('wrong-usage', `${flags.output} is there already; add --force to replace it.`)
  const { document, from, remarks } = await readAny(file)
  const output = createOutput(flags)
  if (flags.output === undefined) output.printJson(document)
  else await writeOutput(flags.output, `${JSON.stringify(document, null, 2)}\n`)
  output.notice(`Made of ${from}.`)
  for (const remark of remarks) output.notice(singleLine(remark))
  return check(document, { output, file: flags.output })
}

async function readAny(file: string): Promise<Imported> {
  const input = await readCollectionInput(file, readInput)
  if ('converted' in input) {
    const { format, remarks } = input.converted
    return { document: readableDocument(input.converted), from: format, remarks }
  }
  const text = decodeDocument(input.bytes)
  return file === '-' ? importText(text, 'Standard input') : importText(text, file, dirname(file))
}

/** Validates the collection and prints the numbers of errors and warnings. Returns 1 if there is an error. */
async function check(
  document: JsonValue,
  { output, file = 'FILE' }: { output: Output; file?: string },
): Promise<ExitCode> {
  const found = validateText(JSON.stringify(document))
  const count = (severity: string) => found.filter((one) => one.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (errors + warnings === 0) output.notice('The collection has no errors or warnings.')
  else
    output.notice(
      `The collection has ${counted(errors, 'error')} and ${counted(warnings, 'warning')}; see: npx voice validate ${shellWord(file)}`,
    )
  return errors > 0 ? 1 : 0
}
