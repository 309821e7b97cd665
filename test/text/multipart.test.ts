import { describe, expect, it } from 'vitest'
import { multipartFields } from '../../src/text/multipart.js'

const TYPE = 'multipart/form-data; boundary=b'
const part = (head: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`

describe('multipartFields', () => {
  it.each<[what: string, body: string, type: string, fields: object[] | undefined]>([
    ['a text', `${part('name="a"', 'x')}--b--`, TYPE, [{ name: 'a', value: 'x' }]],
    ['a text that ends with spaces', part('name="a"', 'x  '), TYPE, [{ name: 'a', value: 'x  ' }]],
    ['a file', part('name="a"; filename="f.txt"', 'x'), TYPE, [{ name: 'a', value: 'x', file: 'f.txt' }]],
    [
      'an encoded file name',
      part('name="a"; filename*=UTF-8\'\'f', 'x'),
      TYPE,
      [{ name: 'a', value: 'x', file: '' }],
    ],
    [
      'a field that is called like a file name',
      part('name="filename"', 'x'),
      TYPE,
      [{ name: 'filename', value: 'x' }],
    ],
    ['line feeds alone', '--b\nX: 1; name="a"\n\nx\n--b--', TYPE, [{ name: 'a', value: 'x' }]],
    [
      'a quoted boundary',
      part('name="a"', 'x'),
      'multipart/form-data; boundary="b"',
      [{ name: 'a', value: 'x' }],
    ],
    [
      'the last of two boundaries',
      part('name="a"', 'x'),
      `multipart/form-data; boundary=z; boundary=b`,
      [{ name: 'a', value: 'x' }],
    ],
    ['a part without a name', part('x="a"', 'x'), TYPE, []],
    ['no boundary', part('name="a"', 'x'), 'multipart/form-data', undefined],
  ])('%s', (_what, body, type, fields) => expect(multipartFields(body, type)).toEqual(fields))

  it('reads at most as many parts as it is told', () => {
    expect(multipartFields(part('name="a"', 'x').repeat(5), TYPE, 2)).toHaveLength(2)
  })
})
