import { beforeEach, describe, expect, it } from 'vitest'
import {
  fetchesToken,
  type StoredToken,
  withFetchedToken,
} from '../../../../src/toolkit/run/authenticate/oauth2-token.js'
import type { WireRequest } from '../../../../src/toolkit/run/wire-request.js'
import type { AuthParameters } from '../../../support/draft-request.js'

const NOW = 1_000_000
const usual = {
  ...{ grant_type: 'client_credentials', accessTokenUrl: 'https://id.example.com:8443/token?a=1' },
  ...{ clientId: 'id', clientSecret: 'se cret' },
}
const auth = (params: AuthParameters = {}) => ({ type: 'oauth2', params: { ...usual, ...params } })

let store: Map<string, Promise<StoredToken>>
let asked: WireRequest[]
let answers: { status?: number; body: unknown }[]
beforeEach(() => {
  store = new Map()
  asked = []
  answers = [{ body: { access_token: 't-1' } }, { body: { access_token: 't-2' } }]
})

const send = async (wire: WireRequest) => {
  asked.push(wire)
  const { status = 200, body } = answers[Math.min(asked.length, answers.length) - 1]!
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return { status, headers: [], body: Buffer.from(text) }
}
const fetchToken = async (params: AuthParameters = {}, more: { now?: number; refused?: string } = {}) => {
  const { params: filled } = await withFetchedToken(auth(params), { store, send, now: NOW, ...more })
  return filled.accessToken
}
const form = (index = 0) => Buffer.from(asked[index]!.body!).toString()
const header = (name: string) => asked[0]!.headers.find(([key]) => key === name)?.[1]

describe('a token is fetched', () => {
  it.each<[boolean, { type?: string; params?: AuthParameters }]>([
    [true, {}],
    [true, { params: { grant_type: 'password' } }],
    [true, { params: { grant_type: 'password_credentials' } }],
    [false, { params: { grant_type: 'authorization_code' } }],
    [false, { params: { grant_type: '' } }],
    [false, { params: { accessToken: 'own' } }],
    [false, { params: { accessTokenUrl: '' } }],
    [false, { type: 'bearer' }],
  ])('%s for %j', (want, { type = 'oauth2', params }) => {
    expect(fetchesToken({ ...auth(params), type })).toBe(want)
  })
})

describe('the request for a token', () => {
  it('goes to the token endpoint with the client in a basic header', async () => {
    expect(await fetchToken()).toBe('t-1')
    expect(asked[0]).toMatchObject({
      method: 'POST',
      origin: 'https://id.example.com:8443',
      path: '/token?a=1',
    })
    expect(header('Authorization')).toBe(`Basic ${Buffer.from('id:se%20cret').toString('base64')}`)
    expect(header('Accept')).toBe('application/json')
    expect(header('Content-Type')).toBe('application/x-www-form-urlencoded')
    expect(form()).toBe('grant_type=client_credentials')
  })

  const CLIENT = 'client_id=id&client_secret=se%20cret'
  it.each<[params: AuthParameters, want: string, hasHeader: boolean]>([
    [{ client_authentication: 'body' }, `grant_type=client_credentials&${CLIENT}`, false],
    [{ clientAuth: 'body' }, `grant_type=client_credentials&${CLIENT}`, false],
    [{ client_authentication: 'header', clientAuth: 'body' }, 'grant_type=client_credentials', true],
    [{ clientAuth: 'body', clientSecret: '' }, 'grant_type=client_credentials&client_id=id', false],
    [{ clientId: '' }, 'grant_type=client_credentials', false],
    [
      { grant_type: 'password', username: 'a', password: 'b' },
      'grant_type=password&username=a&password=b',
      true,
    ],
    [
      { scope: 'r w', audience: 'api', resource: 'x' },
      'grant_type=client_credentials&scope=r%20w&audience=api&resource=x',
      true,
    ],
  ])('with %j is %s', async (params, want, hasHeader) => {
    await fetchToken(params)
    expect(form()).toBe(want)
    expect(header('Authorization') !== undefined).toBe(hasHeader)
  })
})

