import { VoiceError } from '../../errors.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { EXPORT, identifyJson } from '../collection/foreign-json.js'
import { parseYaml } from '../collection/parse-yaml.js'
import { parseDocument, type SyntaxProblem } from '../collection/read-document.js'
import { asObject } from '../collection/read-shape.js'
import { upgradeCollection } from '../collection/upgrade.js'
import type { JsonObject, JsonValue } from '../model/json.js'
import type { Imported } from './request-item.js'

const FORMATS =
  'Postman collections (v1, v2.0, format 3.0), OpenCollection and Bruno folders, Insomnia exports, OpenAPI 3.x and 2.0, HAR files and curl commands'

/** Converts a text of a recognized format. OpenAPI may refer to files below `folder`. Throws `not-a-collection`. */
export async function importText(text: string, name: string, folder?: string): Promise<Imported> {
  if (text.trim() === '') throw new VoiceError('not-a-collection', `${name} is empty.`)
  if (/^\s*(#.*\n\s*|\$ )*curl(\.exe)?\s/.test(text))
    return (await import('./curl.js')).importCurl(text.replace(/^\$ /gm, ''))
  const root = documentIn(text, name) as JsonValue | undefined
  const document = asObject(root)
  if (document?.openapi !== undefined || document?.swagger !== undefined)
    return (await import('./openapi.js')).importOpenApi(document, folder)
  if (asObject(document?.log)?.entries !== undefined)
    return (await import('./har.js')).importHar(document as JsonObject)
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
