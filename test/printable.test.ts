import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { printableJson, showControls, singleLine } from '../src/printable.js'
import { hostileText, leaksIn } from './support/hostile-text.js'

describe('text for a terminal', () => {
  const cases: [text: string, want: string][] = [
    ['plain text', 'plain text'],
    ['two\nlines\tand a tab', 'two\nlines\tand a tab'],
    ['of Windows\r\nand of a Mac\rfine\r', 'of Windows\nand of a Mac␍fine'],
    ['\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
    ['\u001b]52;c;aGk=\u0007', '␛]52;c;aGk=␇'],
    ['\u009b2J', '<U+009B>2J'],
    ['a\bb\u007fc\0d', 'a␈b␡c␀d'],
    ['pay \u202e001 \u2066x\u2069', 'pay <U+202E>001 <U+2066>x<U+2069>'],
    ['two\u2028lines\u2029more', 'two<U+2028>lines<U+2029>more'],
    ['שלום, مرحبا 👩‍👩‍👧 日本語', 'שלום, مرحبا 👩‍👩‍👧 日本語'],
    [`${'\r'.repeat(3)}\n`, '␍␍\n'],
  ]
  it.each(cases)('%j is shown as %j', (text, want) => expect(showControls(text)).toBe(want))

  it('holds no control character but tabs and line ends, whatever came, and is left alone by a second pass', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = showControls(text)
        expect(shown).not.toMatch(/[^\P{Cc}\t\n]/u)
        expect(showControls(shown)).toBe(shown)
      }),
    )
  })

  it('keeps a name on one line', () => {
    expect(singleLine('a\r\n\tb\u2028c\u0085d  e')).toBe('a b c d  e')
  })
})

describe('JSON for a terminal', () => {
  it('escapes what JSON.stringify leaves bare', () => {
    expect(printableJson('\u009b\u007f\u202e\u200f\u2028\ufeff')).toBe(
      '"\\u009b\\u007f\\u202e\\u200f\\u2028\\ufeff"',
    )
    expect(leaksIn(printableJson({ [hostileText()]: hostileText() }))).toEqual([])
  })

  it('says the same as before', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.parse(printableJson(value, 2))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
