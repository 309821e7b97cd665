import { isObject } from '../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../protocol/nesting.js'
import { tryParseJson } from '../protocol/parse-json.js'
import { maskLookalikes } from '../toolkit/secrets/credential-value.js'
import { MASK } from '../toolkit/secrets/mask.js'
import { maskInPlace } from '../toolkit/validate/mask-in-place.js'
import type { ApiDocument } from './render-prompt.js'

/**
 * Masks the credentials in documents that programs write and that often have some: Postman collections, environments
 * and HAR recordings. `masked` has the paths of the documents with credentials. Other documents stay unchanged, because
 * words such as "bearer authentication" belong to their text.
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
