import { createHash, createHmac, createPrivateKey, sign as signBytes } from 'node:crypto'
import { VoiceError } from '../../../errors.js'
import { decodeFormText } from '../../../text/decode-uri.js'
import { parseQueryText } from '../../semantics/parse-address.js'
import { characters } from '../../template/random.js'
import { encodeStrictly } from '../request/encode.js'
import { type DraftRequest, type Header, withHeader, withoutHeader } from '../wire-request.js'
import { type AuthKind, type AuthParams, isOn, param, signedBytes, signingParts } from './auth-kind.js'

const NONCE_CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** The parameters that signing generates. Those of the author are removed. */
const OWN =
  /^oauth_(consumer_key|token|signature_method|timestamp|nonce|version|signature|callback|verifier|body_hash)$/

/** OAuth 1.0a (RFC 5849): PLAINTEXT, HMAC and RSA with SHA-1, SHA-256, SHA-512; in the header, the form or the query. */
export const oauth1: AuthKind = {
  sign(draft, params, { now, random }) {
    const method = param(params, 'signatureMethod') || 'HMAC-SHA1'
    const isRsa = method.startsWith('RSA')
    const key = param(params, isRsa ? 'privateKey' : 'consumerSecret')
    if (!param(params, 'consumerKey') || !key) return draft
    const clean = withoutOwn(draft)
    const timestamp = param(params, 'timestamp') || String(Math.floor(now / 1000))
    const nonce = param(params, 'nonce') || characters(random, { count: 11, from: NONCE_CHARACTERS })
    const own = ownParameters(clean, params, { method, timestamp, nonce })
    const content = baseString(clean, own)
    const signature = signatureOf(content, params, { method, key })
    return place(clean, [...own, { key: 'oauth_signature', value: signature }], params)
  },
}

function withoutOwn(draft: DraftRequest): DraftRequest {
  const query = draft.url.query.filter((entry) => !OWN.test(entry.key ?? ''))
  const { body } = draft
  return {
    ...draft,
    headers: withoutHeader(draft.headers, 'authorization'),
    url: { ...draft.url, query },
    ...(body?.mode === 'urlencoded'
      ? { body: { ...body, fields: body.fields.filter(({ key }) => !OWN.test(key)) } }
      : {}),
  }
}

function ownParameters(
  draft: DraftRequest,
  params: AuthParams,
  { method, timestamp, nonce }: { method: string; timestamp: string; nonce: string },
): Header[] {
  const keepsEmpty = isOn(params, 'addEmptyParamsToSign')
  const always: Header[] = [
    { key: 'oauth_consumer_key', value: param(params, 'consumerKey') },
    { key: 'oauth_token', value: param(params, 'token') },
    { key: 'oauth_signature_method', value: method },
    { key: 'oauth_timestamp', value: timestamp },
    { key: 'oauth_nonce', value: nonce },
    { key: 'oauth_version', value: param(params, 'version') },
  ]
  const extensions: Header[] = [
    { key: 'oauth_body_hash', value: bodyHash(draft, { method, params }) },
    { key: 'oauth_callback', value: param(params, 'callback') },
    { key: 'oauth_verifier', value: param(params, 'verifier') },
  ]
  return [
    ...always.filter(({ value }) => keepsEmpty || value.trim()),
    ...extensions.filter(({ value }) => value),
  ]
}

/** The hash of a body that is not a form (OAuth request body hash extension). */
function bodyHash(draft: DraftRequest, { method, params }: { method: string; params: AuthParams }): string {
  const [, hash] = method.split('-')
  if (
    !isOn(params, 'includeBodyHash') ||
    !hash ||
    draft.body?.mode === 'urlencoded' ||
    draft.body?.mode === 'formdata'
  )
    return ''
  return createHash(hash.toLowerCase())
    .update(signedBytes(draft) ?? '')
    .digest('base64')
}

