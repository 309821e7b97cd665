import { describe, expect, it } from 'vitest'
import {
  bodyBytes,
  createBoundary,
  defaultType,
  isJsonText,
  multipartBytes,
  rawText,
} from '../../../../src/toolkit/run/request/body-bytes.js'
import type { DraftBody, FormPart } from '../../../../src/toolkit/run/wire-request.js'

const raw = (text: string, language?: string): DraftBody & { mode: 'raw' } => ({
  ...{ mode: 'raw', text },
  ...(language === undefined ? {} : { language }),
})

describe('the media type of a body without one', () => {
  it.each<[body: DraftBody, want: string | undefined]>([
    [raw(''), 'text/plain'],
    [raw('', 'json'), 'application/json'],
    [raw('', 'xml'), 'application/xml'],
    [raw('', 'html'), 'text/html'],
    [raw('', 'javascript'), 'application/javascript'],
    [raw('', 'text'), 'text/plain'],
    [raw('', 'yaml'), 'text/plain'],
    [{ mode: 'graphql' }, 'application/json'],
    [{ mode: 'urlencoded', fields: [] }, undefined],
    [{ mode: 'file', bytes: new Uint8Array() }, undefined],
  ])('%j is %s', (body, want) => expect(defaultType(body)).toBe(want))
})

describe('comments', () => {
  it.each<[language: string | undefined, contentType: string | undefined, isJson: boolean]>([
    ['json', undefined, true],
    ['json', 'text/plain', true],
    ['xml', 'application/json', false],
    [undefined, 'application/json', true],
    [undefined, 'application/json; charset=utf-8', true],
    [undefined, 'application/vnd.api+json', true],
    [undefined, 'text/json', false],
    [undefined, 'x-application/json', false],
    [undefined, undefined, false],
  ])('of language %s and type %s are taken out: %s', (language, contentType, isJson) => {
    const body = raw('{} // c', language)
    expect(isJsonText(body, contentType)).toBe(isJson)
    expect(rawText(body, contentType)).toBe(isJson ? '{} ' : '{} // c')
    expect(Buffer.from(bodyBytes(body, contentType)).toString()).toBe(isJson ? '{} ' : '{} // c')
  })
})

describe('the bytes of a body', () => {
  it.each<[body: Exclude<DraftBody, { mode: 'formdata' }>, want: string]>([
    [raw('é'), 'é'],
    [{ mode: 'urlencoded', fields: [{ key: 'a b', value: '1&2' }] }, 'a%20b=1%262'],
    [{ mode: 'file', bytes: Buffer.from('abc') }, 'abc'],
    [{ mode: 'graphql' }, '{}'],
    [{ mode: 'graphql', query: '{a("b")}' }, '{"query":"{a(\\"b\\")}"}'],
    [
      { mode: 'graphql', query: 'q', operationName: 'null', variables: '{"x":1}' },
      '{"query":"q","operationName":null,"variables":{"x":1}}',
    ],
    [{ mode: 'graphql', variables: '{}' }, '{"variables":{}}'],
  ])('%j', (body, want) => expect(Buffer.from(bodyBytes(body, undefined)).toString()).toBe(want))
})

describe('a multipart form', () => {
  const written = (...parts: FormPart[]) => Buffer.from(multipartBytes(parts, 'B')).toString('latin1')
  const part = (head: string, content: string) =>
    `--B\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`

  it.each<[part: FormPart, want: string]>([
    [{ key: 'a', value: '1' }, part('name="a"', '1')],
    [{ key: 'a', value: '' }, part('name="a"', '')],
    [
      { key: 'a', value: '{}', contentType: 'application/json' },
      part('name="a"\r\nContent-Type: application/json', '{}'),
    ],
    [
      { key: 'f', value: '', bytes: Buffer.from([0xff, 0x00]) },
      part('name="f"\r\nContent-Type: application/octet-stream', '\xff\0'),
    ],
    [
      { key: 'f', value: '', bytes: Buffer.from('x'), fileName: 'a.png', contentType: 'image/png' },
      part('name="f"; filename="a.png"\r\nContent-Type: image/png', 'x'),
    ],
    [{ key: 'f', value: '', fileName: '' }, part('name="f"; filename=""', '')],
    [
      { key: 'a\r\n\r\nb', value: '1', fileName: 'x\ny', contentType: 'a/b\r\nX: 1' },
      part('name="a b"; filename="x y"\r\nContent-Type: a/b X: 1', '1'),
    ],
  ])('has %j as it is', (one, want) => expect(written(one)).toBe(`${want}--B--\r\n`))

  it('gives a file name beyond Latin-1 twice', () => {
    const text = Buffer.from(
      multipartBytes([{ key: 'f', value: '', fileName: "€ (1)*'.txt" }], 'B'),
    ).toString()
    expect(text).toContain(`filename="€ (1)*'.txt"; filename*=UTF-8''%E2%82%AC%20%281%29%2a%27.txt\r\n`)
    expect(written({ key: 'f', value: '', fileName: 'é\t.txt' })).not.toContain('filename*')
  })

  it('holds its parts in order and ends once', () => {
    expect(written()).toBe('--B--\r\n')
    expect(written({ key: 'a', value: '1' }, { key: 'b', value: '2' })).toBe(
      `${part('name="a"', '1')}${part('name="b"', '2')}--B--\r\n`,
    )
  })

  it('is cut by a boundary like that of Postman', () => {
    let digit = 0
    expect(createBoundary(() => (digit++ % 10) / 10 + 0.05)).toBe(`${'-'.repeat(26)}012345678901234567890123`)
  })
})
