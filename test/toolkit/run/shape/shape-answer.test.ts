import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../../../src/toolkit/model/json.js'
import type { RawResponse } from '../../../../src/toolkit/run/send/transport.js'
import { MAX_CHARACTERS, readAnswer, shapeAnswer } from '../../../../src/toolkit/run/shape/shape-answer.js'
import { createMasker } from '../../../../src/toolkit/secrets/mask.js'
import { sketchTool } from '../../../support/tool.js'

const answer = (body: string | Buffer, headers: Record<string, string> = {}, status = 200): RawResponse => ({
  status,
  headers: Object.entries(headers).map(([key, value]) => ({ key, value })),
  body: Buffer.from(body),
})
const json = (value: JsonValue, headers: Record<string, string> = {}, status = 200) =>
  answer(JSON.stringify(value), { 'content-type': 'application/json', ...headers }, status)

/** A tool whose query has these parameters. */
const paged = (...names: string[]) =>
  sketchTool({
    request: {
      method: 'GET',
      url: { host: ['h'], path: ['x'], query: names.map((key) => ({ key, value: '' })) },
    },
    bindings: names.map((parameter, index) => ({ parameter, in: 'query' as const, index })),
  })
const shape = (
  response: RawResponse,
  more: { fields?: string[]; secrets?: string[]; names?: string[]; input?: JsonObject } = {},
) =>
  shapeAnswer(
    { response, answer: readAnswer(response) },
    {
      definition: paged(...(more.names ?? [])),
      input: more.input ?? {},
      masker: createMasker(more.secrets ?? []),
      ...(more.fields ? { fields: more.fields } : {}),
    },
  )

const latin1 = Buffer.from('caf\xe9', 'latin1')

describe('what a model gets of an answer', () => {
  const cases: [name: string, response: RawResponse, want: JsonValue][] = [
    ['small JSON, whole', json({ a: [1, null, 'x'] }), { a: [1, null, 'x'] }],
    ['JSON without its type', answer('{"a":1}'), { a: 1 }],
    [
      'the id of a record that no number holds',
      answer('{"id":9007199254740993}'),
      { id: '9007199254740993' },
    ],
    ['JSON that is none', answer('{"a":', { 'content-type': 'application/json' }), '{"a":'],
    [
      'JSON with a byte order mark',
      answer(Buffer.from('\ufeff{"a":1}'), { 'content-type': 'application/json' }),
      { a: 1 },
    ],
    ['UTF-16', answer(Buffer.from('\ufeffhé', 'utf16le'), { 'content-type': 'text/plain' }), 'hé'],
    ['a named charset', answer(latin1, { 'content-type': 'text/plain; charset=ISO-8859-1' }), 'café'],
    ['an unknown charset', answer('x', { 'content-type': 'text/plain; charset=none' }), 'x'],
    [
      'a charset written in the page',
      answer(Buffer.concat([Buffer.from('<html><meta charset="latin1"><p>'), latin1]), {
        'content-type': 'text/html',
      }),
      'café',
    ],
    [
      'HTML as text',
      answer(
        '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><h1>A &amp; B</h1><script>x()</script><p>one<br>two</p><ul><li>x<li>y</ul></body></html>',
        { 'content-type': 'text/html' },
      ),
      'T\nA & B\none\ntwo\n- x\n- y',
    ],
    [
      'a picture, by type and size',
      answer(Buffer.from([137, 80, 78, 71, 0]), { 'content-type': 'image/png' }),
      { type: 'image/png', bytes: 5 },
    ],
    ['bytes without a type', answer(Buffer.from([0, 1, 2])), { type: 'application/octet-stream', bytes: 3 }],
    ['nothing', answer('', {}, 204), null],
  ]
  it.each(cases)('%s', (_name, response, want) => expect(shape(response).content).toEqual(want))

  it('says where the result is, unless the content has its id', () => {
    const place = (status: number, body = '') =>
      shape(answer(body, { location: '/jobs/42?key=s3cr3t-value' }, status), { secrets: ['s3cr3t-value'] })
        .note
    expect(place(202)).toBe('The API says that the result is at "/jobs/42?key=•••".')
    expect(place(201, '{"state":"open"}')).toContain('/jobs/42')
    expect([place(201, '{"id":42}'), place(200)]).toEqual([undefined, undefined])
  })

  it('a file: that nobody gets its content', () => {
    const { note } = shape(answer(Buffer.from('%PDF-1.4'), { 'content-type': 'application/pdf' }))
    expect(note).toContain('neither you nor the user have it')
  })

  it('an error: the status, the reason, and what the API says', () => {
    expect(shape(json({ error: 'no such pet' }, {}, 404))).toEqual({
      isError: true,
      status: 404,
      reason: 'http-error',
      content: { error: 'no such pet' },
    })
    expect(shape(answer('', {}, 500))).toMatchObject({
      isError: true,
      content: 'The API answered 500 Internal Server Error, without a word.',
    })
    expect(shape(answer('', { location: 'https://other/' }, 302))).toMatchObject({
      isError: true,
      status: 302,
    })
  })
})

