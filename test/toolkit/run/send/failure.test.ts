import { describe, expect, it } from 'vitest'
import { VoiceError } from '../../../../src/errors.js'
import { failureOf, tooLarge } from '../../../../src/toolkit/run/send/failure.js'

const wire = { origin: 'https://api.example.com' }
const coded = (code: string, message = 'low level') => Object.assign(new Error(message), { code })

describe('a failure of sending', () => {
  it.each<[error: unknown, code: string, text: RegExp]>([
    [coded('ECONNREFUSED'), 'unreachable', /nothing listens there.*base URL/],
    [coded('ENOTFOUND'), 'unreachable', /no such host.*base URL/],
    [coded('EAI_AGAIN'), 'unreachable', /Try again later/],
    [coded('ECONNRESET'), 'unreachable', /cut before an answer/],
    [coded('EPIPE'), 'unreachable', /cut before an answer/],
    [coded('EHOSTUNREACH'), 'unreachable', /host cannot be reached/],
    [coded('ENETUNREACH'), 'unreachable', /network cannot be reached/],
    [coded('ETIMEDOUT'), 'timeout', /no connection/],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'timeout', /no connection/],
    [coded('UND_ERR_HEADERS_TIMEOUT'), 'timeout', /no answer came in time/],
    [coded('UND_ERR_BODY_TIMEOUT'), 'timeout', /then stopped/],
    [coded('UND_ERR_HEADERS_OVERFLOW'), 'bad-answer', /more headers/],
    [coded('HPE_HEADER_OVERFLOW'), 'bad-answer', /more headers/],
    [coded('UND_ERR_RES_CONTENT_LENGTH_MISMATCH'), 'bad-answer', /Content-Length/],
    [coded('UND_ERR_SOCKET'), 'unreachable', /answer was complete/],
    [coded('UND_ERR_INVALID_ARG', 'bad method'), 'invalid-request', /written as HTTP: bad method\.$/],
    [coded('ERR_UNESCAPED_CHARACTERS'), 'invalid-request', /address has characters/],
    [coded('ERR_INVALID_CHAR'), 'invalid-request', /header has characters/],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'untrusted', /signed itself/],
    [coded('SELF_SIGNED_CERT_IN_CHAIN'), 'untrusted', /authority that is not trusted/],
    [coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), 'untrusted', /authority that is not trusted/],
    [coded('CERT_HAS_EXPIRED'), 'untrusted', /expired/],
    [coded('ERR_TLS_CERT_ALTNAME_INVALID'), 'untrusted', /another host/],
    [coded('HPE_INVALID_CONSTANT'), 'bad-answer', /not HTTP/],
    [Object.assign(new Error('x'), { name: 'HTTPParserError' }), 'bad-answer', /not HTTP/],
    [new Error('outer', { cause: coded('ECONNREFUSED') }), 'unreachable', /nothing listens/],
    [new AggregateError([coded('CERT_HAS_EXPIRED'), coded('EPIPE')]), 'untrusted', /expired/],
    [coded('E_NEW', 'something else'), 'unreachable', /: something else$/],
    [Object.assign(new Error('odd'), { code: 7 }), 'unreachable', /: odd$/],
    [undefined, 'unreachable', /api\.example\.com: /],
  ])('%s', (error, code, text) => {
    const failure = failureOf(error, wire)
    expect(failure).toMatchObject({ code, cause: error })
    expect(failure.message).toMatch(text)
    expect(failure.message.startsWith('https://api.example.com: ')).toBe(true)
  })

  it('that is named already stays as it is', () => {
    const error = new VoiceError('too-large', 'x')
    expect(failureOf(error, wire)).toBe(error)
  })

  it('of a large answer names the limit in megabytes', () => {
    expect(tooLarge(10_000_000)).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('10 MB'),
    })
  })
})
