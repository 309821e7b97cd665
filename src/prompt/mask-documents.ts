import { isObject } from '../protocol/is-object.js'
import { MAX_FILE_NESTING } from '../protocol/nesting.js'
import { tryParseJson } from '../protocol/parse-json.js'
import { parseAuth } from '../toolkit/collection/parse-request.js'
import type { JsonObject, JsonValue } from '../toolkit/model/json.js'
import { authParameter } from '../toolkit/secrets/auth-kinds.js'
import { looksLikeCredential, maskLookalikes } from '../toolkit/secrets/credential-value.js'
import { MASK } from '../toolkit/secrets/mask.js'
import { hasVariable } from '../toolkit/template/variables.js'
import { maskInPlace } from '../toolkit/validate/mask-in-place.js'
import type { ApiDocument } from './render-prompt.js'

/**
 * Masks the credentials in Postman collections, Postman environments and HAR recordings, because programs that write
 * these files often include some. Other documents stay unchanged: in prose, words such as "bearer authentication" look
 * like a credential but are none. `masked` lists the paths of the documents with credentials.
 */
export function maskDocuments(documents: ApiDocument[]): { documents: ApiDocument[]; masked: string[] } {
  const safe = documents.map(({ path, text }) => ({ path, text: masked(text) }))
  const changed = safe.filter(({ text }, index) => text !== documents[index]!.text)
  return { documents: safe, masked: changed.map(({ path }) => path) }
}

/** The notice that names the masked documents; `undefined` if there are none. */
export function maskNotice(masked: string[]): string | undefined {
  return masked.length === 0
    ? undefined
    : `Credentials in ${masked.join(', ')} are masked: the model does not need them.`
}

function masked(text: string): string {
  const value = tryParseJson(text, MAX_FILE_NESTING)
  if (!isObject(value)) return text
  const { collection, item, requests, values, log } = value
  if (!isObject(collection) && !isObject(log) && ![item, requests, values].some(Array.isArray)) return text
  const open = authSecrets(value as JsonObject).reduce(
    (shown, secret) =>
      looksLikeCredential(secret)
        ? shown.replaceAll(JSON.stringify(secret).slice(1, -1), MASK)
        : shown.replaceAll(JSON.stringify(secret), `"${MASK}"`),
    text,
  )
  return maskLookalikes(maskInPlace(open), MASK)
}

/** The texts in all `auth` blocks of a file that may not be shown, without repetitions. */
function authSecrets(file: JsonObject): string[] {
  const found = new Set<string>()
  visit(file)
  return [...found]

  function visit(value: JsonValue): void {
    if (typeof value !== 'object' || value === null) return
    const { type, params } = (!Array.isArray(value) && parseAuth(value.auth)) || { type: '', params: {} }
    for (const [name, one] of Object.entries(params))
      if (typeof one === 'string' && !hasVariable(one) && one !== '' && authParameter(type, name) !== 'open')
        found.add(one)
    for (const inner of Object.values(value)) visit(inner)
  }
}
