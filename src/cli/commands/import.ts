import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import type { JsonValue } from '../../toolkit/model/json.js'
import type { VoiceCommand } from '../command.js'
import { isFolder, readInput, writeOutput } from '../files.js'
import type { Imported } from '../import/request-item.js'
import { createOutput, type ExitCode, type Output, type OutputOptions, shellWord } from '../output.js'

interface ImportFlags extends OutputOptions {
  output?: string
  force?: boolean
}

export function addImportCommand(program: VoiceCommand): void {
  program
    .command('import')
    .description('convert OpenAPI, HAR, curl or other collections to a collection v2.1')
    .argument('<file>', 'a file, or the folder of a collection of format 3.0, - for standard input')
    .option('-o, --output <file>', 'write the collection to this file instead of standard output')
    .option('--force', 'overwrite an existing file')
    .outputOptions(['json'], { format: 'always JSON, for scripts that give every command a format' })
    .examples(
      'voice import openapi.yaml -o postman.json',
      'voice import recorded.har -o postman.json',
      'pbpaste | voice import - -o postman.json',
    )
    .runs(importFile)
}

async function importFile(file: string, flags: ImportFlags): Promise<ExitCode> {
  if (flags.output !== undefined && !flags.force && existsSync(flags.output)) {
    throw new VoiceError('wrong-usage', `${flags.output} is there already; add --force to replace it.`)
  }
  const { document, from, remarks } = await readAny(file)
  const output = createOutput(flags)
  if (flags.output === undefined) output.printJson(document)
  else await writeOutput(flags.output, `${JSON.stringify(document, null, 2)}\n`)
  output.notice(`Made of ${from}.`)
  for (const remark of remarks) output.notice(singleLine(remark))
  return check(document, { output, file: flags.output })
}

async function readAny(file: string): Promise<Imported> {
  if (file !== '-' && isFolder(file)) return (await import('../import/v3-folder.js')).importV3Folder(file)
  const { decodeDocument } = await import('../../toolkit/collection/read-document.js')
  const { importText } = await import('../import/import-any.js')
  const text = decodeDocument(await readInput(file))
  return file === '-' ? importText(text, 'Standard input') : importText(text, file, dirname(file))
}

/** Validates the collection and prints the numbers of errors and warnings. Returns 1 if there is an error. */
async function check(
  document: JsonValue,
  { output, file = 'FILE' }: { output: Output; file?: string },
): Promise<ExitCode> {
  const { validateText } = await import('../../toolkit/validate/validate.js')
  const found = validateText(JSON.stringify(document))
  const count = (severity: string) => found.filter((one) => one.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  const verdict =
    errors + warnings === 0
      ? 'The collection has no errors and warnings'
      : `The collection has ${counted(errors, 'error')} and ${counted(warnings, 'warning')}`
  output.notice(`${verdict}; see: npx voice validate ${shellWord(file)}`)
  return errors > 0 ? 1 : 0
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
