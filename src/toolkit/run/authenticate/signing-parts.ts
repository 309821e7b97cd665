import { encodeTarget } from '../request/assemble.js'
import { bodyBytes } from '../request/body-bytes.js'
import { type DraftRequest, headerOf } from '../wire-request.js'

/** The characters that a generated nonce consists of. */
export const NONCE_CHARACTERS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/**
 * Returns the parts of a request that a signature covers: address, host and content type. The address is encoded in the
 * same way as in the request that is sent.
 */
export function signingParts(draft: DraftRequest) {
  const target = encodeTarget(draft)
  const [pathname = '', ...query] = target.path.split('?')
  return {
    ...target,
    pathname,
    query: query.join('?'),
    host: target.origin.replace(/^https?:\/\//, ''),
    contentType: headerOf(draft.headers, 'content-type'),
  }
}

/**
 * Returns the bytes of the body for a signature. Also undefined for a multipart form, because its boundary, which is
 * part of the bytes, is not chosen yet.
 */
export function signedBytes(draft: DraftRequest): Uint8Array | undefined {
  const { body } = draft
  if (!body || body.mode === 'formdata') return undefined
  const bytes = bodyBytes(body, headerOf(draft.headers, 'content-type'))
  return bytes.byteLength > 0 ? bytes : undefined
}
