import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineIndex } from '../../../src/toolkit/collection/line-index.js'
import { locate, locatePaths } from '../../../src/toolkit/collection/locate.js'
import type { JsonValue } from '../../../src/toolkit/model/json.js'
import { pointerOf, stepsOf } from '../../../src/toolkit/model/json-pointer.js'

describe('locate', () => {
  it('finds values and keys', () => {
    const text = '{ "a": [1, {"b/c": "x,}"}], "d": -1.5e3 }'
    const places = locate(text, ['', '/a/1/b~1c', '/d', '/nowhere', '/a/9'])
    const value = (pointer: string) => text.slice(places.get(pointer)?.start, places.get(pointer)?.end)
    expect(value('')).toBe(text)
    expect(value('/a/1/b~1c')).toBe('"x,}"')
    expect(value('/d')).toBe('-1.5e3')
    expect(text.slice(places.get('/d')?.keyStart, places.get('/d')?.keyEnd)).toBe('"d"')
    expect([...places.keys()]).not.toContain('/nowhere')
    expect([...places.keys()]).not.toContain('/a/9')
  })

  it('finds lists of keys in their order, with indexes as numbers', () => {
    const text = '{"a":[1,{"b\\"":[]}],"0":"x"}'
    const places = locatePaths(text, [[0], ['a', 1, 'b"'], ['a', 7], [], ['a', 1, 'b"', 'c']])
    expect(places.map((place) => place && text.slice(place.start, place.end))).toEqual([
      '"x"',
      '[]',
      undefined,
      text,
      undefined,
    ])
  })

  it('finds what follows many strings, with and without escapes', () => {
    const strings = Array.from({ length: 1_000 }, (_, index) => (index % 7 ? `{${index}` : `]"${index}`))
    const text = JSON.stringify({ strings, last: { value: 1 } }, null, 2)
    const place = locate(text, ['/last']).get('/last')!
    expect(JSON.parse(text.slice(place.start, place.end))).toEqual({ value: 1 })
  })

  it('finds nothing inside an earlier value of a repeated key', () => {
    const text = '{"a":{"b":1,"c":{"d":1}},"a":{"b":2}}'
    const places = locate(text, ['/a/b', '/a/c', '/a/c/d'])
    expect([...places.keys()]).toEqual(['/a/b'])
  })

  it('takes the last of repeated keys, as JSON.parse does', () => {
    const text = '{"a": 1, "a": 2}'
    expect(locate(text, ['/a']).get('/a')?.start).toBe(14)
  })

  it('finds every value of any document where its text is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const all = pointersOf(value as JsonValue)
        const places = locate(text, all.keys())
        for (const [pointer, want] of all) {
          const place = places.get(pointer)!
          expect(JSON.parse(text.slice(place.start, place.end))).toEqual(JSON.parse(JSON.stringify(want)))
        }
      }),
      { seed: 3, numRuns: process.env.VOICE_TEST_FULL ? 5_000 : 300 },
    )
  })

  it('reads and writes pointers', () => {
    expect(stepsOf('/a~1b/~0/0')).toEqual(['a/b', '~', '0'])
    expect(pointerOf(['a/b', '~', 0])).toBe('/a~1b/~0/0')
    expect(stepsOf('')).toEqual([])
  })
})

function pointersOf(value: JsonValue, pointer = ''): Map<string, JsonValue> {
  const found = new Map([[pointer, value]])
  if (typeof value !== 'object' || value === null) return found
  for (const [key, member] of Object.entries(value)) {
    for (const entry of pointersOf(member, pointer + pointerOf([key]))) found.set(...entry)
  }
  return found
}

describe('lineIndex', () => {
  it.each([
    ['a\nb', 2, { line: 2, column: 1 }],
    ['a\r\nb', 3, { line: 2, column: 1 }],
    ['a\rb', 2, { line: 2, column: 1 }],
    ['abc', 3, { line: 1, column: 4 }],
    ['', 0, { line: 1, column: 1 }],
  ])('knows the line of %j at %i', (text, offset, want) => {
    expect(lineIndex(text).at(offset)).toEqual(want)
  })

  it('counts all lines, and knows earlier ones after later ones', () => {
    const lines = lineIndex('a\nb\r\nc\rd\n')
    expect(lines.lineText(3)).toBe('c')
    expect(lines.at(0)).toEqual({ line: 1, column: 1 })
    expect(lines.count).toBe(5)
    expect(lines.at(7)).toEqual({ line: 4, column: 1 })
  })

  it('gives lines without their break', () => {
    const lines = lineIndex('one\r\ntwo\nthree')
    expect([1, 2, 3, 4].map((line) => lines.lineText(line))).toEqual(['one', 'two', 'three', ''])
  })
})
