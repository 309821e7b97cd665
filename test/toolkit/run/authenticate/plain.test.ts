import { describe, expect, it } from 'vitest'
import { type AuthParameters, authorizationOf, draftOf, signed } from '../../../support/draft-request.js'

const own = draftOf('GET', 'http://h/?a=1&access_token=old', {
  headers: [
    { key: 'authorization', value: 'own' },
    { key: 'X-API-key', value: 'own' },
  ],
})
const queryOf = (type: string, params: AuthParameters) =>
  signed(own, type, params).url.query.map(({ key, value }) => `${key}=${value}`)

describe('Authorization', () => {
  it.each<[type: string, params: AuthParameters, want: string]>([
    ['bearer', { token: 't-1' }, 'Bearer t-1'],
    ['bearer', { token: '' }, 'own'],
    ['bearer', { token: null }, 'own'],
    ['bearer', {}, 'own'],
    ['bearer', { other: 'x' }, 'own'],
    ['basic', { username: 'ada', password: 'p:w' }, 'Basic YWRhOnA6dw=='],
    ['basic', { username: 'ü', password: '€' }, 'Basic w7w64oKs'],
    ['basic', { username: '' }, 'Basic Og=='],
    ['basic', {}, 'own'],
    ['oauth2', { accessToken: 't-2' }, 'Bearer t-2'],
    ['oauth2', { accessToken: 't-2', addTokenTo: 'header', headerPrefix: null }, 'Bearer t-2'],
    ['oauth2', { accessToken: 't-2', headerPrefix: ' Token ' }, 'Token t-2'],
    ['oauth2', { accessToken: 't-2', headerPrefix: '' }, 't-2'],
    ['oauth2', { accessToken: '' }, 'own'],
    ['oauth2', { accessToken: 't-2', tokenType: 'MAC' }, 'own'],
    ['oauth2', { accessToken: 't-2', tokenType: 'bearer' }, 'Bearer t-2'],
    ['noauth', { token: 'x' }, 'own'],
    ['constructor', { token: 'x' }, 'own'],
    ['carrier-pigeon', { token: 'x' }, 'own'],
  ])('of %s with %j is %s', (type, params, want) => {
    const { headers } = signed(own, type, params)
    expect(headers.filter(({ key }) => /^authorization$/i.test(key)).map(({ value }) => value)).toEqual([
      want,
    ])
  })

  it('is named as HTTP writes it', () => {
    const params = { token: 't', username: 'u', accessToken: 'a' }
    for (const type of ['bearer', 'basic', 'oauth2'])
      expect(signed(draftOf('GET', 'http://h/'), type, params).headers[0]?.key).toBe('Authorization')
    expect(authorizationOf(draftOf('GET', 'http://h/'), 'noauth', params)).toBe('')
  })
})

describe('an API key', () => {
  it.each<[params: AuthParameters, want: string[]]>([
    [{ key: 'X-Key', value: 'k' }, ['authorization: own', 'X-API-key: own', 'X-Key: k']],
    [{ key: 'x_api_key', value: 'k' }, ['authorization: own', 'x_api_key: k']],
    [{ key: 'X-Key' }, ['authorization: own', 'X-API-key: own', 'X-Key: ']],
    [{ key: 'Authorization', value: 'Key k', in: 'header' }, ['X-API-key: own', 'Authorization: Key k']],
    [{ value: 'k' }, ['authorization: own', 'X-API-key: own']],
    [{ key: 'a', value: '2', in: 'query' }, ['authorization: own', 'X-API-key: own']],
  ])('%j', (params, want) => {
    expect(signed(own, 'apikey', params).headers.map(({ key, value }) => `${key}: ${value}`)).toEqual(want)
  })

  it('in the query takes the place of parameters of its name', () => {
    expect(queryOf('apikey', { key: 'a', value: '2', in: 'query' })).toEqual(['access_token=old', 'a=2'])
    expect(queryOf('apikey', { key: 'a', value: '2', in: 'header' })).toEqual(['a=1', 'access_token=old'])
  })
})

describe('an OAuth 2.0 token', () => {
  it('goes into the query where the collection says so, and nowhere else', () => {
    const params = { accessToken: 't-2', addTokenTo: 'queryParams' }
    expect(queryOf('oauth2', params)).toEqual(['a=1', 'access_token=t-2'])
    expect(signed(own, 'oauth2', params).headers).toEqual([{ key: 'X-API-key', value: 'own' }])
  })

  it('of the author is taken away when another is sent', () => {
    expect(queryOf('oauth2', { accessToken: 't-2' })).toEqual(['a=1'])
  })

  it('goes nowhere when the place is not known', () => {
    const params = { accessToken: 't-2', addTokenTo: 'body' }
    expect(signed(own, 'oauth2', params).headers).toEqual([{ key: 'X-API-key', value: 'own' }])
    expect(queryOf('oauth2', params)).toEqual(['a=1'])
  })
})
