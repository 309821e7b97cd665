import { describe, expect, it } from 'vitest'
import {
  decodeText,
  isTextType,
  looksLikeText,
  parseMediaType,
} from '../../../../src/toolkit/run/shape/decode-text.js'

describe('a media type', () => {
  it.each<[string | undefined, object]>([
    [undefined, { type: '' }],
    ['', { type: '' }],
    [' Text/HTML ', { type: 'text/html' }],
    ['text/html; charset=UTF-8', { type: 'text/html', charset: 'UTF-8' }],
    ['text/html;a=b; Charset = "latin1" ;c=d', { type: 'text/html', charset: 'latin1' }],
    ['text/html; charset=', { type: 'text/html' }],
    ['text/html; xcharset=x', { type: 'text/html' }],
  ])('%j', (value, want) => expect(parseMediaType(value)).toEqual(want))

  it.each([
    ...['text/plain', 'text/csv', 'application/json', 'application/problem+json', 'application/hal+json'],
    ...[
      'application/xml',
      'image/svg+xml',
      'application/x-yaml',
      'application/x-ndjson',
      'application/jsonl',
    ],
    ...[
      'application/x-www-form-urlencoded',
      'application/graphql',
      'application/javascript',
      'application/json+x',
    ],
  ])('%s is text', (type) => expect(isTextType(type)).toBe(true))
  it.each([
    '',
    'image/png',
    'application/pdf',
    'application/octet-stream',
    'xtext/plain',
    'application/xmlx',
    'jsonl',
  ])('%j is not', (type) => expect(isTextType(type)).toBe(false))
})

describe('bytes look like text', () => {
  const controls = (count: number, length: number) =>
    Buffer.from([...Array(count).fill(1), ...Array(length - count).fill(0x61)])
  it.each<[name: string, body: Buffer, want: boolean]>([
    ['nothing', Buffer.alloc(0), true],
    ['words and line breaks', Buffer.from('a\tb\r\nc\f\v'), true],
    ['other scripts', Buffer.from('żółć'), true],
    ['a NUL', Buffer.from('a\0b'), false],
    ['one control in twenty', controls(1, 20), true],
    ['one control in nineteen', controls(1, 19), false],
    ['escapes', Buffer.from('\u001b\u001f'), false],
    ['a NUL beyond the first kilobyte', Buffer.from(`${'a'.repeat(1024)}\0`), true],
    ['a NUL at the end of the first kilobyte', Buffer.from(`${'a'.repeat(1023)}\0`), false],
  ])('%s', (_name, body, want) => expect(looksLikeText(body)).toBe(want))
})

describe('the text of a body', () => {
  const latin1 = Buffer.from('caf\xe9', 'latin1')
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(
      parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
    )
  it.each<[name: string, body: Buffer, media: { type: string; charset?: string }, want: string]>([
    ['UTF-8', Buffer.from('é'), { type: '' }, 'é'],
    ['broken UTF-8', latin1, { type: '' }, 'caf\ufffd'],
    ['a charset that is named', latin1, { type: 'text/plain', charset: 'ISO-8859-1' }, 'café'],
    ['a charset that is not known', Buffer.from('é'), { type: '', charset: 'none' }, 'é'],
    ['US-ASCII', Buffer.from('é'), { type: '', charset: 'US-ASCII' }, 'é'],
    ['UTF8 without its dash', Buffer.from('é'), { type: '', charset: 'utf8' }, 'é'],
    ['a mark of UTF-8', bytes([0xef, 0xbb, 0xbf], 'a'), { type: '', charset: 'latin1' }, 'a'],
    ['a mark of UTF-16 LE', bytes([0xff, 0xfe, 0x61, 0]), { type: '', charset: 'latin1' }, 'a'],
    ['a mark of UTF-16 BE', bytes([0xfe, 0xff, 0, 0x61]), { type: '' }, 'a'],
    ['half a mark', bytes([0xef, 0xbb], 'a'), { type: '', charset: 'latin1' }, 'ï»a'],
    ['another half', bytes([0xfe], 'a'), { type: '', charset: 'latin1' }, 'þa'],
    ['one more half', bytes([0xff], 'a'), { type: '', charset: 'latin1' }, 'ÿa'],
    [
      'a meta element',
      bytes('<meta charset="latin1">\xe9'),
      { type: 'text/html' },
      '<meta charset="latin1">é',
    ],
    [
      'an older meta element',
      bytes('<META http-equiv=x content="text/html; charset=latin1">\xe9'),
      { type: 'text/html' },
      '<META http-equiv=x content="text/html; charset=latin1">é',
    ],
    [
      'a declaration of XML',
      bytes("<?xml encoding='latin1'?>\xe9"),
      { type: 'text/xml' },
      "<?xml encoding='latin1'?>é",
    ],
    [
      'a second meta element',
      bytes('<meta name=a><meta charset=latin1>\xe9'),
      { type: 'text/html' },
      '<meta name=a><meta charset=latin1>é',
    ],
    [
      'a meta element in plain text',
      bytes('<meta charset=latin1>\xe9'),
      { type: 'text/plain' },
      '<meta charset=latin1>\ufffd',
    ],
    ['no charset at all', bytes('<p charset=latin1>\xe9'), { type: 'text/html' }, '<p charset=latin1>\ufffd'],
    [
      'a charset too late',
      bytes(`${' '.repeat(1024)}<meta charset=latin1>\xe9`),
      { type: 'text/html' },
      `${' '.repeat(1024)}<meta charset=latin1>\ufffd`,
    ],
  ])('by %s', (_name, body, media, want) => expect(decodeText(body, media)).toBe(want))
})
