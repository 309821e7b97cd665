import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { headerOf } from '../../../../src/toolkit/run/wire-request.js'
import { type AuthParameters, authorizationOf, draftOf, signed } from '../../../support/draft-request.js'

const NOW_SECONDS = Math.floor(Date.parse('2026-01-02T03:04:05.678Z') / 1000)
const request = draftOf('GET', 'http://h/?a=1&token=old')
const { privateKey } = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

const read = (token: string) => {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const json = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  return { header: json(header), payload: json(payload), content: `${header}.${payload}`, signature }
}
const tokenOf = (type: string, params: AuthParameters) =>
  authorizationOf(request, type, params).replace(/^Bearer /, '')
const refusal = (type: string, params: AuthParameters) => () => signed(request, type, params)
const failed = (text: RegExp) =>
  expect.objectContaining({ code: 'auth-failed', message: expect.stringMatching(text) })
const shared = { algorithm: 'HS256', secret: 'c2VjcmV0', payload: { sub: 'me' } }

describe('a JWT', () => {
  it.each<[params: AuthParameters, key: string | Buffer]>([
    [{}, 'c2VjcmV0'],
    [{ isSecretBase64Encoded: false }, 'c2VjcmV0'],
    [{ isSecretBase64Encoded: true }, 'secret'],
    [{ isSecretBase64Encoded: 'true' }, 'secret'],
    [{ algorithm: 'HS512' }, 'c2VjcmV0'],
  ])('is signed with the secret under %j', (params, key) => {
    const { header, content, signature } = read(tokenOf('jwt', { ...shared, ...params }))
    const hash = header.alg === 'HS512' ? 'sha512' : 'sha256'
    expect(signature).toBe(createHmac(hash, key).update(content).digest('base64url'))
  })

  it.each<[params: AuthParameters, header: object, payload: object]>([
    [{ header: '{"kid":"k","alg":"none"}' }, { alg: 'HS256', kid: 'k' }, { sub: 'me' }],
    [{ header: { typ: 'JWT' }, payload: ' {"a": 1} ' }, { alg: 'HS256', typ: 'JWT' }, { a: 1 }],
    [{ header: '  ', payload: '' }, { alg: 'HS256' }, {}],
    [{ header: null, payload: null }, { alg: 'HS256' }, {}],
  ])('of %j says so', (params, header, payload) => {
    expect(read(tokenOf('jwt', { ...shared, ...params }))).toMatchObject({ header, payload })
    expect(read(tokenOf('jwt', { ...shared, ...params })).payload).toEqual(payload)
  })

  it.each<[params: AuthParameters, prefix: string]>([
    [{}, 'Bearer '],
    [{ headerPrefix: null }, 'Bearer '],
    [{ headerPrefix: 'JWT' }, 'JWT '],
    [{ headerPrefix: '' }, ''],
  ])('under %j stands in the header after %j', (params, prefix) => {
    expect(authorizationOf(request, 'jwt', { ...shared, ...params })).toMatch(
      new RegExp(`^${prefix}eyJ[^ ]+$`),
    )
  })

  it.each<[params: AuthParameters, name: string]>([
    [{}, 'token'],
    [{ queryParamKey: 'jwt' }, 'jwt'],
  ])('goes into the query under %j', (params, name) => {
    const { url, headers } = signed(request, 'jwt', { ...shared, addTokenTo: 'queryParam', ...params })
    expect(url.query.at(-1)).toEqual({ key: name, value: expect.stringMatching(/^eyJ/) })
    expect(url.query.filter(({ key }) => key === name)).toHaveLength(1)
    expect(headerOf(headers, 'authorization')).toBeUndefined()
  })

  it('takes a key whose line breaks are written out', () => {
    const written = privateKey.replaceAll('\n', '\\n')
    const { content, signature } = read(
      tokenOf('jwt', { algorithm: 'ES256', privateKey: written, payload: {} }),
    )
    const key = createPublicKey(privateKey)
    const isGood = verify(
      'sha256',
      Buffer.from(content),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
    expect(isGood).toBe(true)
  })

  it.each<[params: AuthParameters, text: RegExp]>([
    [{ algorithm: 'HS256' }, /it has no secret/],
    [{ algorithm: 'ES256' }, /it has no private key/],
    [{ algorithm: 'HS257', secret: 's' }, /the algorithm "HS257" is not one of/],
    [{ algorithm: 'XHS256', privateKey }, /the algorithm "XHS256"/],
    [{ algorithm: 'HS2566', secret: 's' }, /the algorithm "HS2566"/],
    [{ algorithm: 'ES256', privateKey: 'no key' }, /the key does not fit ES256 \(.+\)/],
    [{ algorithm: 'RS256', privateKey }, /the key does not fit RS256 \(it is a key for ec\)/],
    [{ ...shared, payload: '{no' }, /its payload is no object of JSON/],
    [{ ...shared, header: '{no' }, /its header is no object of JSON/],
  ])('of %j cannot be signed, and the error says why', (params, text) => {
    expect(refusal('jwt', params)).toThrow(failed(text))
  })
})

describe('an ASAP token', () => {
  const usual = { iss: 'me', aud: 'you', kid: 'me/key', alg: 'ES256', privateKey }

  it('is for an hour, from now, for the issuer himself', () => {
    const { header, payload } = read(tokenOf('asap', usual))
    expect(header).toEqual({ alg: 'ES256', kid: 'me/key' })
    expect(payload).toEqual({
      ...{ iss: 'me', sub: 'me', aud: 'you', iat: NOW_SECONDS, exp: NOW_SECONDS + 3_600 },
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  it.each<[params: AuthParameters, want: object]>([
    [{ sub: 'other' }, { sub: 'other' }],
    [{ exp: '60' }, { exp: NOW_SECONDS + 60 }],
    [{ exp: 'never' }, { exp: NOW_SECONDS + 3_600 }],
    [
      { claims: '{"exp": 99, "iat": 1, "jti": "j", "sub": "s", "more": true}' },
      { exp: 99, iat: 1, jti: 'j', sub: 's', more: true },
    ],
    [{ claims: { iss: 'claimed', aud: ['a', 'b'] } }, { iss: 'claimed', aud: ['a', 'b'], sub: 'claimed' }],
    [{ claims: { exp: 'soon' }, exp: '5' }, { exp: NOW_SECONDS + 5 }],
  ])('of %j says so', (params, want) => {
    expect(read(tokenOf('asap', { ...usual, ...params })).payload).toMatchObject(want)
  })

  it('names the key id of its claims', () => {
    expect(read(tokenOf('asap', { ...usual, claims: { kid: 'claimed' } })).header.kid).toBe('claimed')
  })

  const der = createPrivateKey(privateKey).export({ format: 'der', type: 'pkcs8' }).toString('base64')
  const uri = (kid: string) =>
    `data:application/pkcs8;kid=${encodeURIComponent(kid)};base64,${encodeURIComponent(der)}`
  it.each<[name: string, key: string]>([
    ['a data URI', uri('me/key')],
    ['a data URI in quotes', `"${uri('me/key')}"`],
    ['PEM in quotes', `"${privateKey}"`],
  ])('takes %s as its key', (_name, key) => {
    const { content, signature } = read(tokenOf('asap', { ...usual, privateKey: key }))
    const own = { key: createPublicKey(privateKey), dsaEncoding: 'ieee-p1363' as const }
    expect(verify('sha256', Buffer.from(content), own, Buffer.from(signature, 'base64url'))).toBe(true)
  })

  it.each<[params: AuthParameters, text: RegExp]>([
    [{ iss: '' }, /needs an issuer, an audience, a key id and a private key/],
    [{ aud: '' }, /needs an issuer/],
    [{ kid: '' }, /needs an issuer/],
    [{ privateKey: '' }, /needs an issuer/],
    [{ claims: '{no' }, /its claims is no object of JSON/],
    [{ privateKey: uri('other/key') }, /another key id/],
    [{ privateKey: 'data:application/pkcs8;base64,AAAA' }, /another key id/],
    [{ alg: '' }, /the key does not fit RS256/],
  ])('with %j cannot be signed, and the error says why', (params, text) => {
    expect(refusal('asap', { ...usual, ...params })).toThrow(failed(text))
  })
})
