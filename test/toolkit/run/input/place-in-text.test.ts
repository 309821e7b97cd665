import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../../../src/toolkit/model/json.js'
import { placeInText, type TextKind, textKindOf } from '../../../../src/toolkit/run/input/place-values.js'
import { nameOf, Placeholders, type PlaceholderText } from '../../../../src/toolkit/run/input/placeholders.js'

/** A text with values in the places of `@`. */
function placed(text: string, kind: TextKind, ...values: (JsonValue | PlaceholderText)[]): string {
  const marks = new Placeholders()
  const isMarked = (value: JsonValue | PlaceholderText): value is PlaceholderText =>
    typeof value === 'object' && value !== null && 'parameter' in value
  const words = values.map((value) => marks.add(isMarked(value) ? value : { value, parameter: 'p' }))
  return placeInText(
    text.replaceAll('@', () => words.shift() ?? '@'),
    { kind, marks },
  )
}
const as = (value: JsonValue, how: 'json' | 'text'): PlaceholderText => ({ value, as: how, parameter: 'p' })

describe('the kind of a body', () => {
  it.each<[language: string | undefined, type: string | undefined, text: string, want: TextKind]>([
    ['json', undefined, '', 'json'],
    [undefined, 'application/JSON', '', 'json'],
    ['javascript', undefined, '', 'json'],
    [undefined, 'application/graphql', '', 'json'],
    ['xml', undefined, '', 'xml'],
    ['html', undefined, '', 'xml'],
    [undefined, 'text/xml', '{', 'xml'],
    [undefined, 'application/x-www-form-urlencoded', '', 'form'],
    [undefined, undefined, ' {', 'json'],
    [undefined, undefined, '\n[', 'json'],
    [undefined, undefined, ' <a', 'xml'],
    [undefined, undefined, 'a < {', 'plain'],
    ['text', 'text/plain', 'a', 'plain'],
  ])('of language %s and type %s with %j is %s', (language, type, text, want) => {
    const headers = type === undefined ? [] : [{ key: 'Content-Type', value: type }]
    expect(textKindOf({ mode: 'raw', text, ...(language ? { language } : {}) }, headers)).toBe(want)
  })
})

describe('a value in a text', () => {
  it.each<[kind: TextKind, text: string, values: (JsonValue | PlaceholderText)[], want: string]>([
    ['plain', 'no place', ['x'], 'no place'],
    ['plain', 'a @ b', ['{{x}} "<&'], 'a {{x}} "<& b'],
    ['plain', '@', [{ a: 1 }], '{"a":1}'],
    ['form', 'a=@&b=@', ['x&b=9', 7], 'a=x%26b%3D9&b=7'],
    ['json', '{"a": @}', ['x"y'], '{"a": "x\\"y"}'],
    ['json', '{"a": "@"}', ['x"y\\\n'], '{"a": "x\\"y\\\\\\n"}'],
    ['json', '{"a": "@", "b": @}', [7, 7], '{"a": "7", "b": 7}'],
    ['json', '{"a": "\\"@", "b": @}', ['x', 'y'], '{"a": "\\"x", "b": "y"}'],
    ['json', '{"a\\\\": @, "b": "@"}', ['"', '"'], '{"a\\\\": "\\"", "b": "\\""}'],
    ['json', '{"a": @}', [{ b: [1] }], '{"a": {"b":[1]}}'],
    ['json', '"@"', [{ b: 1 }], '"{\\"b\\":1}"'],
    ['json', '@', [as('x', 'json')], '"x"'],
    ['json', '@', [as('{"raw": 1}', 'text')], '{"raw": 1}'],
    ['xml', '<a>@</a>', [as('<b>', 'text')], '<a><b></a>'],
    ['xml', '<a b="@">@</a>', [`<&>"'`, '</a>'], '<a b="&lt;&amp;&gt;&quot;&#39;">&lt;/a&gt;</a>'],
    ['xml', '<a><![CDATA[@]]>@</a>', ['<]]>x', '<'], '<a><![CDATA[<]]]]><![CDATA[>x]]>&lt;</a>'],
    ['xml', '<!-- @ -->@', ['--><x>', '-'], '<!-- &#45;&#45;><x> -->-'],
    ['xml', '<!-- @', ['-'], '<!-- &#45;'],
    ['xml', '<![CDATA[ @', ['<'], '<![CDATA[ <'],
    [
      'xml',
      '@<![CDATA[x]]><!-- y -->@<!-- @ -->',
      ['<', '<', '-'],
      '&lt;<![CDATA[x]]><!-- y -->&lt;<!-- &#45; -->',
    ],
  ])('%s: %j with %j', (kind, text, values, want) => expect(placed(text, kind, ...values)).toBe(want))

  it.each(['\0', 'a\u0008', '\ufffe', '\u000b', '\ud800'])('of XML cannot be %j', (value) => {
    expect(() => placed('<a>@</a>', 'xml', { value, parameter: 'body', member: 'name' })).toThrow(
      /"body\.name" has a control character/,
    )
  })
  it('of XML may have any other character', () => {
    expect(placed('<a>@</a>', 'xml', 'a\t\r\n €😀\ufffd')).toBe('<a>a\t\r\n €😀\ufffd</a>')
  })
})

describe('marks', () => {
  it('stand for their values in order, any number of times', () => {
    const marks = new Placeholders()
    const [a, b] = [marks.add({ value: 1, parameter: 'a' }), marks.add({ value: 2, parameter: 'b' })]
    const write = ({ value }: PlaceholderText, at: number) => `<${String(value)}@${at}>`
    expect(marks.replace(`${b} ${a}${a}`, write)).toBe(
      `<2@0> <1@${b.length + 1}><1@${b.length + 1 + a.length}>`,
    )
    expect(marks.replace('nothing', write)).toBe('nothing')
    expect(a).toMatch(/^[a-z0-9]{20,}$/)
    expect(new Placeholders().add({ value: 1, parameter: 'a' })).not.toBe(a)
  })

  it('are found in text alone, and only where there are some', () => {
    const marks = new Placeholders()
    expect(marks.isIn('x')).toBe(false)
    const word = marks.add({ value: 1, parameter: 'a' })
    expect([word, `x${word}y`, 'x', '', undefined, null].map((text) => marks.isIn(text))).toEqual([
      ...[true, true, false, false, false, false],
    ])
    expect(new Placeholders().isIn(word)).toBe(false)
  })

  it('name the place of their value', () => {
    expect([nameOf({ parameter: 'a' }), nameOf({ parameter: 'body', member: 'b' })]).toEqual(['a', 'body.b'])
  })
})
