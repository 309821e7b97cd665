import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DraftRequest } from '../../../../src/toolkit/run/wire-request.js'
import { headerOf } from '../../../../src/toolkit/run/wire-request.js'
import { type AuthParameters, draftOf, signed } from '../../../support/draft-request.js'

const usual = { accessKey: 'AKID', secretKey: 'secret', region: 'eu-west-1', service: 'execute-api' }
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

const get = draftOf('GET', 'https://api.example.com/a?b=c', { headers: [{ key: 'X-Own', value: '1' }] })
const sign = (params: AuthParameters = {}, draft: DraftRequest = get) =>
  signed(draft, 'awsv4', { ...usual, ...params })
const authorization = (params: AuthParameters = {}, draft: DraftRequest = get) =>
  headerOf(sign(params, draft).headers, 'authorization') ?? ''
const queryOf = (draft: DraftRequest) =>
  Object.fromEntries(draft.url.query.map(({ key, value }) => [key, decodeURIComponent(String(value))]))

/** The signature that AWS works out for itself (SigV4, "Create a signed request"). */
function wanted({
  date = '20260102T030405Z',
  scope = '20260102/eu-west-1/execute-api/aws4_request',
  request = '',
}) {
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(request)].join('\n')
  const key = scope.split('/').reduce<string | Buffer>((before, part) => hmac(before, part), 'AWS4secret')
  return hmac(key, text).toString('hex')
}

describe('AWS Signature Version 4 in headers', () => {
  it('is the signature of the specification, over headers and body', () => {
    const post = draftOf('POST', 'https://api.example.com:8443/a?b=c&a=1', {
      headers: [{ key: 'Content-Type', value: 'text/plain' }],
      body: { mode: 'raw', text: 'data' },
    })
    const { headers } = sign({}, post)
    expect(headerOf(headers, 'x-amz-date')).toBe('20260102T030405Z')
    expect(headerOf(headers, 'x-amz-content-sha256')).toBe(sha256('data'))
    expect(headerOf(headers, 'host')).toBe('api.example.com:8443')
    const request = [
      'POST',
      '/a',
      'a=1&b=c',
      'content-type:text/plain',
      'host:api.example.com:8443',
      `x-amz-content-sha256:${sha256('data')}`,
      'x-amz-date:20260102T030405Z',
      '',
      'content-type;host;x-amz-content-sha256;x-amz-date',
      sha256('data'),
    ].join('\n')
    expect(headerOf(headers, 'authorization')).toBe(
      `AWS4-HMAC-SHA256 Credential=AKID/20260102/eu-west-1/execute-api/aws4_request, SignedHeaders=content-type;host;x-amz-content-sha256;x-amz-date, Signature=${wanted({ request })}`,
    )
  })

  it.each<[params: AuthParameters, scope: string]>([
    [{ region: '', service: '' }, 'us-east-1/execute-api'],
    [{ region: 'ap-1' }, 'ap-1/execute-api'],
    [{ service: 's3' }, 'eu-west-1/s3'],
  ])('with %j is for %s', (params, scope) => {
    expect(authorization(params)).toContain(`Credential=AKID/20260102/${scope}/aws4_request`)
  })

  it('carries a session token, signed', () => {
    const { headers } = sign({ sessionToken: 'st' })
    expect(headerOf(headers, 'x-amz-security-token')).toBe('st')
    expect(headerOf(headers, 'authorization')).toMatch(/SignedHeaders=[^,]*x-amz-security-token/)
    expect(headerOf(sign().headers, 'x-amz-security-token')).toBeUndefined()
  })

  it('keeps the headers of the author in their places and signs them', () => {
    const own = { ...get, headers: [{ key: 'host', value: 'own.example' }, ...get.headers] }
    const { headers } = sign({}, own)
    expect(headers.slice(0, 2)).toEqual(own.headers)
    expect(headers.filter(({ key }) => key.toLowerCase() === 'host')).toHaveLength(1)
    expect(headerOf(headers, 'authorization')).toMatch(/SignedHeaders=host;x-amz-date;x-own,/)
    expect(sign().url.query).toEqual(get.url.query)
  })

  it('replaces signatures of the author', () => {
    const own = draftOf('GET', 'https://h/?X-Amz-Signature=old&X-Amz-Date=old&X-Amz-Credential=old&a=1', {
      headers: ['authorization', 'X-Amz-Date', 'x-amz-security-token', 'X-AMZ-Content-Sha256'].map((key) => ({
        key,
        value: 'old',
      })),
    })
    const { headers, url } = sign({}, own)
    expect(JSON.stringify([headers, url])).not.toContain('old')
    expect(url.query.map(({ key }) => key)).toEqual(['a'])
  })
})

describe('AWS Signature Version 4 in the query', () => {
  const inQuery = { addAuthDataToQuery: true }

  it('is the signature of the specification', () => {
    const { url, headers } = sign(inQuery)
    expect(headerOf(headers, 'authorization')).toBeUndefined()
    expect(headerOf(headers, 'x-amz-date')).toBeUndefined()
    const query = queryOf({ ...get, url })
    expect(query).toMatchObject({
      b: 'c',
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKID/20260102/eu-west-1/execute-api/aws4_request',
      'X-Amz-Date': '20260102T030405Z',
      'X-Amz-SignedHeaders': 'host;x-own',
    })
    const pairs = Object.entries(query)
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
    const request = [
      'GET',
      '/a',
      pairs.toSorted().join('&'),
      'host:api.example.com',
      'x-own:1',
      '',
      'host;x-own',
      sha256(''),
    ]
    expect(query['X-Amz-Signature']).toBe(wanted({ request: request.join('\n') }))
  })

  it('stands after the parameters of the author, each once', () => {
    const names = sign(inQuery).url.query.map(({ key }) => key)
    expect(names[0]).toBe('b')
    expect(new Set(names).size).toBe(names.length)
    expect(names.slice(1).every((name) => name?.startsWith('X-Amz-'))).toBe(true)
    expect(sign(inQuery, draftOf('GET', 'https://h/')).url.query[0]?.key).toMatch(/^X-Amz-/)
  })

  it('carries a session token', () => {
    expect(queryOf(sign({ ...inQuery, sessionToken: 's/t' }))['X-Amz-Security-Token']).toBe('s/t')
  })

  it('leaves the body unsigned', () => {
    const post = draftOf('POST', 'https://h/', { body: { mode: 'raw', text: 'data' } })
    expect(headerOf(sign(inQuery, post).headers, 'x-amz-content-sha256')).toBeUndefined()
  })
})
