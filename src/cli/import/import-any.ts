import { VoiceError } from '../../errors.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson, tooDeepAt } from '../../protocol/parse-json.js'
import { EXPORT, identifyJson } from '../../toolkit/collection/foreign-json.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import { upgradeCollection } from '../../toolkit/collection/upgrade.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { Imported } from './request-item.js'

/** The formats that `voice import` reads, as words for messages. */
export const FORMATS =
  'Postman collections (v1, v2.0, format 3.0), OpenAPI 3.x and 2.0, HAR files and curl commands'

/**
 * Converts a text to a collection v2.1. The format of the text is recognized from its content. `folder` is the folder
 * of the file: files to which an OpenAPI document refers are read below this folder. Throws the `VoiceError`
 * `not-a-collection` for a text in an unsupported format.
 */
export async function importText(text: string, name: string, folder?: string): Promise<Imported> {
  if (text.trim() === '') throw new VoiceError('not-a-collection', `${name} is empty.`)
  if (/^\s*(#.*\n\s*|\$ )*curl(\.exe)?\s/.test(text))
    return (await import('./curl.js')).importCurl(text.replace(/^\$ /gm, ''))
  const root = (await documentIn(text, name)) as JsonValue | undefined
  const document = asObject(root)
  if (document?.openapi !== undefined || document?.swagger !== undefined)
    return (await import('./openapi.js')).importOpenApi(document, folder)
  if (asObject(document?.log)?.entries !== undefined)
    return (await import('./har.js')).importHar(document as JsonObject)
  if (document?.$kind !== undefined)
    throw new VoiceError(
      'not-a-collection',
      `${name} is one file of a collection of format 3.0; name its folder instead.`,
    )
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
async function documentIn(text: string, name: string): Promise<unknown> {
  try {
    return parseJson(text, MAX_FILE_NESTING)
  } catch {
    // A text that begins like JSON is not read as YAML: broken JSON is often valid YAML with another meaning.
    if (/^\s*[[{]/.test(text)) throw await jsonFault(text, name)
    const { parseYaml } = await import('../../toolkit/collection/parse-yaml.js')
    try {
      return parseYaml(text)
    } catch (error) {
      if (!/^["']?(?:openapi|swagger)["']?:/m.test(text)) return undefined
      const reason = (error as SyntaxError).message
      throw new VoiceError('not-a-collection', `${name} cannot be read as YAML: ${reason}.`)
    }
  }
}

async function jsonFault(text: string, name: string): Promise<VoiceError> {
  if (tooDeepAt(text, MAX_FILE_NESTING) !== undefined)
    return new VoiceError(
      'nesting-too-deep',
      `${name} is nested more than ${MAX_FILE_NESTING} levels deep; no more are read.`,
    )
  const { explainSyntax } = await import('../../toolkit/collection/syntax-fault.js')
  const { lineIndex } = await import('../../toolkit/collection/line-index.js')
  const { message, start } = explainSyntax(text)
  const { line, column } = lineIndex(text).at(start)
  return new VoiceError('not-a-collection', `${name}:${line}:${column} is not valid JSON. ${message}`)
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
