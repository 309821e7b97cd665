import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { showHidden, shownText } from '../../src/text/visible.js'

const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]/u
const length = (count: number) => `${count} characters`

describe('showHidden', () => {
  const cases: [title: string, text: string, want: string][] = [
    ['plain text', 'Rex, 5 €, 犬, שלום', 'Rex, 5 €, 犬, שלום'],
    ['line ends', 'a\nb\r\nc\rd', 'a⏎b⏎c⏎d'],
    ['separators of lines', 'a\u2028b\u2029c\u0085d', 'a<U+2028>b<U+2029>c<U+0085>d'],
    ['tabs and controls', 'a\tb\0c\u001b[2Jd\u009be', 'a⇥b<U+0000>c<U+001B>[2Jd<U+009B>e'],
    ['bidi formatting', 'a\u202eb\u2066c\u200fd\u061ce', 'a<U+202E>b<U+2066>c<U+200F>d<U+061C>e'],
    ['zero-width characters', 'a\u200bb\u200dc\ufeffd\u00ade', 'a<U+200B>b<U+200D>c<U+FEFF>d<U+00AD>e'],
    ['tags', 'a\u{e0041}b\u{e007f}', 'a<U+E0041>b<U+E007F>'],
    ['variation selectors', '❤\ufe0fx\u{e0100}y\u180bz', '❤<U+FE0F>x<U+E0100>y<U+180B>z'],
    ['interlinear annotations', 'a\ufff9b\ufffac\ufffb', 'a<U+FFF9>b<U+FFFA>c<U+FFFB>'],
    ['private use and noncharacters', '\ue000\u{f0000}\uffff', '<U+E000><U+F0000><U+FFFF>'],
    ['half of a character', 'a\ud800b', 'a<U+D800>b'],
    ['fillers', 'a\u3164b\u115fc\u2800d', 'a<U+3164>b<U+115F>c<U+2800>d'],
    ['many of them', `a${'\u200b'.repeat(40)}b`, 'a<40 hidden characters, U+200B>b'],
    ['spaces of any width', 'a\u00a0b\u3000c', 'a b c'],
    ['many spaces', `a${' '.repeat(500)}b`, 'a<500 spaces>b'],
    ['many marks', `a${'\u0301'.repeat(30)}`, `a${'\u0301'.repeat(4)}<26 marks>`],
  ]
  it.each(cases)('%s', (_, text, want) => expect(showHidden(text)).toBe(want))

  it('leaves nothing hidden in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(showHidden(text)).not.toMatch(HIDDEN)
      }),
    )
  })
})

describe('shownText', () => {
  it('shows the beginning, the end and the length of a long text', () => {
    expect(shownText(`start${'x'.repeat(1_000)}end`, { max: 20, length })).toBe(
      'startxxxxx … xxxxxxxend (1008 characters)',
    )
    expect(shownText('x'.repeat(20), { max: 20, length })).toBe('x'.repeat(20))
  })

  it('cuts no character in two', () => {
    expect(shownText('😀'.repeat(30), { max: 11, length })).toBe('😀😀 … 😀😀 (60 characters)')
  })

  it('is short whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
        const shown = shownText(text, { max: 40, length })
        expect(shown.length).toBeLessThanOrEqual(70)
        expect(shown).not.toMatch(HIDDEN)
      }),
    )
  })

  it('takes a megabyte at once', () => {
    expect(shownText('\u200b'.repeat(1_000_000), { max: 60, length })).toMatch(/\(1000000 characters\)$/)
  })
})
