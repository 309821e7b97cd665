import { createHash, createHmac, generateKeyPairSync, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { type DraftRequest, type Header, headerOf } from '../../../../src/toolkit/run/wire-request.js'
import {
  type AuthParameters,
  authorizationOf,
  draftOf,
  membersOf,
  signed,
} from '../../../support/draft-request.js'

const NOW_SECONDS = String(Math.floor(Date.parse('2026-01-02T03:04:05.678Z') / 1000))
const usual = {
  ...{
    consumerKey: 'ck',
    consumerSecret: 'c s',
    token: 'tk',
    tokenSecret: 't&s',
    signatureMethod: 'HMAC-SHA1',
  },
  ...{ timestamp: '1191242096', nonce: 'n', version: '1.0', addParamsToHeader: true },
}
const KEY = 'c%20s&t%26s'
const OWN = {
  ...{ oauth_consumer_key: 'ck', oauth_token: 'tk', oauth_signature_method: 'HMAC-SHA1' },
  ...{ oauth_timestamp: '1191242096', oauth_nonce: 'n', oauth_version: '1.0' },
}

const strict = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
/** The text that a server works out for itself (RFC 5849, 3.4.1). */
function baseString(method: string, url: string, pairs: [string, string][]): string {
  const sorted = pairs.map(([key, value]) => `${strict(key)}=${strict(value)}`).toSorted()
  return [method, url, sorted.join('&')].map(strict).join('&')
}
const hmac = (text: string, algorithm = 'sha1') => createHmac(algorithm, KEY).update(text).digest('base64')

const get = draftOf('get', 'https://API.example.com/a%20b?x=1&y=a+b&z')
const membersIn = (params: AuthParameters = {}, draft: DraftRequest = get) => {
  const members = membersOf(authorizationOf(draft, 'oauth1', { ...usual, ...params }))
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, decodeURIComponent(value)]))
}
const pairsOf = (own: Record<string, string>, more: [string, string][] = []): [string, string][] => [
  ...Object.entries(own),
  ...more,
]

