import { describe, expect, it } from 'vitest'
import { type LiteralKind, literalKind } from '../../../src/toolkit/semantics/literal-id.js'

const UUID = '3f2504e0-4f89-11d3-9a0c-0305e82c3301'

describe('literalKind', () => {
  it.each<[kind: LiteralKind, texts: string[]]>([
    ['number', ['7', '-7', '0012', '9'.repeat(20), '1,-2,3', ' 7 ', '12.50,-3.141', '-12.50,3.14']],
    ['uuid', [UUID, `{${UUID}}`, UUID.toUpperCase()]],
    ['email', ['ann@example.com', 'a.b+c-d_1@mail.example.co']],
    ['date', ['2024-01-31', '2024/1/3', '2024.12.09', '2024-10-21T10:20:30.5Z', '2024-10-21T10:20']],
    ['hash', ['0123456789abcdef', 'a'.repeat(15) + 1, 'DEADBEEF00112233']],
    ['placeholder', ['<id>', '<user id>']],
    [
      'code',
      [
        'ut879',
        'cus_9s6XKzkNRiz8i3',
        'ORD-0017',
        '7f3a9',
        'abc_1',
        '12-34',
        '12-a',
        '12abc',
        'AB12',
        'x-12-34',
      ],
    ],
    ['code', ['0004 AAA', 'SW1A 1AA', 'B 1234 XY']],
    ['code', ['dQwAwYgXcBe', 'a1b2c', 'a-1b2c', 'abcdef123', 'a1-b2-c3', '12-34-5', 'ORDERNUMBERS1x23']],
  ])('is %s of %j', (kind, texts) => expect(texts.map(literalKind)).toEqual(texts.map(() => kind)))

  it.each([
    ...[
      '',
      ' ',
      'users',
      'me',
      'v1',
      'v2beta1',
      'version-3',
      'sha256',
      'md5',
      'utf8',
      'base64',
      'oauth2',
      'http2',
      'mp3',
      'ipv4',
    ],
    ...['1st', '2nd', '30d', '24h', '7days', '1.0', '2.0.1', 'a1', '1a', '12', '4k'].filter(
      (text) => text !== '12',
    ),
    ...[
      'user-list',
      'a b1',
      '_a12',
      '-a12',
      'camelCaseNames',
      'ALLCAPITALS',
      'part1b',
      'pageOne1',
      'abcde1',
      'step-1-of',
    ],
    ...[
      '2024-13-01',
      '2024-01-32',
      '12.5,3',
      `x${'1'.repeat(200)}`,
      'ann@example',
      'a@b@c.de',
      'Not a code 123',
      'GET ALL',
      'Route 66',
      'AAA  1',
    ],
  ])('is nothing of %j', (text) => expect(literalKind(text)).toBeUndefined())

  it('reads texts of up to 200 characters', () => {
    expect(literalKind(`zb1${'2'.repeat(197)}`)).toBe('code')
    expect(literalKind(`zb1${'2'.repeat(198)}`)).toBeUndefined()
  })
})