/** The text that is signed: method, address and sorted parameters (RFC 5849, 3.4.1). */
function baseString(draft: DraftRequest, own: Header[]): string {
  const { protocol, hostname, origin, port, pathname, query } = signingParts(draft)
  const isDefault = port === undefined || port === '80' || port === '443'
  const host = isDefault ? hostname : origin.replace(/^https?:\/\//, '')
  const body = draft.body?.mode === 'urlencoded' ? draft.body.fields : []
  const pairs = [...entriesIn(query), ...own, ...body].map(
    ({ key, value }) => [encodeStrictly(key), encodeStrictly(value ?? '')] as const,
  )
  const sorted = pairs
    .toSorted(([a, b], [c, d]) => order(a, c) || order(b, d))
    .map(([key, value]) => `${key}=${value}`)
  return [draft.method.toUpperCase(), `${protocol}//${host.toLowerCase()}${pathname}`, sorted.join('&')]
    .map(encodeStrictly)
    .join('&')
}

const order = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)

function entriesIn(query: string): { key: string; value: string | null }[] {
  const entries = query ? parseQueryText(query) : []
  return entries.flatMap(({ key, value }) => {
    if (key === null) return []
    return [{ key: decodeFormText(key), value: typeof value === 'string' ? decodeFormText(value) : null }]
  })
}

function signatureOf(
  content: string,
  params: AuthParams,
  { method, key }: { method: string; key: string },
): string {
  const shared = `${encodeStrictly(param(params, 'consumerSecret'))}&${encodeStrictly(param(params, 'tokenSecret'))}`
  if (method === 'PLAINTEXT') return shared
  const [family, hash = ''] = method.split('-')
  const algorithm = hash.toLowerCase()
  if (!/^sha(1|256|512)$/.test(algorithm) || (family !== 'HMAC' && family !== 'RSA')) {
    throw new VoiceError('auth-failed', `OAuth 1.0 cannot sign with "${method}".`)
  }
  if (family === 'HMAC') return createHmac(algorithm, shared).update(content).digest('base64')
  try {
    return signBytes(algorithm, Buffer.from(content), createPrivateKey(key.replaceAll('\\n', '\n'))).toString(
      'base64',
    )
  } catch (error) {
    throw new VoiceError('auth-failed', `OAuth 1.0 cannot sign: the private key does not fit ${method}.`, {
      cause: error,
    })
  }
}

/** Adds the OAuth parameters to the header, the form or the query, as `addParamsToHeader` says; `disableUrlEncoding` aside, by RFC 3986. */
function place(draft: DraftRequest, own: Header[], params: AuthParams): DraftRequest {
  const isRaw = draft.profile.disableUrlEncoding === true
  const encoded = isRaw ? draft : withStrictQuery(draft)
  if (isOn(params, 'addParamsToHeader')) {
    return withHeader(encoded, { key: 'Authorization', value: headerText(own, params) })
  }
  const { body } = encoded
  if (body?.mode === 'urlencoded' && /PUT|POST/.test(draft.method)) {
    return { ...encoded, body: { ...body, fields: [...body.fields, ...own] } }
  }
  const added = isRaw
    ? own
    : own.map(({ key, value }) => ({ key: encodeStrictly(key), value: encodeStrictly(value) }))
  return { ...encoded, url: { ...encoded.url, query: [...encoded.url.query, ...added] } }
}

function withStrictQuery(draft: DraftRequest): DraftRequest {
  const { query } = signingParts(draft)
  if (!query) return draft
  const entries = entriesIn(query).map(({ key, value }) => ({
    key: encodeStrictly(key),
    value: value === null ? null : encodeStrictly(value),
  }))
  return { ...draft, url: { ...draft.url, query: entries } }
}

function headerText(own: Header[], params: AuthParams): string {
  const encode = isOn(params, 'disableHeaderEncoding') ? (text: string) => text : encodeStrictly
  const realm = param(params, 'realm').trim()
  const members = own
    .filter(({ value }) => value)
    .map(({ key, value }) => `${encode(key)}="${encode(value.trim())}"`)
  return `OAuth ${[...(realm ? [`realm="${encode(realm)}"`] : []), ...members].join(',')}`
}
