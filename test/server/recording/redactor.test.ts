import { describe, expect, it } from 'vitest'
import { Redactor, silenceFor } from '../../../src/server/recording/redactor.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { MASK } from '../../../src/toolkit/secrets/mask.js'

const redact = (value: JsonValue, secrets: string[] = []) => new Redactor(secrets).json(value)

describe('a recording shows no value', () => {
  const KEY = 'canary-4711'
  const MACHINE_MADE = '5f0c1e7a9b3d48260ce1f7a4d89b2536'
  it.each<[string, JsonValue, JsonValue]>([
    ['of a member named like a credential', { password: KEY, user: 'ada' }, { password: MASK, user: 'ada' }],
    ['of a key under an ambiguous name', { key: MACHINE_MADE }, { key: MASK }],
    ['of such a key in a form', `appid=${MACHINE_MADE}&q=1`, `appid=${MASK}&q=1`],
    ['of such a header', ['X-Key', MACHINE_MADE], ['X-Key', MASK]],
    ['of a numeric credential', { pin: 1, passcode: 4711 }, { pin: MASK, passcode: MASK }],
    ['of credentials in a list', { apiKeys: [KEY, 'canary-2'] }, { apiKeys: [MASK, MASK] }],
    ['of a header as a pair', ['X-Api-Key', KEY], ['X-Api-Key', MASK]],
    ['of an authorization header as a pair', ['Authorization', KEY], ['Authorization', MASK]],
    [
      'of headers as pairs in a list',
      {
        headers: [
          ['Accept', 'text/plain'],
          ['Cookie', KEY],
        ],
      },
      {
        headers: [
          ['Accept', 'text/plain'],
          ['Cookie', MASK],
        ],
      },
    ],
    ['of a key and value entry', { key: 'client_secret', value: KEY }, { key: 'client_secret', value: MASK }],
    [
      'of a name and value entry',
      { name: 'X-Auth-Token', value: KEY },
      { name: 'X-Auth-Token', value: MASK },
    ],
    [
      'of JSON inside of JSON',
      { arguments: `{"password":"${KEY}"}` },
      { arguments: `{"password":"${MASK}"}` },
    ],
    ['of a JSON list inside of JSON', { text: ` [{"token":"${KEY}"}]` }, { text: `[{"token":"${MASK}"}]` }],
    ['of a bearer token', 'sent Bearer abcdefgh== to it', `sent Bearer ${MASK} to it`],
    ['of basic credentials', 'basic dXNlcjpwYXNz', `basic ${MASK}`],
    ['of a JWT', 'got eyJhbGciOiJI.eyJzdWIi.c2ln here', `got ${MASK} here`],
    ['of a provider key', 'key sk-proj_abcdefghijkl.', `key ${MASK}.`],
    ['of a short-lived key', 'ek_0123456789abcdef', MASK],
    ['of credentials in an address', 'see https://ada:pw@host/x', `see https://${MASK}@host/x`],
  ])('%s', (_name, value, want) => expect(redact(value)).toEqual(want))

  it('that it was given, in text, in names and encoded', () => {
    const secret = 'se same/42'
    expect(
      redact({ text: `a ${secret} b`, [secret]: 1, url: `?q=${encodeURIComponent(secret)}` }, [secret]),
    ).toEqual({ text: `a ${MASK} b`, [MASK]: 1, url: `?q=${MASK}` })
  })

  it('that stood under such a name before, wherever it comes up later', () => {
    const redactor = new Redactor(['given-secret'])
    expect(redactor.text('sesame-street given-secret')).toBe(`sesame-street ${MASK}`)
    redactor.json({ password: 'sesame-street' })
    expect(redactor.json({ said: 'it is sesame-street, not given-secret' })).toEqual({
      said: `it is ${MASK}, not ${MASK}`,
    })
  })
})

describe('a recording keeps', () => {
  it.each<[string, JsonValue]>([
    ['counts of tokens', { total_tokens: 12, max_output_tokens: 4096 }],
    ['empty credentials', { password: '', token: null, secret: false }],
    ['what was masked before', { password: MASK, text: `Bearer ${MASK}` }],
    ['pairs of plain words', ['Accept', 'text/plain']],
    ['lists of three', ['password', 'is', 'asked']],
    ['names beside no value', [{ name: 'password' }, { key: 'token', value: 7 }]],
    ['JSON text as it is written', { arguments: '{ "a": 1 }', output: '[1, 2]' }],
    ['text that only begins like JSON', '{not json'],
    ['short words after Bearer', 'Bearer of news'],
    ['words that begin like a key', 'sk-short pk_1 task-abcdefghijklmnop'],
    ['addresses', 'https://host:8080/a@b'],
    ['numbers, switches and nothing', [1, true, null]],
  ])('%s', (_name, value) => expect(redact(value)).toEqual(value))

  it('the same after a second time', () => {
    const value = {
      password: 'canary-1',
      headers: [['Authorization', 'Bearer canary-12345']],
      audio: 'AAAA',
      text: '{"token":"canary-2"}',
    }
    const once = redact(value)
    expect(redact(once)).toEqual(once)
    expect(JSON.stringify(once)).not.toContain('canary')
  })
})

