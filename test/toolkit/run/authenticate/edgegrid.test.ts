import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DraftRequest } from '../../../../src/toolkit/run/wire-request.js'
import { type AuthParameters, authorizationOf, draftOf, signed } from '../../../support/draft-request.js'

const usual = {
  clientToken: 'ct',
  accessToken: 'at',
  clientSecret: 's',
  nonce: 'n',
  timestamp: '20140321T19:34:21+0000',
}
const HEAD = 'EG1-HMAC-SHA256 client_token=ct;access_token=at;timestamp=20140321T19:34:21+0000;nonce=n;'
const hmac = (text: string, key: string) => createHmac('sha256', key).update(text).digest('base64')
const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** The signature that a server works out for itself, over the parts of the request. */
const wanted = (...parts: string[]) =>
  `${HEAD}signature=${hmac([...parts, HEAD].join('\t'), hmac(usual.timestamp, usual.clientSecret))}`
const get = draftOf('GET', 'https://H.example:8443/a?b=c', {
  headers: [
    { key: 'X-One', value: '  a   b ' },
    { key: 'X-Two', value: '2' },
    { key: 'X-Empty', value: '' },
    { key: 'authorization', value: 'own' },
  ],
})
const post = (text: string, method = 'POST'): DraftRequest =>
  draftOf(method, 'http://h/', { body: { mode: 'raw', text } })

describe('EdgeGrid', () => {
  it.each<[params: AuthParameters, host: string, headers: string]>([
    [{}, 'h.example:8443', ''],
    [{ baseURL: 'https://Other.example' }, 'other.example', ''],
    [{ baseURL: 'https://Other.example:444/x' }, 'other.example:444', ''],
    [{ headersToSign: 'X-Two, x-one' }, 'h.example:8443', 'x-two:2\tx-one:a b'],
    [{ headersToSign: ['X-One', 'X-Empty', 'X-Missing'] }, 'h.example:8443', 'x-one:a b'],
    [{ headersToSign: 7 }, 'h.example:8443', ''],
  ])('with %j signs host %s and headers %j', (params, host, headers) => {
    expect(authorizationOf(get, 'edgegrid', { ...usual, ...params })).toBe(
      wanted('GET', 'https', host, '/a?b=c', headers, ''),
    )
  })

  it.each<[name: string, draft: DraftRequest, params: AuthParameters, hash: string]>([
    ['the body of a POST', post('data'), {}, sha256('data')],
    ['no body of a PUT', post('data', 'PUT'), {}, ''],
    ['nothing of an empty POST', draftOf('POST', 'http://h/'), {}, ''],
    ['as much of a body as Akamai signs', post('x'.repeat(131_073)), {}, sha256('x'.repeat(131_072))],
    ['as much of a body as is asked for', post('abcdef'), { maxBodySize: 3 }, sha256('abc')],
  ])('signs %s', (_name, draft, params, hash) => {
    expect(authorizationOf(draft, 'edgegrid', { ...usual, ...params })).toBe(
      wanted(draft.method, 'http', 'h', '/', '', hash),
    )
  })

  it('takes the time of now and a new nonce', () => {
    const text = authorizationOf(get, 'edgegrid', { ...usual, timestamp: '', nonce: '' })
    expect(text).toMatch(/;timestamp=20260102T03:04:05\+0000;nonce=[0-9a-f-]{36};signature=/)
  })

  it('replaces the authorization of the author', () => {
    const { headers } = signed(get, 'edgegrid', usual)
    expect(headers.filter(({ key }) => /^authorization$/i.test(key))).toHaveLength(1)
    expect(headers.at(-1)?.key).toBe('Authorization')
  })

  it.each(['clientToken', 'accessToken', 'clientSecret'])('signs nothing without %s', (name) => {
    expect(signed(get, 'edgegrid', { ...usual, [name]: '' })).toBe(get)
  })
})
