import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellsOf, parseStyledTexts, parseTextBlock } from '../../../src/client/overlay/message-text.js'

describe('a line', () => {
  it.each([
    ['Two pets are here.', 'paragraph', 'Two pets are here.'],
    ['- **Bella**, a dog', 'bullet', '**Bella**, a dog'],
    ['  * nested', 'bullet', 'nested'],
    ['-5 degrees', 'paragraph', '-5 degrees'],
    ['12. the last', 'number', '12. the last'],
    ['2026. was a year', 'paragraph', '2026. was a year'],
    ['## Orders', 'heading', 'Orders'],
    ['#42 is open', 'paragraph', '#42 is open'],
    ['| Bella | 250 |', 'row', ' Bella | 250 |'],
    ['|a', 'row', 'a'],
    ['|---|:-:|', 'rule', ''],
    ['|| means or', 'paragraph', '|| means or'],
    ['a | b', 'paragraph', 'a | b'],
    ['```json', 'fence', ''],
    ['   ', 'blank', ''],
    ['<script>alert(1)</script>', 'paragraph', '<script>alert(1)</script>'],
  ])('%j is a %s', (line, kind, text) => {
    expect(parseTextBlock(line, false)).toEqual({ kind, text })
  })

  it('inside code is code, whatever it looks like', () => {
    expect(parseTextBlock('- item', true)).toEqual({ kind: 'code', text: '- item' })
    expect(parseTextBlock('', true)).toEqual({ kind: 'code', text: '' })
    expect(parseTextBlock('```', true).kind).toBe('fence')
  })
})

describe('the stretches of a line', () => {
  it.each([
    ['plain', [['plain', 'plain']]],
    [
      'a **strong** word',
      [
        ['plain', 'a '],
        ['strong', 'strong'],
        ['plain', ' word'],
      ],
    ],
    [
      '`code` first',
      [
        ['code', 'code'],
        ['plain', ' first'],
      ],
    ],
    ['2 ** 3 ** 4', [['plain', '2 ** 3 ** 4']]],
    [
      'Choose *your plan*.',
      [
        ['plain', 'Choose '],
        ['em', 'your plan'],
        ['plain', '.'],
      ],
    ],
    ['2*3*4 * 5', [['plain', '2*3*4 * 5']]],
    ['not **closed', [['plain', 'not **closed']]],
    ['[a](javascript:alert(1))', [['plain', '[a](javascript:alert(1))']]],
    [
      'See [our terms](https://shop.example/terms).',
      [
        ['plain', 'See '],
        ['link', 'our terms'],
        ['plain', '.'],
      ],
    ],
    [
      'It is on https://shop.example/a?b=1, today.',
      [
        ['plain', 'It is on '],
        ['link', 'https://shop.example/a?b=1'],
        ['plain', ', today.'],
      ],
    ],
    ['[your.bank/login](https://other.example/x)', [['link', 'https://other.example/x']]],
    ['[банк.рф](https://other.example/x)', [['link', 'https://other.example/x']]],
    ['[中国银行。中国](https://other.example/x)', [['link', 'https://other.example/x']]],
    ['[bank．com](https://other.example/x)', [['link', 'https://other.example/x']]],
    ['[bank.\u200Bcom](https://other.example/x)', [['link', 'https://other.example/x']]],
    ['[a\u202Eb](https://other.example/x)', [['link', 'ab']]],
    ['[Все заказы](https://other.example/x)', [['link', 'Все заказы']]],
    ['ftp://shop.example', [['plain', 'ftp://shop.example']]],
    ['', []],
  ])('%j', (text, want) => {
    expect(parseStyledTexts(text).map(({ kind, text }) => [kind, text])).toEqual(want)
  })

  it('go where they say', () => {
    expect(parseStyledTexts('[terms](http://shop.example/t)')).toEqual([
      { kind: 'link', text: 'terms', href: 'http://shop.example/t' },
    ])
  })

  it('lose nothing but the marks', () => {
    const texts = fc
      .array(fc.constantFrom('a', ' ', '**', '`', '*', 'bc', '<'))
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(texts, (text) => {
        const marks = { plain: '', em: '*', strong: '**', code: '`', link: '' }
        const marked = parseStyledTexts(text).map(({ kind, text: part }) => marks[kind] + part + marks[kind])
        expect(marked.join('')).toBe(text)
      }),
      { seed: 1 },
    )
  })
})

it.each([
  [' a | b |', ['a', 'b']],
  [' a | b', ['a', 'b']],
  [' | b |', ['', 'b']],
  [' a \\| b | c\\d |', ['a | b', 'c\\d']],
  ['', ['']],
])('the row %j has the cells %j', (row, want) => {
  expect(cellsOf(row)).toEqual(want)
})
