import { generateKeyPairSync } from 'node:crypto'
import { createRequire } from 'node:module'
import { importSPKI, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { answerChallenge, authenticate } from '../../../../src/toolkit/run/authenticate/authenticate.js'
import { responses } from '../../../../src/toolkit/run/authenticate/ntlm.js'
import { type DraftRequest, headerOf } from '../../../../src/toolkit/run/wire-request.js'
import { parseAddress } from '../../../../src/toolkit/semantics/parse-address.js'
import { seeded } from '../../../support/seeded.js'

type Params = Record<string, JsonValue>

const draft = (method: string, url: string, more: Partial<DraftRequest> = {}): DraftRequest => ({
  method,
  url: parseAddress(url),
  headers: [],
  profile: {},
  ...more,
})

const at = (time: string) => ({ now: Date.parse(time), random: seeded(1) })
const authorization = (signed: DraftRequest) => headerOf(signed.headers, 'authorization') ?? ''
const member = (text: string, name: string) => new RegExp(`\\b${name}="?([^",;]+)`).exec(text)?.[1]

describe('Digest, RFC 7616 and RFC 2617', () => {
  const rfc7616 = {
    challenge:
      'Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=ALGORITHM, nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    password: 'Circle of Life',
    clientNonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ',
    url: 'http://www.example.org/dir/index.html',
  }
  const cases: [name: string, input: typeof rfc7616, algorithm: string, want: string][] = [
    ['MD5', rfc7616, 'MD5', '8ca523f5e9506fed4657c9700eebdbec'],
    ['SHA-256', rfc7616, 'SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
    [
      'the older example',
      {
        challenge:
          'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
        password: 'Circle Of Life',
        clientNonce: '0a4f113b',
        url: 'http://www.nowhere.org/dir/index.html',
      },
      '',
      '6629fae49393a05397450978507c4ef1',
    ],
  ]
  it.each(cases)('%s', (_name, { challenge, password, clientNonce, url }, algorithm, want) => {
    const params = { username: 'Mufasa', password, clientNonce }
    const offers = [challenge.replace('ALGORITHM', algorithm)]
    const answer = answerChallenge(
      draft('GET', url),
      { type: 'digest', params },
      { ...at('2026-01-01'), offers, round: 0 },
    )
    expect(member(answer ?? '', 'response')).toBe(want)
  })

  it('gives up after a second refusal, but not for a nonce that is too old', () => {
    const auth = { type: 'digest', params: { username: 'u', password: 'p' } }
    const again = (offer: string) =>
      answerChallenge(draft('GET', 'http://h/'), auth, { ...at('2026-01-01'), offers: [offer], round: 1 })
    expect(again('Digest realm="r", nonce="n"')).toBeUndefined()
    expect(again('Digest realm="r", nonce="n", stale=true')).toMatch(/^Digest /)
  })
})

describe('Hawk, examples of its own documentation', () => {
  const params = {
    authId: 'dh37fgj492je',
    authKey: 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn',
    algorithm: 'sha256',
    nonce: 'j4h3g2',
    timestamp: '1353832234',
    extraData: 'some-app-ext-data',
  }
  it('signs a request', () => {
    const signed = authenticate(
      draft('GET', 'http://example.com:8000/resource/1?b=1&a=2'),
      { type: 'hawk', params },
      at('2026-01-01'),
    )
    expect(authorization(signed)).toBe(
      'Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ext="some-app-ext-data", mac="6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE="',
    )
  })
  it('signs the body too', () => {
    const post = draft('POST', 'http://example.com:8000/resource/1?b=1&a=2', {
      headers: [{ key: 'Content-Type', value: 'text/plain' }],
      body: { mode: 'raw', text: 'Thank you for flying Hawk' },
    })
    const signed = authenticate(
      post,
      { type: 'hawk', params: { ...params, includePayloadHash: true } },
      at('2026-01-01'),
    )
    expect(authorization(signed)).toMatch(
      /hash="Yi9LfIIFRtBEPt74PVmbTF\/xVAwPn7ub15ePICfgnuY=".* mac="aSe1DERmZuRl3pI36\/9BdZmnErTw3sNzOOAUlfeKjVw="/,
    )
  })
})

describe("AWS Signature Version 4, Amazon's test suite", () => {
  const params = {
    accessKey: 'AKIDEXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    region: 'us-east-1',
    service: 'service',
  }
  const cases: [name: string, method: string, path: string, want: string][] = [
    ['get-vanilla', 'GET', '/', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    ['post-vanilla', 'POST', '/', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  ]
  it.each(cases)('%s', (_name, method, path, want) => {
    const signed = authenticate(
      draft(method, `https://example.amazonaws.com${path}`),
      { type: 'awsv4', params },
      at('2015-08-30T12:36:00Z'),
    )
    expect(authorization(signed)).toMatch(new RegExp(`Signature=${want}$`))
  })
  it('signs in the query (the example of Amazon S3)', () => {
    const s3 = {
      accessKey: 'AKIAIOSFODNN7EXAMPLE',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      region: 'us-east-1',
      service: 's3',
      addAuthDataToQuery: true,
    }
    const signed = authenticate(
      draft('GET', 'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Expires=86400'),
      { type: 'awsv4', params: s3 },
      at('2013-05-24T00:00:00Z'),
    )
    const query = Object.fromEntries(signed.url.query.map(({ key, value }) => [key, value]))
    expect(query['X-Amz-Signature']).toBe('aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404')
  })
})

describe('OAuth 1.0a', () => {
  const photos = {
    consumerKey: 'dpf43f3p2l4k3l03',
    consumerSecret: 'kd94hf93k423kf44',
    token: 'nnch734d00sl2jdk',
    tokenSecret: 'pfkkdhi9sl3r4s00',
    signatureMethod: 'HMAC-SHA1',
    timestamp: '1191242096',
    nonce: 'kllo9940pd9333jh',
    version: '1.0',
    addParamsToHeader: true,
  }
  it('signs the example of OAuth Core 1.0, appendix A', () => {
    const signed = authenticate(
      draft('GET', 'http://photos.example.net/photos?file=vacation.jpg&size=original'),
      { type: 'oauth1', params: photos },
      at('2026-01-01'),
    )
    expect(decodeURIComponent(member(authorization(signed), 'oauth_signature') ?? '')).toBe(
      'tR3+Ty81lMeYAr/Fid0kMTYa/WM=',
    )
  })

  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  it.each(['HMAC-SHA1', 'HMAC-SHA256', 'RSA-SHA1', 'PLAINTEXT'])(
    '%s agrees with the oauth-sign package',
    (method) => {
      const peer = createRequire(createRequire(import.meta.url).resolve('newman'))('oauth-sign') as {
        sign(...parts: unknown[]): string
      }
      const post = draft('POST', 'https://api.example.com:8443/a%20b?x=1&x=a%26b', {
        body: { mode: 'urlencoded', fields: [{ key: 'f', value: 'ü !*' }] },
      })
      const params = { ...photos, signatureMethod: method, privateKey }
      const signed = authenticate(post, { type: 'oauth1', params }, at('2026-01-01'))
      const own = {
        oauth_consumer_key: photos.consumerKey,
        oauth_token: photos.token,
        oauth_signature_method: method,
        oauth_timestamp: photos.timestamp,
        oauth_nonce: photos.nonce,
        oauth_version: '1.0',
      }
      const key = method.startsWith('RSA') ? privateKey : photos.consumerSecret
      const want = peer.sign(
        method,
        'POST',
        'https://api.example.com:8443/a%20b',
        { ...own, x: ['1', 'a&b'], f: 'ü !*' },
        key,
        photos.tokenSecret,
      )
      expect(decodeURIComponent(member(authorization(signed), 'oauth_signature') ?? '')).toBe(want)
    },
  )

  it('goes into the form, or the query, without the header', () => {
    const { addParamsToHeader: _header, ...params } = photos
    const form = draft('POST', 'http://h/', {
      body: { mode: 'urlencoded', fields: [{ key: 'a', value: '1' }] },
    })
    const inForm = authenticate(form, { type: 'oauth1', params }, at('2026-01-01'))
    expect(inForm.body?.mode === 'urlencoded' && inForm.body.fields.map(({ key }) => key)).toContain(
      'oauth_signature',
    )
    const inQuery = authenticate(draft('GET', 'http://h/?a=1'), { type: 'oauth1', params }, at('2026-01-01'))
    expect(inQuery.url.query.map(({ key }) => key)).toContain('oauth_signature')
  })
})

describe("EdgeGrid, Akamai's test data", () => {
  const params = {
    clientToken: 'akab-client-token-xxx-xxxxxxxxxxxxxxxx',
    accessToken: 'akab-access-token-xxx-xxxxxxxxxxxxxxxx',
    clientSecret: `${'x'.repeat(43)}=`,
    nonce: 'nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
    timestamp: '20140321T19:34:21+0000',
  }
  const origin = 'https://akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net'
  const cases: [name: string, request: DraftRequest, want: string][] = [
    ['simple GET', draft('GET', `${origin}/`), 'tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU='],
    [
      'GET with querystring',
      draft('GET', `${origin}/testapi/v1/t1?p1=1&p2=2`),
      'hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA=',
    ],
    [
      'POST inside limit',
      draft('POST', `${origin}/testapi/v1/t3`, {
        body: { mode: 'raw', text: 'datadatadatadatadatadatadatadata' },
      }),
      'hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4=',
    ],
  ]
  it.each(cases)('%s', (_name, request, want) => {
    expect(
      member(
        authorization(authenticate(request, { type: 'edgegrid', params }, at('2026-01-01'))),
        'signature',
      ),
    ).toBe(want)
  })
})

describe('JWT and ASAP, read by jose', () => {
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const ec = (namedCurve: string) =>
    generateKeyPairSync('ec', {
      namedCurve,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
  const keys: Record<string, typeof rsa> = { ES256: ec('P-256'), ES384: ec('P-384'), ES512: ec('P-521') }

  it.each([
    'HS256',
    'HS384',
    'HS512',
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
  ])('%s', async (algorithm) => {
    const isShared = algorithm.startsWith('HS')
    const pair = keys[algorithm] ?? rsa
    const secret = 'a secret that is long enough for every one of the hashes: 64 bytes and more'
    const params: Params = {
      algorithm,
      payload: '{"sub":"me"}',
      ...(isShared ? { secret } : { privateKey: pair.privateKey }),
    }
    const signed = authenticate(draft('GET', 'http://h/'), { type: 'jwt', params }, at('2026-01-01'))
    const key = isShared ? new TextEncoder().encode(secret) : await importSPKI(pair.publicKey, algorithm)
    const { payload } = await jwtVerify(authorization(signed).replace('Bearer ', ''), key)
    expect(payload.sub).toBe('me')
  })

  it('ASAP', async () => {
    const params = { iss: 'me', aud: 'you', kid: 'me/key', alg: 'RS256', privateKey: rsa.privateKey }
    const signed = authenticate(
      draft('GET', 'http://h/'),
      { type: 'asap', params },
      { now: Date.now(), random: seeded(1) },
    )
    const key = await importSPKI(rsa.publicKey, 'RS256')
    const { payload, protectedHeader } = await jwtVerify(authorization(signed).replace('Bearer ', ''), key, {
      audience: 'you',
      issuer: 'me',
    })
    expect([payload.sub, protectedHeader.kid, (payload.exp ?? 0) - (payload.iat ?? 0)]).toEqual([
      'me',
      'me/key',
      3600,
    ])
  })
})

it('NTLMv2 gives the responses of MS-NLMP, 4.2.4', () => {
  const { lm, nt } = responses({
    username: 'User',
    password: 'Password',
    domain: 'Domain',
    serverChallenge: Buffer.from('0123456789abcdef', 'hex'),
    clientChallenge: Buffer.alloc(8, 0xaa),
    targetInfo: Buffer.from(
      '02000c0044006f006d00610069006e0001000c0053006500720076006500720000000000',
      'hex',
    ),
    time: 0n,
  })
  expect(lm.toString('hex')).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa')
  expect(nt.subarray(0, 16).toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c')
})
