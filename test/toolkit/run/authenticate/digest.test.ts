import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { DraftRequest } from '../../../../src/toolkit/run/wire-request.js'
import {
  type AuthParameters,
  answerTo,
  authorizationOf,
  draftOf,
  membersOf,
} from '../../../support/draft-request.js'

const request = draftOf('POST', 'http://h/a%20b?x=1', { body: { mode: 'raw', text: 'data' } })
const account = { username: 'ada', password: 'p' }

/** Answers a refusal that offers these challenges. */
function answer(offers: string[], params: AuthParameters = {}, draft: DraftRequest = request) {
  return answerTo(draft, { type: 'digest', params: { ...account, ...params } }, { offers })
}

/** The response that a server works out for itself (RFC 7616, 3.4.1). */
function wanted(
  members: Record<string, string>,
  { hash = 'md5', body = 'data', password = 'p' } = {},
): string {
  const digest = (text: string) => createHash(hash).update(text).digest('hex')
  const { username, realm, nonce, uri, qop, nc, cnonce, algorithm = '' } = members
  const plain = digest(`${username}:${realm}:${password}`)
  const secret = /-sess$/i.test(algorithm) ? digest(`${plain}:${nonce}:${cnonce}`) : plain
  const target = digest(`POST:${uri}${qop === 'auth-int' ? `:${digest(body)}` : ''}`)
  return digest(qop ? [secret, nonce, nc, cnonce, qop, target].join(':') : [secret, nonce, target].join(':'))
}

describe('the answer to a challenge', () => {
  it.each<[offer: string, params: AuthParameters, hash: string, want: Record<string, string | undefined>]>([
    [
      'realm="r", nonce="n"',
      {},
      'md5',
      { qop: undefined, nc: undefined, cnonce: undefined, algorithm: 'MD5' },
    ],
    ['realm="r", nonce="n", qop="auth"', {}, 'md5', { qop: 'auth', nc: '00000001' }],
    ['realm="r", nonce="n", qop="auth-int"', {}, 'md5', { qop: 'auth-int' }],
    ['realm="r", nonce="n", qop="auth-int, auth"', {}, 'md5', { qop: 'auth' }],
    ['realm="r", nonce="n", qop="auth , auth-int"', { qop: 'auth-int' }, 'md5', { qop: 'auth-int' }],
    ['realm="r", nonce="n", qop="auth"', { qop: 'auth-int' }, 'md5', { qop: 'auth' }],
    ['realm="r", nonce="n"', { qop: 'auth' }, 'md5', { qop: 'auth' }],
    ['realm="r", nonce="n", algorithm=MD5-sess', {}, 'md5', { qop: undefined, nc: '00000001' }],
    ['realm="r", nonce="n", algorithm=md5-SESS, qop=auth', {}, 'md5', { qop: 'auth' }],
    ['realm="r", nonce="n", algorithm=SHA-256, qop="auth"', {}, 'sha256', { algorithm: 'SHA-256' }],
    [
      'realm="r", nonce="n", algorithm=SHA-512-256, qop="auth"',
      {},
      'sha512-256',
      { algorithm: 'SHA-512-256' },
    ],
    ['realm="r", nonce="n", algorithm=sha-256-sess, qop="auth"', {}, 'sha256', { algorithm: 'sha-256-sess' }],
    [
      'realm="r", nonce="n", qop="auth"',
      { clientNonce: 'cc', nonceCount: '0000000a' },
      'md5',
      { cnonce: 'cc', nc: '0000000a' },
    ],
    ['realm=r, nonce = n,opaque="o"', {}, 'md5', { realm: 'r', nonce: 'n', opaque: 'o' }],
    ['REALM="r", Nonce="n"', {}, 'md5', { realm: 'r', nonce: 'n', opaque: undefined }],
  ])('Digest %s with %j', (offer, params, hash, want) => {
    const text = answer([`Digest ${offer}`], params)
    const members = membersOf(text ?? '')
    expect(text?.startsWith('Digest username="ada", ')).toBe(true)
    expect(members).toMatchObject({ username: 'ada', uri: '/a%20b?x=1' })
    for (const [name, value] of Object.entries(want)) expect(members[name], name).toBe(value)
    expect(members.response).toBe(wanted(members, { hash }))
  })

  it('draws a new client nonce of eight characters', () => {
    const { cnonce = '' } = membersOf(answer(['Digest realm="r", nonce="n", qop="auth"']) ?? '')
    expect(cnonce).toMatch(/^[a-zA-Z0-9]{8}$/)
  })

  it('signs no body under auth-int where there is none', () => {
    const bare = draftOf('POST', 'http://h/')
    const members = membersOf(answer(['Digest realm="r", nonce="n", qop="auth-int"'], {}, bare) ?? '')
    expect(members.response).toBe(wanted(members, { body: '' }))
  })

  it('escapes quotes and backslashes, also those it was given', () => {
    const text = answer([String.raw`Digest realm="a \"b\" \\c", nonce="n", opaque="\"o"`], {
      username: 'a"d\\a',
    })
    expect(text).toContain(String.raw`username="a\"d\\a", realm="a \"b\" \\c"`)
    expect(text).toContain(String.raw`opaque="\"o"`)
    const secret = createHash('md5').update('a"d\\a:a "b" \\c:p').digest('hex')
    const target = createHash('md5').update('POST:/a%20b?x=1').digest('hex')
    const response = createHash('md5').update(`${secret}:n:${target}`).digest('hex')
    expect(text).toContain(`response="${response}"`)
  })
})

