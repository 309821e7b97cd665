import { createHash, createHmac } from 'node:crypto'
import { parseAddress } from '../../semantics/parse-address.js'
import { dynamicValue } from '../../template/dynamic.js'
import { type DraftRequest, headerOf, withHeader, withoutHeader } from '../wire-request.js'
import { type AuthKind, type AuthParams, param, signedBytes, signingParts } from './auth-kind.js'

const MAX_BODY_BYTES = 131_072

/** Akamai EdgeGrid (EG1-HMAC-SHA256). */
export const edgegrid: AuthKind = {
  sign(draft, params, { now, random }) {
    const [client, access, secret] = ['clientToken', 'accessToken', 'clientSecret'].map((name) =>
      param(params, name),
    )
    if (!client || !access || !secret) return draft
    const bare = { ...draft, headers: withoutHeader(draft.headers, 'authorization') }
    const { protocol, host, path } = signingParts(bare)
    const timestamp = param(params, 'timestamp') || timestampOf(now)
    const nonce = param(params, 'nonce') || dynamicValue('$guid', random)!
    const head = `EG1-HMAC-SHA256 client_token=${client};access_token=${access};timestamp=${timestamp};nonce=${nonce};`
    const content = [
      draft.method,
      protocol.slice(0, -1),
      hostOf(params) || host,
      path,
      signedHeaders(bare, params),
      draft.method === 'POST' ? contentHash(bare, params) : '',
      head,
    ].join('\t')
    const signature = hmac(content, hmac(timestamp, secret))
    return withHeader(bare, { key: 'Authorization', value: `${head}signature=${signature}` })
  },
}

const hmac = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64')

/** A time in the format of Akamai: `20261121T10:51:30+0000`. */
function timestampOf(now: number): string {
  const [date = '', time = ''] = new Date(now).toISOString().split('T')
  return `${date.replaceAll('-', '')}T${time.slice(0, 8)}+0000`
}

function hostOf(params: AuthParams): string {
  const { host, port } = parseAddress(param(params, 'baseURL'))
  return `${host.join('.').toLowerCase()}${port ? `:${port}` : ''}`
}

function signedHeaders(draft: DraftRequest, params: AuthParams): string {
  const named = params.headersToSign
  const names = Array.isArray(named) ? named.map(String) : typeof named === 'string' ? named.split(',') : []
  return names
    .map((name) => name.trim().toLowerCase())
    .flatMap((name) => {
      const value = headerOf(draft.headers, name)
      return value ? [`${name}:${value.trim().replace(/\s+/g, ' ')}`] : []
    })
    .join('\t')
}

function contentHash(draft: DraftRequest, params: AuthParams): string {
  const bytes = signedBytes(draft)
  const limit = Number(param(params, 'maxBodySize')) || MAX_BODY_BYTES
  return bytes ? createHash('sha256').update(bytes.subarray(0, limit)).digest('base64') : ''
}
