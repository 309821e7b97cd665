import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { namedValues, replaceNamed } from '../../../src/toolkit/semantics/named-values.js'

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
    [
      "{pin:'12', 'pw' : 'x', note: 'it''s'}",
      [
        ['pin', '12'],
        ['pw', 'x'],
        ['note', 'it'],
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
    ['<a>\n <![CDATA[1<2]]>\n</a>', [['a', '1<2']]],
    [
      '<a>1<!-- x -->2</a><b><!-- x --> 3 </b><c><!-- x --></c>',
      [
        ['a', '12'],
        ['b', '3'],
      ],
    ],
    ['<a>1 &lt; <![CDATA[<2]]></a>', [['a', '1 < <2']]],
    ['<a>1 > 0</a>', [['a', '1 > 0']]],
    ['<a><!-- <b>1</b> --></a>', [['b', '1']]],
    [
      '<a><![CDATA[<b>1</b>]]></a><c>2</c>',
      [
        ['a', '<b>1</b>'],
        ['b', '1'],
        ['c', '2'],
      ],
    ],
    ['<a><![CDATA[<b>1</b>', [['b', '1']]],
    [
      'a=1&b%5Bc%5D=x+%26+y&d=&e&f={{g}}\n',
      [
        ['a', '1'],
        ['b[c]', 'x & y'],
        ['d', ''],
        ['f', '{{g}}'],
      ],
    ],
    [
      'a={"b":"1"}&c=2',
      [
        ['a', '{"b":"1"}'],
        ['b', '1'],
        ['c', '2'],
      ],
    ],
    ['Set a=1 & b=2', []],
    ['no names', []],
    ['', []],
  ])('%j', (text, want) => {
    expect(namedValues(text).map(({ name, value }) => [name, value])).toEqual(want)
  })

  it('may be as long as they like in a section', () => {
    const value = 'x'.repeat(5_000)
    expect(namedValues(`<a><![CDATA[${value}]]></a>`)).toMatchObject([{ name: 'a', value }])
    expect(namedValues(`<a><![CDATA[${'<b>1</b>'.repeat(200_000)}]]></a>`)).toHaveLength(200_001)
  })

  it.each([
    ['<pw>\n <![CDATA[x]]>\n</pw>', '<pw>\n <![CDATA[•]]>\n</pw>'],
    ['<pw> x </pw>', '<pw> • </pw>'],
    ['<pw> x<!-- y -->z </pw>', '<pw>•</pw>'],
    ['<pw><![CDATA[x]]><!-- y -->z</pw>', '<pw>•</pw>'],
    ['<a><![CDATA[<pw>x</pw>]]></a>', '<a><![CDATA[<pw>•</pw>]]></a>'],
    ['a=1&pw=x%20y&b=2', 'a=1&pw=•&b=2'],
    ['query={f(pw:"x")}&a=1', 'query={f(pw:"•")}&a=1'],
  ])('are replaced where they stand: %j', (text, want) => {
    expect(replaceNamed(text, ({ name }) => (name === 'pw' ? '•' : undefined))).toBe(want)
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

  it.each([
    '"',
    '"""',
    'a:',
    '<a',
    '<a><![CDATA[',
    '<a><![CDATA[</a>',
    '<a><!--</a>',
    '<a><![CDATA[x]]>',
    ' a=',
    '</',
    'a=',
    'a=&',
    '\\"',
    '[',
    '"a":[',
  ])('are read in proportion to a text of many %j', (piece) => {
    const text = piece.repeat(300_000)
    expect(namedValues(text).length).toBeLessThanOrEqual(300_000)
    expect(namedValues(`</${text}`).length).toBeLessThanOrEqual(300_000)
  })
})