describe('sound and pieces of arguments are left out', () => {
  it.each<[JsonValue, JsonValue]>([
    [
      { type: 'response.output_audio.delta', delta: 'AAAAAAAA' },
      { type: 'response.output_audio.delta', delta: '(6 bytes of sound)' },
    ],
    [
      { type: 'input_audio_buffer.append', audio: 'AAAA' },
      { type: 'input_audio_buffer.append', audio: '(3 bytes of sound)' },
    ],
    [{ audio: '' }, { audio: '' }],
    [{ audio: { format: 'pcm' } }, { audio: { format: 'pcm' } }],
    [
      { type: 'response.mcp_call_arguments.delta', delta: '{"pass' },
      { type: 'response.mcp_call_arguments.delta', delta: '···' },
    ],
    [
      { type: 'tool-call-delta', delta: 'word":"x' },
      { type: 'tool-call-delta', delta: '···' },
    ],
    [
      { type: 'response.output_text.delta', delta: 'Hello' },
      { type: 'response.output_text.delta', delta: 'Hello' },
    ],
    [
      { status: 'incomplete', arguments: '{"password":"sesa' },
      { status: 'incomplete', arguments: '···' },
    ],
    [
      { status: 'incomplete', arguments: '' },
      { status: 'incomplete', arguments: '' },
    ],
    [
      { status: 'completed', arguments: '{"a":1}' },
      { status: 'completed', arguments: '{"a":1}' },
    ],
  ])('%j', (value, want) => {
    expect(redact(value)).toEqual(want)
    expect(redact(want)).toEqual(want)
  })

  it.each<[JsonValue | undefined, string | undefined]>([
    ['(3 bytes of sound)', 'AAAA'],
    ['(0 bytes of sound)', ''],
    ['3 bytes of sound', undefined],
    ['(3 bytes of sound) and more', undefined],
    ['AAAA', undefined],
    [3, undefined],
    [undefined, undefined],
  ])('the silence for %j is %j', (mark, want) => expect(silenceFor(mark)).toBe(want))
})

describe('a recording shows no', () => {
  it.each<[string, JsonValue, JsonValue]>([
    ['member of what is no JSON', '{"password":"x1", broken', '{"password":"•••", broken'],
    [
      'member of what is too deep',
      `${'['.repeat(300)}{"password":"x1"}`,
      `${'['.repeat(300)}{"password":"•••"}`,
    ],
    ['field of a form', 'user=ann&password=x1&a=1', 'user=ann&password=•••&a=1'],
    [
      'element of XML',
      '<a><password>x1</password><b>seen</b></a>',
      '<a><password>•••</password><b>seen</b></a>',
    ],
    [
      'member of JSON in JSON',
      { output: JSON.stringify({ content: JSON.stringify({ token: 'x1' }) }) },
      { output: JSON.stringify({ content: JSON.stringify({ token: '•••' }) }) },
    ],
  ])('%s', (_name, value, want) => {
    expect(redact(value)).toEqual(want)
    expect(redact(want)).toEqual(want)
  })

  it('given secret, in whatever form', () => {
    const secret = 'canary/7f3e9a+x'
    const forms = [
      secret,
      secret.toUpperCase(),
      [...secret].reverse().join(''),
      Buffer.from(secret).toString('hex'),
      Buffer.from(`a${secret}`).toString('base64'),
      encodeURIComponent(secret),
    ]
    expect(new Redactor([secret]).json(forms)).toEqual(expect.not.arrayContaining(forms))
    expect(new Redactor([secret]).json({ [secret]: 1 })).toEqual({ '•••': 1 })
  })

  it('secret that stood under its name before', () => {
    const redactor = new Redactor([])
    redactor.json({ password: 'hunter2-and-more' })
    expect(redactor.text('It is HUNTER2-and-more.')).toBe('It is •••.')
    expect(redactor.json(Buffer.from('x:hunter2-and-more').toString('base64'))).toBe('eD•••')
  })

  it('secret of hundreds that stood under their names', () => {
    const redactor = new Redactor(['given-secret'])
    const secrets = Array.from({ length: 300 }, (_, at) => `secret-number-${at}-x`)
    redactor.json(secrets.map((password) => ({ password })))
    expect(redactor.text(secrets.join(' '))).toBe(secrets.map(() => '•••').join(' '))
    expect(redactor.text('given-secret')).toBe('•••')
  })
})

describe('what a redactor learns is bounded', () => {
  it('short values and long ones are masked where they stand, and are no secrets elsewhere', () => {
    const redactor = new Redactor([])
    const long = 'long '.repeat(20_000)
    expect(redactor.json({ password: 'abc', secret: long })).toEqual({ password: '•••', secret: '•••' })
    expect(redactor.text('abc')).toBe('abc')
    expect(redactor.text(long)).toBe(long)
  })
  it('short ones take the place of no other', () => {
    const redactor = new Redactor([])
    redactor.json(Array.from({ length: 5_000 }, (_, at) => ({ password: `${at % 1000}` })))
    redactor.json({ password: 'the-real-one' })
    expect(redactor.text('the-real-one')).toBe('•••')
  })
})
