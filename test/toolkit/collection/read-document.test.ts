import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeDocument,
  encodeDocument,
  encodingOf,
  parseDocument,
} from '../../../src/toolkit/collection/read-document.js'

const TEXT = '{"name":"Zoë 🐕"}'

describe('decodeDocument', () => {
  it.each([
    ['UTF-8', { name: 'utf-8', bom: false }],
    ['UTF-8 with a byte order mark', { name: 'utf-8', bom: true }],
    ['UTF-16 little-endian', { name: 'utf-16le', bom: true }],
    ['UTF-16 big-endian', { name: 'utf-16be', bom: true }],
    ['UTF-16 little-endian without a mark', { name: 'utf-16le', bom: false }],
    ['UTF-16 big-endian without a mark', { name: 'utf-16be', bom: false }],
  ] as const)('reads and writes %s', (_title, encoding) => {
    const bytes = encodeDocument(TEXT, encoding)
    expect(encodingOf(bytes)).toEqual(encoding)
    expect(decodeDocument(bytes)).toBe(TEXT)
  })

  it('takes no zero bytes for UTF-16', () => {
    expect(encodingOf(new Uint8Array(100)).name).toBe('utf-8')
  })
})

describe('parseDocument', () => {
  it.each([
    ['', 'empty-file', 1, 1],
    ['  \n ', 'empty-file', 1, 1],
    ['{"a":1}\n{"b":2}', 'ndjson', 2, 1],
    ['{"a": 1,}', 'not-json', 1, 9],
    ['{\n  "a": 1\n  "b": 2\n}', 'not-json', 3, 3],
    ["{'a': 1}", 'not-json', 1, 2],
    ['{a: 1}', 'not-json', 1, 2],
    ['{"a": True}', 'not-json', 1, 7],
    ['{"a": "x', 'not-json', 1, 7],
    ['{"a": "x\n"}', 'not-json', 1, 7],
    ['{"a": "\\q"}', 'not-json', 1, 8],
    ['{"a": 01}', 'not-json', 1, 7],
    ['[1, 2', 'not-json', 1, 5],
    ['{"a": 1} // x', 'not-json', 1, 10],
    ['{"a"; 1}', 'not-json', 1, 5],
    ['\u0000', 'not-json', 1, 1],
    ['{"a": "\u0000"}', 'not-json', 1, 8],
    ['{"a":1}\r\n}', 'not-json', 2, 1],
  ])('says where %j stops being JSON', (text, code, line, column) => {
    const parsed = parseDocument(text)
    expect('problem' in parsed && parsed.problem).toMatchObject({ code, line, column })
  })

  it('agrees with JSON.parse and always finds a place in the text', () => {
    const nearlyJson = fc.json().chain((text) =>
      fc
        .record({
          at: fc.nat(text.length),
          cut: fc.nat(3),
          put: fc.constantFrom('', ',', '"', '}', '{', '\\', 'x', '\n', '0', ':'),
        })
        .map(({ at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut)),
    )
    fc.assert(
      fc.property(nearlyJson, (text) => {
        const parsed = parseDocument(text)
        if ('value' in parsed) return void expect(parsed.value).toEqual(JSON.parse(text))
        expect(() => JSON.parse(text)).toThrow()
        const { start, end, message } = parsed.problem
        expect(start).toBeLessThanOrEqual(text.length)
        expect(end).toBeGreaterThanOrEqual(start)
        expect(message).toMatch(/\S/)
      }),
      { seed: 7, numRuns: process.env.VOICE_TEST_FULL ? 20_000 : 1_000 },
    )
  })
})
