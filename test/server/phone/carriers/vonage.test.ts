import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { vonage } from '../../../../src/server/phone/carriers/vonage.js'

const credential = 'a signature secret of 32 characters'
const body = '{"from":"4930123456","to":"447700900000","uuid":"aaaa-bbbb","conversation_uuid":"CON-1"}'
const now = 1_700_000_000_000
const hash = createHash('sha256').update(body).digest('hex')

const token = (claims: object, { secret = credential, alg = 'HS256' } = {}) =>
  new SignJWT({ iss: 'Vonage', payload_hash: hash, iat: now / 1000, ...claims })
    .setProtectedHeader({ alg, typ: 'JWT' })
    .sign(Buffer.from(secret))

describe('the signed JWT of Vonage', () => {
  it.each<[what: string, jwt: () => Promise<string>, isSigned: boolean]>([
    ['right', () => token({}), true],
    ['four minutes old', () => token({ iat: now / 1000 - 240 }), true],
    ['six minutes old', () => token({ iat: now / 1000 - 360 }), false],
    ['without a time', () => token({ iat: undefined }), false],
    ['of another body', () => token({ payload_hash: hash.replace(/./, 'x') }), false],
    ['without a hash', () => token({ payload_hash: undefined }), false],
    ['of another secret', () => token({}, { secret: 'another secret of 32 characters!!' }), false],
    ['of another algorithm', () => token({}, { alg: 'HS512' }), false],
    ['unsigned', async () => `${(await token({})).split('.').slice(0, 2).join('.')}.`, false],
    ['with a part more', async () => `${await token({})}.x`, false],
    ['none', async () => '', false],
  ])('%s', async (_, jwt, isSigned) => {
    const headers = { authorization: `Bearer ${await jwt()}` }
    expect(vonage.isSigned({ url: '', headers, body }, { credential, now })).toBe(isSigned)
  })
})

describe('calls of Vonage', () => {
  it('are connected to a WebSocket', () => {
    expect(vonage.callOf({ url: '', headers: {}, body })).toEqual({
      id: 'aaaa-bbbb',
      from: '+4930123456',
      to: '+447700900000',
    })
    expect(vonage.callOf({ url: '', headers: {}, body: 'uuid=1' })).toBeUndefined()
    expect(vonage.connect({ url: 'wss://a.test/phone/vonage/media', token: 't' })).toEqual({
      status: 200,
      body: [
        {
          action: 'connect',
          endpoint: [
            {
              type: 'websocket',
              uri: 'wss://a.test/phone/vonage/media',
              'content-type': 'audio/l16;rate=16000',
              headers: { token: 't' },
            },
          ],
        },
      ],
    })
  })
})

describe('messages of Vonage', () => {
  it.each<[object, unknown]>([
    [
      { event: 'websocket:connected', 'content-type': 'audio/l16;rate=24000', token: 't' },
      { type: 'start', callId: undefined, token: 't' },
    ],
    [
      { event: 'websocket:dtmf', digit: '2', duration: 260 },
      { type: 'key', digit: '2' },
    ],
    [
      { event: 'websocket:notify', payload: { mark: 'm1' } },
      { type: 'played', mark: 'm1' },
    ],
    [{ event: 'websocket:cleared' }, undefined],
    [{ event: 'websocket:media:update' }, undefined],
  ])('%j', (message, event) => {
    expect(vonage.createStream().read(JSON.stringify(message))).toEqual(event)
  })

  it('are audio when they are binary, in both directions', () => {
    const audio = Buffer.alloc(960, 1)
    const stream = vonage.createStream()
    expect(stream.read(audio)).toEqual({ type: 'audio', audio })
    expect(stream.audio(audio)).toBe(audio)
    expect([stream.mark('m1'), stream.clear()].map((message) => JSON.parse(message))).toEqual([
      { action: 'notify', payload: { mark: 'm1' } },
      { action: 'clear' },
    ])
  })
})
