import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { VoiceError } from '../../../src/errors.js'
import { MAX_NESTING } from '../../../src/protocol/nesting.js'
import {
  type HttpAnswer,
  isUnknownApp,
  readJsonBody,
  refusalAnswer,
  refuseUpgrade,
  sendAnswer,
} from '../../../src/server/http/http-answer.js'

const lists = (depth: number) => JSON.parse(`{"in":${'['.repeat(depth)}${']'.repeat(depth)}}`) as object

function sent(text: string): IncomingMessage {
  const headers = { 'content-length': String(Buffer.byteLength(text)) }
  return Object.assign(Readable.from(text ? [Buffer.from(text)] : []), { headers }) as IncomingMessage
}

/** A request that a body parser, such as that of Express, has read to its end. */
async function parsed(body: unknown, text = 'anything'): Promise<IncomingMessage> {
  const request = sent(text)
  for await (const _ of request);
  return Object.assign(request, { body })
}

describe('the body of a request', () => {
  it.each<[what: string, value: object, isTaken: boolean]>([
    ['plain', { id: 1 }, true],
    ['as deep as is taken', lists(MAX_NESTING - 1), true],
    ['deeper', lists(MAX_NESTING), false],
  ])('that is %s is the same with any parser', async (_, value, isTaken) => {
    const want = isTaken ? value : undefined
    expect(await readJsonBody(sent(JSON.stringify(value)))).toEqual(want)
    expect(await readJsonBody(await parsed(value))).toEqual(want)
  })

  it.each([
    ['', {}],
    ['[1]', undefined],
    ['{"id":', undefined],
    [`{"id":"${'x'.repeat(70_000)}"}`, undefined],
  ])('%.20s', async (text, want) => {
    expect(await readJsonBody(sent(text))).toEqual(want)
  })
})

describe('a JSON body', () => {
  it('fits to its last byte', async () => {
    const text = (bytes: number) => `{"id":"${'x'.repeat(bytes - 9)}"}`
    expect(await readJsonBody(sent(text(65_536)))).toBeDefined()
    expect(await readJsonBody(sent(text(65_537)))).toBeUndefined()
  })

  it.each<[body: unknown, want: object | undefined]>([
    [undefined, undefined],
    [null, undefined],
    [[1], undefined],
    [7, undefined],
    ['text', undefined],
    ['{"id":1}', { id: 1 }],
    [Buffer.from('{"id":1}'), { id: 1 }],
  ])('that a body parser has read as %j is never taken for an empty one', async (body, want) => {
    expect(await readJsonBody(await parsed(body))).toEqual(want)
  })

  it.each([[undefined], [{}]])('that is empty, and that a body parser has read as %j', async (body) => {
    expect(await readJsonBody(await parsed(body, ''))).toEqual({})
  })

  it.each(['null', '"text"', '7'])('that is %s is none', async (text) => {
    expect(await readJsonBody(sent(text))).toBeUndefined()
  })
})

describe('a refusal', () => {
  it.each<[refusal: Parameters<typeof refusalAnswer>[0], headers: object]>([
    [{ status: 401, message: 'm' }, { 'WWW-Authenticate': 'Bearer' }],
    [{ status: 403, message: 'm' }, {}],
    [{ status: 429, message: 'm', retryAfterSeconds: 1.2 }, { 'Retry-After': '2' }],
    [{ status: 503, message: 'm', retryAfterSeconds: 0 }, { 'Retry-After': '0' }],
  ])('%j', (refusal, headers) => {
    expect(refusalAnswer(refusal)).toEqual({
      status: refusal.status,
      body: { error: { type: 'invalid_request_error', message: 'm' } },
      headers,
    })
  })

  it.each<[error: unknown, want: boolean]>([
    [new VoiceError('unknown-app', 'x'), true],
    [new VoiceError('refused', 'x'), false],
    [Object.assign(new Error('x'), { code: 'unknown-app' }), false],
  ])('of an unknown app is %s: %s', (error, want) => expect(isUnknownApp(error)).toBe(want))
})

