import { describe, expect, it } from 'vitest'
import { answerChallenge, resolveAuth } from '../../../../src/toolkit/run/authenticate/authenticate.js'
import { isKnownAuth } from '../../../../src/toolkit/secrets/auth-kinds.js'
import { createScope } from '../../../../src/toolkit/template/scope.js'
import { draftOf, signed, signingContext } from '../../../support/draft-request.js'

const scope = createScope([[{ key: 'user', value: 'ada' }]])

describe('the parameters of an auth', () => {
  it('are filled at any depth, and what nothing fills is named once', () => {
    const params = {
      username: '{{user}}',
      password: '{{pass}}',
      deep: { list: ['{{user}}-{{pass}}', 1, null] },
      other: '{{more}}',
    }
    expect(resolveAuth({ type: 'basic', params }, scope)).toEqual({
      auth: {
        type: 'basic',
        params: {
          username: 'ada',
          password: '{{pass}}',
          deep: { list: ['ada-{{pass}}', 1, null] },
          other: '{{more}}',
        },
      },
      unresolved: ['pass', 'more'],
    })
  })
})

describe('a kind of auth', () => {
  const KINDS = ['apikey', 'asap', 'awsv4', 'basic', 'bearer', 'digest', 'edgegrid', 'hawk', 'jwt', 'noauth']
  it.each([...KINDS, 'ntlm', 'oauth1', 'oauth2'])('%s is known', (type) => {
    expect(isKnownAuth(type)).toBe(true)
  })
  it.each(['', 'Basic', 'akamai', 'toString', '__proto__'])('%j is not', (type) => {
    expect(isKnownAuth(type)).toBe(false)
  })

  it('without parameters leaves a request as it is', () => {
    const draft = draftOf('GET', 'http://h/')
    for (const type of ['basic', 'bearer', 'ntlm', 'jwt', 'none']) expect(signed(draft, type, {})).toBe(draft)
  })

  it.each(['basic', 'noauth', 'none'])('%s answers no challenge', (type) => {
    const context = { ...signingContext(), offers: ['Digest realm="r", nonce="n"'], round: 0 }
    const auth = { type, params: { username: 'ada' } }
    expect(answerChallenge(draftOf('GET', 'http://h/'), auth, context)).toBeUndefined()
  })
})