describe('the signature', () => {
  const query: [string, string][] = [
    ['x', '1'],
    ['y', 'a b'],
    ['z', ''],
  ]
  it.each<[url: string, want: string]>([
    ['https://API.example.com/a%20b?x=1&y=a+b&z', 'https://api.example.com/a%20b'],
    ['https://api.example.com:443/a%20b?z&y=a%20b&x=1', 'https://api.example.com/a%20b'],
    ['http://api.example.com:80/?x=1&y=a+b&z=', 'http://api.example.com/'],
    ['http://api.example.com:8080/?x=1&y=a+b&z=', 'http://api.example.com:8080/'],
  ])('of %s is over %s and the query, sorted', (url, want) => {
    expect(membersIn({}, draftOf('get', url)).oauth_signature).toBe(
      hmac(baseString('GET', want, pairsOf(OWN, query))),
    )
  })

  it('sorts equal names by value, and takes what cannot be decoded as it is', () => {
    const signature = membersIn({}, draftOf('GET', 'http://h/?b=2&b=10&a=%zz')).oauth_signature
    const pairs = pairsOf(OWN, [
      ['b', '2'],
      ['b', '10'],
      ['a', '%zz'],
    ])
    expect(signature).toBe(hmac(baseString('GET', 'http://h/', pairs)))
  })

  it('covers the fields of a form, and of no other body', () => {
    const form = draftOf('POST', 'http://h/', {
      body: { mode: 'urlencoded', fields: [{ key: 'f', value: 'ü &' }] },
    })
    expect(membersIn({}, form).oauth_signature).toBe(
      hmac(baseString('POST', 'http://h/', pairsOf(OWN, [['f', 'ü &']]))),
    )
    const raw = draftOf('POST', 'http://h/', { body: { mode: 'raw', text: 'f=1' } })
    expect(membersIn({}, raw).oauth_signature).toBe(hmac(baseString('POST', 'http://h/', pairsOf(OWN))))
  })

  it.each<[params: AuthParameters, own: Record<string, string>]>([
    [{ token: '' }, { oauth_token: '' }],
    [{ version: '' }, { oauth_version: '' }],
    [
      { callback: 'http://c/', verifier: 'v' },
      { oauth_callback: 'http://c/', oauth_verifier: 'v' },
    ],
  ])('with %j covers what is sent', (params, changed) => {
    const own = Object.fromEntries(Object.entries({ ...OWN, ...changed }).filter(([, value]) => value))
    const members = membersIn(params, draftOf('GET', 'http://h/'))
    expect(members.oauth_signature).toBe(hmac(baseString('GET', 'http://h/', pairsOf(own))))
    expect(members).toEqual({ ...own, oauth_signature: members.oauth_signature })
  })

  it('covers empty parameters where the collection says so', () => {
    const members = membersIn({ token: '', addEmptyParamsToSign: true }, draftOf('GET', 'http://h/'))
    expect(members.oauth_signature).toBe(
      hmac(baseString('GET', 'http://h/', pairsOf({ ...OWN, oauth_token: '' }))),
    )
    expect(members).not.toHaveProperty('oauth_token')
  })

  it.each([
    ['HMAC-SHA256', 'sha256'],
    ['HMAC-SHA512', 'sha512'],
  ])('can be %s', (signatureMethod, algorithm) => {
    const own = { ...OWN, oauth_signature_method: signatureMethod }
    expect(membersIn({ signatureMethod }, draftOf('GET', 'http://h/')).oauth_signature).toBe(
      hmac(baseString('GET', 'http://h/', pairsOf(own)), algorithm),
    )
  })

  it('is HMAC-SHA1 where the collection names no method', () => {
    expect(membersIn({ signatureMethod: '' })).toMatchObject({ oauth_signature_method: 'HMAC-SHA1' })
  })

  it('can be the secrets themselves', () => {
    expect(membersIn({ signatureMethod: 'PLAINTEXT' }).oauth_signature).toBe(KEY)
  })

  it('can be made with a private key, whose line breaks may be written out', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 1024,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const params = {
      signatureMethod: 'RSA-SHA256',
      privateKey: privateKey.replaceAll('\n', '\\n'),
      consumerSecret: '',
    }
    const signature = Buffer.from(
      membersIn(params, draftOf('GET', 'http://h/')).oauth_signature ?? '',
      'base64',
    )
    const text = baseString('GET', 'http://h/', pairsOf({ ...OWN, oauth_signature_method: 'RSA-SHA256' }))
    expect(verify('sha256', Buffer.from(text), publicKey, signature)).toBe(true)
  })

  it.each(['HMAC-MD5', 'RSA-SHA384', 'DSA-SHA1', 'HMAC', 'HMAC-SHA1X'])('cannot be %s', (signatureMethod) => {
    const params = { ...usual, signatureMethod, privateKey: 'x' }
    expect(() => signed(get, 'oauth1', params)).toThrow(
      expect.objectContaining({ code: 'auth-failed', message: expect.stringContaining(signatureMethod) }),
    )
  })

  it('cannot be made with a key that is none', () => {
    const params = { ...usual, signatureMethod: 'RSA-SHA1', privateKey: 'no key' }
    expect(() => signed(get, 'oauth1', params)).toThrow(
      expect.objectContaining({
        code: 'auth-failed',
        message: expect.stringMatching(/does not fit RSA-SHA1/),
      }),
    )
  })

  it.each<AuthParameters>([
    { consumerKey: '' },
    { consumerSecret: '' },
    { signatureMethod: 'RSA-SHA1', privateKey: '' },
  ])('is left out with %j', (params) => expect(signed(get, 'oauth1', { ...usual, ...params })).toBe(get))

  it('takes the time of now and a new nonce of eleven characters', () => {
    const members = membersIn({ timestamp: '', nonce: '' })
    expect(members.oauth_timestamp).toBe(NOW_SECONDS)
    expect(members.oauth_nonce).toMatch(/^[0-9A-Za-z]{11}$/)
  })
})

describe('the hash of a body', () => {
  const bodyHash = (draft: DraftRequest, params: AuthParameters = {}) =>
    membersIn({ includeBodyHash: true, ...params }, draft).oauth_body_hash
  const raw = draftOf('POST', 'http://h/', { body: { mode: 'raw', text: 'data' } })
  it('is signed and sent where the collection says so', () => {
    const hash = createHash('sha1').update('data').digest('base64')
    expect(bodyHash(raw)).toBe(hash)
    const own = { ...OWN, oauth_body_hash: hash }
    expect(membersIn({ includeBodyHash: true }, raw).oauth_signature).toBe(
      hmac(baseString('POST', 'http://h/', pairsOf(own))),
    )
    expect(bodyHash(raw, { signatureMethod: 'HMAC-SHA256' })).toBe(
      createHash('sha256').update('data').digest('base64'),
    )
    expect(bodyHash(draftOf('GET', 'http://h/'))).toBe(createHash('sha1').update('').digest('base64'))
  })

  it('is left out for forms, without a hash method, and unless it is asked for', () => {
    const fields: Header[] = [{ key: 'a', value: '1' }]
    expect(bodyHash(draftOf('POST', 'http://h/', { body: { mode: 'urlencoded', fields } }))).toBeUndefined()
    expect(
      bodyHash(draftOf('POST', 'http://h/', { body: { mode: 'formdata', parts: fields } })),
    ).toBeUndefined()
    expect(bodyHash(raw, { signatureMethod: 'PLAINTEXT' })).toBeUndefined()
    expect(bodyHash(raw, { includeBodyHash: false })).toBeUndefined()
  })
})

