import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DraftRequest } from '../../../../src/toolkit/run/wire-request.js'
import {
  type AuthParameters,
  authorizationOf,
  draftOf,
  membersOf,
  signed,
} from '../../../support/draft-request.js'

const NOW_SECONDS = Math.floor(Date.parse('2026-01-02T03:04:05.678Z') / 1000)
const usual = { authId: 'id', authKey: 'key', nonce: 'n0nce1', timestamp: '1353832234' }
const get = draftOf('get', 'https://API.example.com/a%20b?c=d')

/** The code that a server works out for itself (Hawk, "Request MAC"). */
function wanted(lines: (string | number)[], algorithm = 'sha256'): string {
  return createHmac(algorithm, 'key')
    .update(`hawk.1.header\n${lines.join('\n')}\n`)
    .digest('base64')
}
const members = (params: AuthParameters = {}, draft: DraftRequest = get) =>
  membersOf(authorizationOf(draft, 'hawk', { ...usual, ...params }))

describe('Hawk', () => {
  const head = [1353832234, 'n0nce1', 'GET', '/a%20b?c=d', 'api.example.com']
  it.each<[params: AuthParameters, lines: (string | number)[], algorithm?: string]>([
    [{}, [...head, 443, '', '']],
    [{ algorithm: 'sha1' }, [...head, 443, '', ''], 'sha1'],
    [{ extraData: 'x y' }, [...head, 443, '', 'x y']],
    [{ app: 'a', delegation: 'd' }, [...head, 443, '', '', 'a', 'd']],
    [{ app: 'a' }, [...head, 443, '', '', 'a', '']],
    [{ delegation: 'd' }, [...head, 443, '', '']],
    [{ includePayloadHash: true }, [...head, 443, '', '']],
  ])('with %j is the code of the specification', (params, lines, algorithm) => {
    expect(members(params).mac).toBe(wanted(lines, algorithm))
  })

  it.each<[url: string, port: number]>([
    ['http://h/', 80],
    ['https://h/', 443],
    ['https://h:8443/', 8443],
  ])('for %s signs port %i', (url, port) => {
    expect(members({}, draftOf('GET', url)).mac).toBe(
      wanted([1353832234, 'n0nce1', 'GET', '/', 'h', port, '', '']),
    )
  })

  it('names what it signed, in order', () => {
    const params = { ...usual, extraData: 'e"x\\', app: 'a', delegation: 'd' }
    expect(authorizationOf(get, 'hawk', params)).toMatch(
      /^Hawk id="id", ts="1353832234", nonce="n0nce1", ext="e\\"x\\\\", mac="[^"]+", app="a", dlg="d"$/,
    )
    expect(Object.keys(members())).toEqual(['id', 'ts', 'nonce', 'mac'])
    expect(Object.keys(members({ delegation: 'd' }))).not.toContain('dlg')
    expect(Object.keys(members({ app: 'a' }))).not.toContain('dlg')
  })

  it('takes the time of now and a new nonce of six characters', () => {
    const { ts, nonce } = members({ timestamp: '', nonce: '' })
    expect(ts).toBe(String(NOW_SECONDS))
    expect(nonce).toMatch(/^[a-zA-Z0-9]{6}$/)
  })

  it.each<[type: string | undefined, hashed: string]>([
    ['Text/Plain; charset=utf-8', 'text/plain'],
    [undefined, ''],
  ])('signs the body of type %s', (type, hashed) => {
    const post = draftOf('POST', 'http://h/', {
      headers: type === undefined ? [] : [{ key: 'content-type', value: type }],
      body: { mode: 'raw', text: 'data' },
    })
    const hash = createHash('sha256').update(`hawk.1.payload\n${hashed}\ndata\n`).digest('base64')
    const signedMembers = members({ includePayloadHash: true }, post)
    expect(signedMembers.hash).toBe(hash)
    expect(signedMembers.mac).toBe(wanted([1353832234, 'n0nce1', 'POST', '/', 'h', 80, hash, '']))
    expect(members({}, post).hash).toBeUndefined()
  })

  it('replaces the authorization of the author', () => {
    const own = { ...get, headers: [{ key: 'AUTHORIZATION', value: 'own' }] }
    expect(signed(own, 'hawk', usual).headers).toEqual([
      { key: 'Authorization', value: expect.stringMatching(/^Hawk /) },
    ])
  })

  it.each(['authId', 'authKey'])('signs nothing without %s', (name) => {
    expect(signed(get, 'hawk', { ...usual, [name]: '' })).toBe(get)
  })

  it.each(['md5', 'sha512', 'xsha1', 'sha2567'])('cannot sign with %s', (algorithm) => {
    expect(() => signed(get, 'hawk', { ...usual, algorithm })).toThrow(
      expect.objectContaining({ code: 'auth-failed', message: expect.stringContaining(`"${algorithm}"`) }),
    )
  })
})
