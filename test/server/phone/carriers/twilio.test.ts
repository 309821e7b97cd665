import { getExpectedTwilioSignature, validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import { describe, expect, it } from 'vitest'
import { twilio, twilioSignature } from '../../../../src/server/phone/carriers/twilio.js'

const TOKEN = '12345'
const url = 'https://voice.example.com/phone/twilio?app_id=shop'

describe('the signature of Twilio', () => {
  it.each<[what: string, fields: [string, string][]]>([
    ['no field', []],
    ['one field', [['CallSid', 'CA1']]],
    [
      'fields out of order',
      [
        ['To', '+18005551212'],
        ['CallSid', 'CA1'],
        ['From', '+14158675309'],
      ],
    ],
    [
      'a repeated field',
      [
        ['Digits', '2'],
        ['Digits', '1'],
        ['Digits', '2'],
      ],
    ],
    ['letters beyond ASCII', [['CallerName', 'Jürgen Ñandú 東京']]],
    ['signs with a meaning in forms', [['Body', 'a+b & c=d %41']]],
    ['an empty value', [['CallerName', '']]],
    [
      'names in two cases',
      [
        ['a', '1'],
        ['B', '2'],
        ['A', '3'],
      ],
    ],
  ])('is the one of the twilio package: %s', (_, fields) => {
    const body = new URLSearchParams(fields).toString()
    const params: Record<string, string | string[]> = {}
    for (const [name, value] of fields) params[name] = name in params ? [params[name]!, value].flat() : value
    const signature = getExpectedTwilioSignature(TOKEN, url, params)
    expect(twilioSignature(TOKEN, { url, body })).toBe(signature)
    expect(validateRequest(TOKEN, twilioSignature(TOKEN, { url, body }), url, params)).toBe(true)
    const signed = (headers: Record<string, string>, credential = TOKEN) =>
      twilio.isSigned({ url, headers, body }, { credential, now: 0 })
    expect(signed({ 'x-twilio-signature': signature })).toBe(true)
    expect(signed({ 'x-twilio-signature': signature }, 'other')).toBe(false)
    expect(signed({ 'x-twilio-signature': `${signature}=` })).toBe(false)
    expect(signed({})).toBe(false)
  })
})

describe('calls of Twilio', () => {
  it.each([
    [
      'CallSid=CA1&From=%2B14158675309&To=%2B18005551212',
      { id: 'CA1', from: '+14158675309', to: '+18005551212' },
    ],
    ['CallSid=CA1&From=%2B266696687', { id: 'CA1', from: undefined, to: undefined }],
    ['CallSid=CA1&From=anonymous&To=18005551212', { id: 'CA1', from: undefined, to: '+18005551212' }],
    ['CallSid=CA1&From=sip%3Aann%40example.com', { id: 'CA1', from: undefined, to: undefined }],
    ['From=%2B14158675309', undefined],
    ['', undefined],
  ])('%s', (body, call) => {
    expect(twilio.callOf({ url, headers: {}, body })).toEqual(call)
  })

  it('are connected to a media stream, and hung up behind it', () => {
    expect(twilio.connect({ url: 'wss://a.test/phone/twilio/media', token: 'a"<b>&' })).toEqual({
      status: 200,
      body: {
        type: 'text/xml; charset=utf-8',
        text:
          '<?xml version="1.0" encoding="UTF-8"?><Response><Connect><Stream url="wss://a.test/phone/twilio/media">' +
          '<Parameter name="token" value="a&quot;&lt;b&gt;&amp;"/></Stream></Connect><Hangup/></Response>',
      },
    })
    expect(JSON.stringify(twilio.reject())).toContain('<Reject/>')
  })
})

describe('messages of Twilio', () => {
  const start = {
    event: 'start',
    sequenceNumber: '1',
    start: {
      streamSid: 'MZ1',
      accountSid: 'AC1',
      callSid: 'CA1',
      tracks: ['inbound'],
      customParameters: { token: 't' },
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
    },
    streamSid: 'MZ1',
  }
  const media = { track: 'inbound', chunk: '2', timestamp: '5', payload: '//8=' }

  it.each<[object, unknown]>([
    [{ event: 'connected', protocol: 'Call', version: '1.0.0' }, undefined],
    [start, { type: 'start', callId: 'CA1', token: 't' }],
    [{ event: 'start' }, { type: 'start', callId: undefined, token: undefined }],
    [
      { event: 'media', sequenceNumber: '4', media },
      { type: 'audio', audio: Buffer.from([255, 255]), chunk: 2 },
    ],
    [{ event: 'media', media: { ...media, track: 'outbound' } }, undefined],
    [{ event: 'media', media: { payload: 7 } }, undefined],
    [{ event: 'media' }, undefined],
    [
      { event: 'dtmf', dtmf: { track: 'inbound_track', digit: '1' } },
      { type: 'key', digit: '1' },
    ],
    [{ event: 'dtmf', dtmf: null }, undefined],
    [
      { event: 'mark', sequenceNumber: '4', mark: { name: 'm1' } },
      { type: 'played', mark: 'm1' },
    ],
    [{ event: 'mark', mark: [] }, undefined],
    [{ event: 'stop', stop: { accountSid: 'AC1', callSid: 'CA1' } }, { type: 'stop' }],
    [{ event: 'invented' }, undefined],
    [[1], undefined],
  ])('%j', (message, event) => {
    const stream = twilio.createStream()
    expect(stream.read(JSON.stringify(message))).toEqual(event)
    expect(stream.read(Buffer.from(JSON.stringify(message)))).toEqual(event)
  })

  it.each(['', '{', 'hello', '\0'])('%j is no message', (text) => {
    expect(() => twilio.createStream().read(text)).toThrow(SyntaxError)
  })

  it('to Twilio name its stream', () => {
    const stream = twilio.createStream()
    stream.read(JSON.stringify(start))
    const sent = [stream.audio(Buffer.from([255, 255])), stream.mark('m1'), stream.clear()]
    expect(sent.map((message) => JSON.parse(String(message)))).toEqual([
      { event: 'media', streamSid: 'MZ1', media: { payload: '//8=' } },
      { event: 'mark', streamSid: 'MZ1', mark: { name: 'm1' } },
      { event: 'clear', streamSid: 'MZ1' },
    ])
  })
})