describe('an answer is written', () => {
  function written(answer: HttpAnswer, req: object = { complete: true, headers: {} }) {
    const seen = { status: 0, headers: {} as object, text: '' }
    const response = {
      req,
      writeHead: (status: number, headers: object) => Object.assign(seen, { status, headers }),
      end: (text: string) => Object.assign(seen, { text }),
    }
    sendAnswer(response as unknown as ServerResponse, answer)
    return seen
  }
  const usual = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' }

  it.each<[answer: HttpAnswer, headers: object, text: string]>([
    [{ status: 200, body: { a: 1 } }, { 'Content-Type': 'application/json' }, '{"a":1}\n'],
    [{ status: 200, body: { text: 'a: 1', type: 'text/plain' } }, { 'Content-Type': 'text/plain' }, 'a: 1'],
    [{ status: 204, body: null }, {}, ''],
    [{ status: 200, body: null, headers: { 'Cache-Control': 'public' } }, { 'Cache-Control': 'public' }, ''],
  ])('%j', (answer, headers, text) => {
    expect(written(answer)).toEqual({ status: answer.status, headers: { ...usual, ...headers }, text })
  })

  it.each<[name: string, req: object, closes: boolean]>([
    [
      'with a body that was not read to its end',
      { complete: false, headers: { 'content-length': '9' } },
      true,
    ],
    [
      'with chunks that were not read',
      { complete: false, headers: { 'transfer-encoding': 'chunked' } },
      true,
    ],
    ['whose body was read', { complete: true, headers: { 'content-length': '9' } }, false],
    ['without a body', { complete: false, headers: {} }, false],
    ['with an empty body', { complete: false, headers: { 'content-length': '0' } }, false],
  ])('to a request %s and closes the connection: %s', (_name, req, closes) => {
    const { headers } = written({ status: 400, body: null }, req)
    expect(headers).toEqual({ ...usual, ...(closes && { Connection: 'close' }) })
  })
})

describe('an upgrade that is refused', () => {
  function refused(status: number) {
    const seen = { text: '', isDestroyed: false, timeoutMs: 0 }
    const listeners = new Map<string, () => void>()
    const socket = {
      setTimeout(ms: number, listener: () => void) {
        seen.timeoutMs = ms
        listeners.set('timeout', listener)
      },
      once: (name: string, listener: () => void) => listeners.set(name, listener),
      destroy: () => Object.assign(seen, { isDestroyed: true }),
      end: (text: string) => Object.assign(seen, { text }),
    }
    refuseUpgrade(socket as unknown as Socket, { status, message: 'é' })
    return { seen, listeners }
  }

  it('is answered in HTTP with its length, and the connection ends', () => {
    expect(refused(401).seen.text).toBe(
      [
        'HTTP/1.1 401 Unauthorized',
        'Content-Type: application/json',
        'Content-Length: 58',
        'WWW-Authenticate: Bearer',
        'Connection: close',
        '',
        '{"error":{"type":"invalid_request_error","message":"é"}}\n',
      ].join('\r\n'),
    )
  })

  it.each([
    [400, 'Bad Request'],
    [403, 'Forbidden'],
    [404, 'Not Found'],
    [429, 'Too Many Requests'],
    [503, 'Service Unavailable'],
    [418, 'Refused'],
  ])('with %i says %s', (status, reason) => {
    expect(refused(status).seen.text.startsWith(`HTTP/1.1 ${status} ${reason}\r\n`)).toBe(true)
  })

  it.each(['finish', 'timeout'])('is cut off at %s', (event) => {
    const { seen, listeners } = refused(401)
    expect([seen.isDestroyed, seen.timeoutMs]).toEqual([false, 5_000])
    listeners.get(event)?.()
    expect(seen.isDestroyed).toBe(true)
  })
})