describe('an answer that is too large', () => {
  const items = Array.from({ length: 1000 }, (_, id) => ({
    id,
    name: `item ${id}`,
    text: 'x'.repeat(50),
    inner: { city: 'Turin' },
  }))
  it('keeps whole items of its list, with a count', () => {
    const { content, truncated } = shape(json({ status: 'ok', data: items }))
    const { data } = content as { data: typeof items }
    expect(truncated).toMatchObject({
      total: 1000,
      kept: data.length,
      hint: expect.stringContaining('"fields": ["id","name","text"]'),
    })
    expect(data).toEqual(items.slice(0, data.length))
    expect(data.length).toBeGreaterThan(50)
    expect(JSON.stringify(content).length).toBeLessThanOrEqual(MAX_CHARACTERS)
  })
  it('has only the fields that were asked for, wherever they are', () => {
    const { content } = shape(json({ data: items }), { fields: ['id', 'inner.city'] })
    expect((content as { data: JsonValue[] }).data[1]).toEqual({ id: 1, inner: { city: 'Turin' } })
    expect(shape(json({ a: 1, b: 2 }), { fields: ['b', 'none'] }).content).toEqual({ b: 2 })
    expect(shape(json({ a: 1 }), { fields: ['none'] }).content).toEqual({})
  })
  it.each<[string, JsonValue]>([
    ['one huge item', [{ text: 'x'.repeat(100_000), list: Array.from({ length: 5000 }, (_, n) => n) }]],
    ['no list at all', { text: 'x'.repeat(100_000) }],
    ['many members', Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`key${n}`, 'value']))],
    ['deep', JSON.parse(`${'{"a":'.repeat(90)}"${'x'.repeat(20_000)}"${'}'.repeat(90)}`) as JsonValue],
  ])('fits: %s', (_name, value) => {
    expect(JSON.stringify(shape(json(value)).content).length).toBeLessThanOrEqual(MAX_CHARACTERS * 1.2)
  })
  it('is cut at a line when it is text', () => {
    const { content, truncated } = shape(
      answer('a line of text\n'.repeat(5000), { 'content-type': 'text/plain' }),
    )
    expect(String(content).endsWith('a line of text')).toBe(true)
    expect(truncated?.total).toBe(75_000)
  })
})

it('has the fields of the call in the call of the next page', () => {
  const response = json([{ id: 1, name: 'x' }], { link: '<https://h/x?page=2>; rel="next"' })
  expect(shape(response, { fields: ['id'], names: ['page'] })).toMatchObject({
    content: [{ id: 1 }],
    next: { page: '2', fields: ['id'] },
  })
})

describe('the next page', () => {
  const list = Array.from({ length: 10 }, (_, id) => ({ id }))
  const cases: [
    name: string,
    response: RawResponse,
    names: string[],
    input: JsonObject,
    want: JsonObject | undefined,
  ][] = [
    [
      'Link header',
      json(list, { link: '<https://h/x?page=3&per_page=10>; rel="next", <https://h/x?page=9>; rel="last"' }),
      ['page', 'per_page', 'q'],
      { q: 'a', page: 2 },
      { q: 'a', page: '3', per_page: '10' },
    ],
    [
      'next address in the body',
      json({ results: list, next: 'https://h/x?offset=20&limit=10' }),
      ['offset', 'limit'],
      {},
      { offset: '20', limit: '10' },
    ],
    [
      'HAL',
      json({ items: list, _links: { next: { href: '/x?after=abc%3D' } } }),
      ['after'],
      {},
      { after: 'abc=' },
    ],
    [
      'cursor',
      json({ data: list, meta: { next_cursor: 'c2' } }),
      ['cursor'],
      { cursor: 'c1' },
      { cursor: 'c2' },
    ],
    ['page token', json({ items: list, nextPageToken: 't2' }), ['pageToken'], {}, { pageToken: 't2' }],
    ['last cursor', json({ data: list, has_more: false, next_cursor: 'x' }), ['cursor'], {}, undefined],
    ['empty cursor', json({ data: list, response_metadata: { next_cursor: '' } }), ['cursor'], {}, undefined],
    [
      'offset of a total',
      json({ items: list, total: 35 }),
      ['offset', 'limit'],
      { offset: 20, limit: 10 },
      { offset: 30, limit: 10 },
    ],
    [
      'end of a total',
      json({ items: list, total: 30 }),
      ['offset', 'limit'],
      { offset: 20, limit: 10 },
      undefined,
    ],
    ['a full page', json(list), ['page', 'limit'], { limit: 10 }, { page: 2, limit: 10 }],
    ['a page that is not full', json(list), ['page', 'limit'], { page: 2, limit: 50 }, undefined],
    ['no paging parameter', json({ items: list, total: 99, next: '/x?page=2' }), ['status'], {}, undefined],
  ]
  it.each(cases)('%s', (_name, response, names, input, want) => {
    const { next, partial } = shape(response, { names, input })
    expect(next).toEqual(want)
    expect(partial?.items).toBe(want ? 10 : undefined)
  })
  it('says how many there are in all where the API does', () => {
    expect(shape(json(list, { 'x-total-count': '35' }), { names: ['page'], input: {} }).partial).toEqual({
      items: 10,
      total: 35,
    })
  })
})

describe('secrets', () => {
  const secret = 's3cr€t "key"/+'
  it.each([
    ['plain', secret],
    ['percent-encoded', encodeURIComponent(secret)],
    ['base64', Buffer.from(secret).toString('base64')],
    ['in base64 of more', Buffer.from(`${secret}:x`).toString('base64').slice(0, 12)],
  ])('%s are masked, in members and names', (_name, echoed) => {
    const { content } = shape(json({ echoed: `before ${echoed} after`, [echoed]: 1 }), { secrets: [secret] })
    if (_name !== 'in base64 of more')
      expect(JSON.stringify(content)).not.toContain(JSON.stringify(echoed).slice(1, -1))
    else expect(JSON.stringify(content)).toContain('echoed')
  })
  it('are found behind escapes', () => {
    const body = '{"a":"\\u0063anary-1"}'
    expect(
      shape(answer(body, { 'content-type': 'application/json' }), { secrets: ['canary-1'] }).content,
    ).toEqual({ a: '•••' })
  })
})