describe('the parameters stand', () => {
  it('in the header, encoded, after a realm', () => {
    const text = authorizationOf(get, 'oauth1', { ...usual, realm: ' a b ', signatureMethod: 'PLAINTEXT' })
    expect(text).toBe(
      'OAuth realm="a%20b",oauth_consumer_key="ck",oauth_token="tk",oauth_signature_method="PLAINTEXT",oauth_timestamp="1191242096",oauth_nonce="n",oauth_version="1.0",oauth_signature="c%2520s%26t%2526s"',
    )
    expect(authorizationOf(get, 'oauth1', usual)).toMatch(/^OAuth oauth_consumer_key=/)
  })

  it('in the header as they are where the collection says so', () => {
    const params = { ...usual, disableHeaderEncoding: true, signatureMethod: 'PLAINTEXT' }
    expect(authorizationOf(get, 'oauth1', params)).toContain(`oauth_signature="${KEY}"`)
  })

  const { addParamsToHeader: _header, ...elsewhere } = usual
  const form = (method: string) =>
    draftOf(method, 'http://h/?q=1', { body: { mode: 'urlencoded', fields: [{ key: 'a', value: '1' }] } })
  const names = (entries: { key: string | null }[]) => entries.map(({ key }) => key)

  it.each<[method: string, inForm: boolean]>([
    ['POST', true],
    ['PUT', true],
    ['DELETE', false],
  ])('in the form of a %s: %s', (method, inForm) => {
    const { body, url, headers } = signed(form(method), 'oauth1', elsewhere)
    const own = [...Object.keys(OWN), 'oauth_signature']
    expect(body?.mode === 'urlencoded' && names(body.fields)).toEqual(inForm ? ['a', ...own] : ['a'])
    expect(names(url.query)).toEqual(inForm ? ['q'] : ['q', ...own])
    expect(headerOf(headers, 'authorization')).toBeUndefined()
  })

  it('in the query, with all of it encoded once', () => {
    const { url } = signed(draftOf('GET', 'http://h/?a=x+y&b=%21!&c'), 'oauth1', elsewhere)
    expect(url.query.slice(0, 3)).toEqual([
      { key: 'a', value: 'x%20y' },
      { key: 'b', value: '%21%21' },
      { key: 'c', value: null },
    ])
    expect(url.query.at(-1)?.value).toMatch(/^[\w.~%-]+%3D$/)
  })

  it('in the query as they are where nothing is encoded', () => {
    const raw = draftOf('GET', 'http://h/?a=x+y', { profile: { disableUrlEncoding: true } })
    const { url } = signed(raw, 'oauth1', { ...elsewhere, signatureMethod: 'PLAINTEXT' })
    expect(url.query[0]).toEqual({ key: 'a', value: 'x+y' })
    expect(url.query.at(-1)).toEqual({ key: 'oauth_signature', value: KEY })
  })

  it('in the place of those of the author', () => {
    const fields = ['oauth_token', 'xoauth_token', 'oauth_tokens', 'a'].map((key) => ({ key, value: 'old' }))
    const own = draftOf('POST', 'http://h/?oauth_nonce=old&oauth_verifier=old&q=1', {
      headers: [{ key: 'authorization', value: 'old' }],
      body: { mode: 'urlencoded', fields },
    })
    const { body, url, headers } = signed(own, 'oauth1', { ...usual, callback: '' })
    expect(names(url.query)).toEqual(['q'])
    expect(body?.mode === 'urlencoded' && names(body.fields)).toEqual(['xoauth_token', 'oauth_tokens', 'a'])
    expect(headers).toHaveLength(1)
  })
})
