import { isObject } from '../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../protocol/nesting.js'
import { tryParseJson } from '../protocol/parse-json.js'
import { maskLookalikes } from '../toolkit/secrets/credential-value.js'
import { MASK } from '../toolkit/secrets/mask.js'
import { maskInPlace } from '../toolkit/validate/mask-in-place.js'
import type { ApiDocument } from './render-prompt.js'

/**
 * Masks the credentials in Postman collections, Postman environments and HAR recordings, because programs that write
 * these files often include some. Other documents stay unchanged: in prose, words such as "bearer authentication" look
 * like a credential but are none. `masked` lists the paths of the documents with credentials.
 */
export function maskDocuments(documents: ApiDocument[]): { documents: ApiDocument[]; masked: string[] } {
  const safe = documents.map(({ path, text }) => ({ path, text: holdsCredentials(text) ? mask(text) : text }))
  const changed = safe.filter(({ text }, index) => text !== documents[index]!.text)
  return { documents: safe, masked: changed.map(({ path }) => path) }
}

/** The notice that names the masked documents; `undefined` if there are none. */
export function maskNotice(masked: string[]): string | undefined {
  return masked.length === 0
    ? undefined
    : `Credentials in ${masked.join(', ')} are masked: the model does not need them.`
}

function holdsCredentials(text: string): boolean {
  const value = tryParseJson(text, MAX_FILE_NESTING)
  if (!isObject(value)) return false
  const { collection, item, requests, values, log } = value
  return isObject(collection) || isObject(log) || [item, requests, values].some(Array.isArray)
}

const mask = (text: string) => maskLookalikes(maskInPlace(text), MASK)
