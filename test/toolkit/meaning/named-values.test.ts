import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedValues, replaceNamed } from '../../../src/toolkit/meaning/named-values.js'

describe('the named values of a text', () => {
  it.each<[text: string, want: [name: string, value: string][]]>([
    [
      '{"a": "1", "b": 2, "c": {"d": "x\\"y"}}',
      [
        ['a', '1'],
        ['b', '2'],
        ['d', 'x"y'],
      ],
    ],
    [
      '{"a": ["1", 2,\n "3"], "b": "4"}',
      [
        ['a', '1'],
        ['a', '2'],
        ['a', '3'],
        ['b', '4'],
      ],
    ],
    ['{"a": [{"b": "1"}], "c": []}', [['b', '1']]],
    [
      '{"a": "\\"b\\": \\"c\\""} // "d": "e"',
      [
        ['a', '"b": "c"'],
        ['d', 'e'],
      ],
    ],
    ['{"a": {{b}}, "c": "{{d}}"}', [['c', '{{d}}']]],
    [
      'mutation { login(user: "ann", pin: 12, in: {pw: "x"}) { token } }',
      [
        ['user', 'ann'],
        ['pin', '12'],
        ['pw', 'x'],
      ],
    ],
    [
      '{ f(a: """one "quoted" line""", b: ["x"]) }',
      [
        ['a', 'one "quoted" line'],
        ['b', 'x'],
      ],
    ],
    ['query($a: String = "x") { f(a: $a) }', []],
    [
      '<a><b>1</b><ns:c x="2" ns:y=\'3&amp;4\'>5 &lt; 6</ns:c></a>',
      [
        ['b', '1'],
        ['x', '2'],
        ['y', '3&4'],
        ['c', '5 < 6'],
      ],
    ],
    ['<a><![CDATA[1<2]]></a>', [['a', '1<2']]],
    [
      'Say <pw>x</pw> or "pw": "y".',
      [
        ['pw', 'x'],
        ['pw', 'y'],
      ],
    ],
    [`<a x="it's"></a>`, [['x', "it's"]]],
    ['no names', []],
    ['', []],
  ])('%j', (text, want) => {
    expect(namedValues(text).map(({ name, value }) => [name, value])).toEqual(want)
  })

  it('stand where they are said to stand, in any JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        for (const found of namedValues(text)) {
          const written = text.slice(found.start, found.end)
          expect(found.isNumber ? written : JSON.parse(`"${written}"`)).toBe(found.value)
        }
        expect(replaceNamed(text, () => undefined)).toBe(text)
        const masked = replaceNamed(text, ({ isNumber }) => (isNumber ? '"•"' : '•'))
        expect(() => JSON.parse(masked)).not.toThrow()
      }),
      { seed: 7, numRuns: 300 },
    )
  })

  it.each(['"', '"""', 'a:', '<a', '<a><![CDATA[', ' a=', '</', '\\"', '[', '"a":['])(
    'are read in proportion to a text of many %j',
    (piece) => {
      const text = piece.repeat(300_000)
      expect(namedValues(text).length).toBeLessThanOrEqual(300_000)
      expect(namedValues(`</${text}`)).toEqual([])
    },
  )
})
