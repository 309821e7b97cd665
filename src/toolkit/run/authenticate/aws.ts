import { createHash } from 'node:crypto'
import aws4 from 'aws4'
import { parseQueryText } from '../../semantics/parse-address.js'
import { type DraftRequest, headerOf, withoutHeader } from '../wire-request.js'
import { type AuthKind, isOn, param, signedBytes, signingParts } from './auth-kind.js'

const OWN_HEADERS = ['authorization', 'x-amz-date', 'x-amz-security-token', 'x-amz-content-sha256']
const OWN_QUERY = new Set(
  `X-Amz-Security-Token X-Amz-Date X-Amz-Algorithm X-Amz-Credential X-Amz-SignedHeaders X-Amz-Signature`.split(
    /\s+/,
  ),
)

/** AWS Signature Version 4. The signature is in headers or in the query. */
export const awsv4: AuthKind = {
  sign(draft, params, { now }) {
    const inQuery = isOn(params, 'addAuthDataToQuery')
    const clean = withoutOwn(draft)
    const { host, path } = signingParts(clean)
    const body = inQuery ? undefined : signedBytes(clean)
    const date = new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '')
    const token = param(params, 'sessionToken')
    const signed = aws4.sign(
      {
        host,
        // The library aws4 uses the `X-Amz-Date` of the query. If the query has none, aws4 adds the date of its own
        // clock.
        path: inQuery ? withDate(path, date) : path,
        method: clean.method,
        service: param(params, 'service') || 'execute-api',
        region: param(params, 'region') || 'us-east-1',
        signQuery: inQuery,
        headers: {
          ...Object.fromEntries(clean.headers.map(({ key, value }) => [key, value])),
          ...(body ? { 'X-Amz-Content-Sha256': createHash('sha256').update(body).digest('hex') } : {}),
          ...(headerOf(clean.headers, 'host') === undefined ? { Host: host } : {}),
          ...(inQuery ? {} : { ...(token ? { 'X-Amz-Security-Token': token } : {}), 'X-Amz-Date': date }),
        },
      },
      {
        accessKeyId: param(params, 'accessKey'),
        secretAccessKey: param(params, 'secretKey'),
        ...(token ? { sessionToken: token } : {}),
      },
    )
    return withSigned(clean, { headers: signed.headers ?? {}, path: inQuery ? (signed.path ?? '') : '' })
  },
}

function withoutOwn(draft: DraftRequest): DraftRequest {
  const headers = OWN_HEADERS.reduce(withoutHeader, draft.headers)
  const query = draft.url.query.filter((entry) => !OWN_QUERY.has(entry.key ?? ''))
  return { ...draft, headers, url: { ...draft.url, query } }
}

const withDate = (path: string, date: string) => `${path}${path.includes('?') ? '&' : '?'}X-Amz-Date=${date}`

function withSigned(
  draft: DraftRequest,
  signed: { headers: Readonly<Record<string, unknown>>; path: string },
): DraftRequest {
  const headers = [...draft.headers]
  for (const [key, value] of Object.entries(signed.headers)) {
    const at = headers.findLastIndex((header) => header.key.toLowerCase() === key.toLowerCase())
    const header = { key, value: String(value) }
    if (at < 0) headers.push(header)
    else headers[at] = header
  }
  const known = new Set(draft.url.query.map((entry) => entry.key))
  const added = parseQueryText(signed.path.split('?').slice(1).join('?')).filter(
    (entry) => entry.key?.startsWith('X-Amz-') && !known.has(entry.key),
  )
  return { ...draft, headers, url: { ...draft.url, query: [...draft.url.query, ...added] } }
}
