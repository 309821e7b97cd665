import { VoiceError } from '../../errors.js'
import { MAX_FILE_NESTING } from '../../protocol/nesting.js'
import { parseJson, tooDeepAt } from '../../protocol/parse-json.js'
import { asObject } from '../../toolkit/collection/read-shape.js'
import { upgradeCollection } from '../../toolkit/collection/upgrade.js'
import type { JsonObject, JsonValue } from '../../toolkit/model/json.js'
import type { Imported } from './imported.js'

/** The formats that `voice import` reads, as words for messages. */
export const FORMATS =
  'Postman collections (v1, v2.0, format 3.0), OpenAPI 3.x and 2.0, HAR files and curl commands'

/**
 * Converts a text to a collection v2.1. The content shows which of the supported formats the text has. `folder` is the
 * folder of the file: files to which an OpenAPI document refers are read below this folder. Throws the `VoiceError`
 * `not-a-collection` for a text in another format.
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
    throw new VoiceError('not-a-collection', `${name} is none of what is imported: ${FORMATS}.`)
  const { document: upgraded, from } = await upgradeCollection(root)
  return {
    document: upgraded,
    from: from === 'v2.1' ? 'a collection that was v2.1 already' : `a collection of format ${from}`,
    remarks: [],
  }
}

/** The JSON or YAML in a text; `undefined` if it is neither. */
async function documentIn(text: string, name: string): Promise<unknown> {
  try {
    return parseJson(text, MAX_FILE_NESTING)
  } catch {
    // A text that begins like JSON is not read as YAML: broken JSON is often valid YAML with another meaning.
    if (/^\s*[[{]/.test(text)) {
      if (tooDeepAt(text, MAX_FILE_NESTING) === undefined) return undefined
      throw new VoiceError(
        'nesting-too-deep',
        `${name} is nested more than ${MAX_FILE_NESTING} levels deep; no more are read.`,
      )
    }
    const { parseYaml } = await import('../../toolkit/collection/parse-yaml.js')
    try {
      return parseYaml(text)
    } catch {
      return undefined
    }
  }
}

function isCollection(document: JsonObject | undefined): boolean {
  const inner = asObject(document?.collection) ?? document
  return [document, inner].some((one) => Array.isArray(one?.item) || Array.isArray(one?.requests))
}
