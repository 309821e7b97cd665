import { generateKeyPairSync, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { telnyx } from '../../../../src/server/phone/carriers/telnyx.js'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
/** As the portal shows it: the 32 bytes in base64. */
const credential = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')
const body = 'CallSid=v3%3Aabc&From=%2B13122010094&To=%2B13122123456'
const now = 1_700_000_000_000

function signed(stamp: string, text = `${stamp}|${body}`): Record<string, string> {
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64')
  return { 'telnyx-timestamp': stamp, 'telnyx-signature-ed25519': signature }
}

describe('the signature of Telnyx', () => {
  it.each<[what: string, headers: Record<string, string>, isSigned: boolean]>([
    ['right', signed('1700000000'), true],
    ['four minutes old', signed('1699999760'), true],
    ['six minutes old', signed('1699999640'), false],
    ['six minutes in the future', signed('1700000360'), false],
    ['of another body', signed('1700000000', '1700000000|CallSid=v3'), false],
    ['of another time', { ...signed('1700000001'), 'telnyx-timestamp': '1700000000' }, false],
    ['no number', signed('soon'), false],
    ['too short', { ...signed('1700000000'), 'telnyx-signature-ed25519': 'AAAA' }, false],
    ['none', {}, false],
  ])('%s', (_, headers, isSigned) => {
    expect(telnyx.isSigned({ url: '', headers, body }, { credential, now })).toBe(isSigned)
    expect(telnyx.isSigned({ url: '', headers, body }, { credential: 'no key', now })).toBe(false)
  })
})

describe('calls of Telnyx', () => {
  it('are connected with the codec of the telephone in both directions', () => {
    expect(telnyx.callOf({ url: '', headers: {}, body })).toEqual({
      id: 'v3:abc',
      from: '+13122010094',
      to: '+13122123456',
    })
    const { body: answer } = telnyx.connect({ url: 'wss://a.test/phone/telnyx/media', token: 't' })
    expect((answer as { text: string }).text).toContain(
      '<Stream url="wss://a.test/phone/telnyx/media" track="inbound_track" codec="PCMU" bidirectionalMode="rtp" bidirectionalCodec="PCMU"><Parameter name="token" value="t"/></Stream>',
    )
  })
})

describe('messages of Telnyx', () => {
  it.each<[object, unknown]>([
    [{ event: 'connected', version: '1.0.0' }, undefined],
    [
      {
        event: 'start',
        sequence_number: '1',
        stream_id: 's1',
        start: {
          call_control_id: 'v3:abc',
          custom_parameters: { token: 't' },
          media_format: { encoding: 'PCMU', sample_rate: 8000, channels: 1 },
        },
      },
      { type: 'start', callId: 'v3:abc', token: 't' },
    ],
    [
      {
        event: 'media',
        sequence_number: '4',
        media: { track: 'inbound', chunk: '2', timestamp: '5', payload: '/w==' },
      },
      { type: 'audio', audio: Buffer.from([255]), chunk: 2 },
    ],
    [
      { event: 'dtmf', sequence_number: '5', dtmf: { digit: '#' } },
      { type: 'key', digit: '#' },
    ],
    [
      { event: 'mark', mark: { name: 'm1' } },
      { type: 'played', mark: 'm1' },
    ],
    [{ event: 'error', payload: { code: 100003 } }, undefined],
    [{ event: 'stop', stop: {} }, { type: 'stop' }],
  ])('%j', (message, event) => {
    expect(telnyx.createStream().read(JSON.stringify(message))).toEqual(event)
  })

  it('to Telnyx', () => {
    const stream = telnyx.createStream()
    const sent = [stream.audio(Buffer.from([255])), stream.mark('m1'), stream.clear()]
    expect(sent.map((message) => JSON.parse(String(message)))).toEqual([
      { event: 'media', media: { payload: '/w==' } },
      { event: 'mark', mark: { name: 'm1' } },
      { event: 'clear' },
    ])
  })
})