describe('a stored token', () => {
  it('serves all that ask at once, and later', async () => {
    expect(await Promise.all([fetchToken(), fetchToken(), fetchToken()])).toEqual(['t-1', 't-1', 't-1'])
    expect(await fetchToken({}, { now: NOW * 1e6 })).toBe('t-1')
    expect(asked).toHaveLength(1)
  })

  it.each([
    'accessTokenUrl',
    'grant_type',
    'clientId',
    'clientSecret',
    'username',
    'password',
    'scope',
    'audience',
    'resource',
  ])('is another for another %s', async (name) => {
    await fetchToken()
    expect(
      await fetchToken({ [name]: name === 'accessTokenUrl' ? 'https://id.example.com/other' : 'other' }),
    ).toBe('t-2')
  })

  it('is renewed half a minute before it ends', async () => {
    answers[0]!.body = { access_token: 't-1', expires_in: 100 }
    await fetchToken()
    expect(await fetchToken({}, { now: NOW + 69_999 })).toBe('t-1')
    expect(await fetchToken({}, { now: NOW + 70_000 })).toBe('t-2')
  })

  it.each([0, -5, 'soon', null])('that ends after %j seconds has no end', async (seconds) => {
    answers[0]!.body = { access_token: 't-1', expires_in: seconds }
    await fetchToken()
    expect(await fetchToken({}, { now: NOW * 1e6 })).toBe('t-1')
  })

  it('whose end is text ends then', async () => {
    answers[0]!.body = { access_token: 't-1', expires_in: '100' }
    await fetchToken()
    expect(await fetchToken({}, { now: NOW + 70_000 })).toBe('t-2')
  })

  it('that was refused is replaced, once for all that wait', async () => {
    await fetchToken()
    const again = [fetchToken({}, { refused: 't-1' }), fetchToken({}, { refused: 't-1' })]
    expect(await Promise.all(again)).toEqual(['t-2', 't-2'])
    expect(asked).toHaveLength(2)
    expect(await fetchToken({}, { refused: 'older' })).toBe('t-2')
  })
})

describe('a refresh token', () => {
  const first = { access_token: 't-1', refresh_token: 'r-1' }
  it('is used for the next token, and kept when no new one comes', async () => {
    answers = [
      { body: first },
      { body: { access_token: 't-2' } },
      { body: { access_token: 't-3', refresh_token: 'r-2' } },
      { body: first },
    ]
    await fetchToken()
    for (const refused of ['t-1', 't-2', 't-3']) await fetchToken({}, { refused })
    expect(asked.map((_, index) => form(index)).slice(1)).toEqual([
      'grant_type=refresh_token&refresh_token=r-1',
      'grant_type=refresh_token&refresh_token=r-1',
      'grant_type=refresh_token&refresh_token=r-2',
    ])
  })

  it('that is refused gives way to the own grant', async () => {
    answers = [{ body: first }, { status: 400, body: {} }, { body: { access_token: 't-2' } }]
    await fetchToken()
    expect(await fetchToken({}, { refused: 't-1' })).toBe('t-2')
    expect(form(2)).toBe('grant_type=client_credentials')
  })

  it('that is no text is none', async () => {
    answers[0]!.body = { access_token: 't-1', refresh_token: 7 }
    await fetchToken()
    await fetchToken({}, { refused: 't-1' })
    expect(form(1)).toBe('grant_type=client_credentials')
  })
})

describe('no token', () => {
  it.each<[{ status?: number; body: unknown }, string]>([
    [
      { status: 401, body: { error: 'invalid_client', error_description: 'no such' } },
      'answered 401 (invalid_client: no such).',
    ],
    [{ status: 400, body: { error: 'invalid_scope' } }, 'answered 400 (invalid_scope).'],
    [{ status: 500, body: 'no JSON' }, 'answered 500. Check'],
    [{ status: 302, body: { access_token: 't' } }, 'answered 302. Check'],
    [{ status: 200, body: { error: { deep: 1 } } }, 'answered 200. Check'],
    [{ status: 200, body: { access_token: 7 } }, 'answered 200. Check'],
    [{ status: 200, body: 'null' }, 'answered 200. Check'],
  ])('comes from %j, and that is said without the secret', async (answer, want) => {
    answers = [answer]
    const error = await fetchToken().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'auth-failed' })
    expect((error as Error).message).toContain(`No access token: id.example.com:8443 ${want}`)
    expect((error as Error).message).not.toContain('se cret')
  })

  it('is kept: the next call asks again', async () => {
    answers = [
      { status: 500, body: {} },
      { status: 299, body: { access_token: 't-2' } },
    ]
    await expect(fetchToken()).rejects.toMatchObject({ code: 'auth-failed' })
    expect(store.size).toBe(0)
    expect(await fetchToken()).toBe('t-2')
  })
})