describe('of several challenges', () => {
  const md5 = 'Digest realm="m", nonce="n", algorithm=MD5'
  const sha = 'Digest realm="s", nonce="n", algorithm=SHA-256'
  it.each<[name: string, offers: string[], params: AuthParameters, realm: string]>([
    ['the first that is known', [sha, md5], {}, 's'],
    ['the one that the collection names', [md5, sha], { algorithm: 'SHA-256' }, 's'],
    ['the first where the collection names none of them', [md5], { algorithm: 'SHA-256' }, 'm'],
    ['one in the same header', [`Basic realm="b", ${md5},${sha}`], { algorithm: 'SHA-256' }, 's'],
    ['none of an unknown algorithm', ['Digest realm="x", nonce="n", algorithm=ROT13', md5], {}, 'm'],
    ['none of another scheme', ['Basic realm="b"', 'NTLM', md5], {}, 'm'],
    ['one written in lower case', [` ${md5.replace('Digest', 'digest')}`], {}, 'm'],
  ])('%s is answered', (_name, offers, params, realm) => {
    expect(membersOf(answer(offers, params) ?? '').realm).toBe(realm)
  })

  it.each<[name: string, offers: string[], params: AuthParameters]>([
    ['no Digest is offered', ['Basic realm="b"'], {}],
    ['nothing is offered', [], {}],
    ['the algorithm is unknown', ['Digest realm="x", nonce="n", algorithm=ROT13'], {}],
    ['the collection forbids a second request', [md5], { disableRetryRequest: true }],
    ['the collection forbids it as text', [md5], { disableRetryRequest: 'true' }],
    ['there is no user', [md5], { username: '' }],
  ])('none is when %s', (_name, offers, params) => expect(answer(offers, params)).toBeUndefined())

  it('one is answered again only when its nonce is too old', () => {
    const again = (offer: string) =>
      answerTo(request, { type: 'digest', params: account }, { offers: [offer], round: 1 })
    expect(again(`${md5}, stale=TRUE`)).toMatch(/^Digest /)
    for (const stale of ['false', 'trueish', '"untrue"', 'no'])
      expect(again(`${md5}, stale=${stale}`), stale).toBeUndefined()
  })
})

describe('a first request', () => {
  const known = { ...account, realm: 'r', nonce: 'n', opaque: 'o', qop: 'auth', algorithm: 'SHA-256' }
  it('carries credentials when the collection has a realm and a nonce', () => {
    const members = membersOf(authorizationOf(request, 'digest', known))
    expect(members).toMatchObject({ realm: 'r', nonce: 'n', opaque: 'o', qop: 'auth', algorithm: 'SHA-256' })
    expect(members.response).toBe(wanted(members, { hash: 'sha256' }))
  })

  it.each(['realm', 'nonce', 'username'])('carries none without %s', (name) => {
    expect(authorizationOf(request, 'digest', { ...known, [name]: '' })).toBe('')
  })
})
