import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { VoiceError } from '../../errors.js'
import { singleLine } from '../../printable.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { EXPORT, identifyJson } from '../../toolkit/collection/foreign-json.js'
import { readableDocument } from '../../toolkit/collection/formats/recognize.js'
import { parseYaml } from '../../toolkit/collection/parse-yaml.js'
import { decodeDocument, parseDocument, type SyntaxProblem } from '../../toolkit/collection/read-document.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import { upgradeCollection } from '../../toolkit/collection/upgrade.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import { readCollectionInput } from '../../toolkit/read-collection.js'
import { validateText } from '../../toolkit/validate/validate.js'
import { readInput, writeOutput } from '../files.js'
import type { Imported } from '../import/request-item.js'
import { createOutput, type ExitCode, type Output, type OutputOptions, shellWord } from '../output.js'

interface ImportFlags extends OutputOptions {
  output?: string
  force?: boolean
}

export async function importFile(file: string, flags: ImportFlags): Promise<ExitCode> {
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
  const verdict =
    errors + warnings === 0
      ? 'The collection has no errors or warnings'
      : `The collection has ${counted(errors, 'error')} and ${counted(warnings, 'warning')}`
  output.notice(`${verdict}; see: npx voice validate ${shellWord(file)}`)
  return errors > 0 ? 1 : 0
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const FORMATS =
  'Postman collections (v1, v2.0, format 3.0), OpenCollection and Bruno folders, Insomnia exports, OpenAPI 3.x and 2.0, HAR files and curl commands'

/** Converts a text of a recognized format. OpenAPI may refer to files below `folder`. Throws `not-a-collection`. */
export async function importText(text: string, name: string, folder?: string): Promise<Imported> {
  if (text.trim() === '') throw new VoiceError('not-a-collection', `${name} is empty.`)
  if (/^\s*(#.*\n\s*|\$ )*curl(\.exe)?\s/.test(text))
    return (await import('../import/curl.js')).importCurl(text.replace(/^\$ /gm, ''))
  const root = documentIn(text, name) as JsonValue | undefined
  const document = asObject(root)
  if (document?.openapi !== undefined || document?.swagger !== undefined)
    return (await import('../import/openapi.js')).importOpenApi(document, folder)
  if (asObject(document?.log)?.entries !== undefined)
    return (await import('../import/har.js')).importHar(document as JsonObject)
  if (root === undefined || !isCollection(document))
    throw new VoiceError('not-a-collection', notImported(root, name))
  const { document: upgraded, from } = await upgradeCollection(root)
  return {
    document: upgraded,
    from: from === 'v2.1' ? 'a collection that was v2.1 already' : `a collection of format ${from}`,
    remarks: [],
  }
}

/**
 * The JSON or YAML in a text; `undefined` if it is neither. Throws the `VoiceError` `not-a-collection`, with the place
 * of the first mistake, in two cases:
 * - The text begins like JSON, but cannot be parsed. If it is nested too deeply, the error is `nesting-too-deep`.
 * - The text has the member `openapi` or `swagger`, but cannot be parsed as YAML.
 */
function documentIn(text: string, name: string): unknown {
  const parsed = parseDocument(text)
  if ('value' in parsed) return parsed.value
  // A text that begins like JSON is not read as YAML: broken JSON is often valid YAML with another meaning.
  if (/^\s*[[{]/.test(text)) throw jsonFault(parsed.problem, name)
  try {
    return parseYaml(text)
  } catch (error) {
    if (!/^["']?(?:openapi|swagger)["']?:/m.test(text)) return undefined
    const reason = (error as SyntaxError).message
    throw new VoiceError('not-a-collection', `${name} cannot be read as YAML: ${reason}.`)
  }
}

function jsonFault({ code, message, line, column }: SyntaxProblem, name: string): VoiceError {
  return code === 'nesting-too-deep'
    ? new VoiceError(code, `${name} is nested more than ${MAX_FILE_NESTING} levels deep; no more are read.`)
    : new VoiceError('not-a-collection', `${name}:${line}:${column} is not valid JSON. ${message}`)
}

function notImported(root: JsonValue | undefined, name: string): string {
  const known = root === undefined || typeof root === 'string' ? undefined : identifyJson(root)
  const none = `is none of what is imported: ${FORMATS}.`
  return known
    ? `${name} is ${known.what}, which ${none}${known.advice === EXPORT ? '' : ` ${known.advice}`}`
    : `${name} ${none}`
}

function isCollection(document: JsonObject | undefined): boolean {
  const inner = asObject(document?.collection) ?? document
  return [document, inner].some((one) => Array.isArray(one?.item) || Array.isArray(one?.requests))
}
