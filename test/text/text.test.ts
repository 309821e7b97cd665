import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutAtWord, cutText, firstSentence } from '../../src/text/cut.js'
import { matchesGlob } from '../../src/text/glob.js'
import { withoutLinks, withoutPictures } from '../../src/text/links.js'
import { normalizeText } from '../../src/text/normalize.js'
import { isMadeOfParts } from '../../src/text/parts.js'
import { replaceSections } from '../../src/text/sections.js'
import { trimEndOf, trimOf } from '../../src/text/trim.js'

fc.configureGlobal({ seed: 20_270_117 })

/** Short texts over few characters meet each other. */
const dense = (characters: string) => fc.string({ unit: fc.constantFrom(...characters), maxLength: 12 })

describe('trimming', () => {
  it('takes away what the patterns for it take away', () => {
    fc.assert(
      fc.property(dense('a_-'), (text) => {
        expect(trimEndOf(text, '_-')).toBe(text.replace(/[_-]+$/, ''))
        expect(trimOf(text, '_-')).toBe(text.replace(/^[_-]+|[_-]+$/g, ''))
      }),
    )
  })
})

describe('cutting', () => {
  it.each([
    ['one two three', 13, 'one two three'],
    ['one two three', 9, 'one two'],
    ['one two three', 8, 'one two'],
    ['one  two', 5, 'one'],
    ['onetwothree', 4, 'onet'],
  ])('%j to %i characters', (text, length, want) => expect(cutAtWord(text, length)).toBe(want))

  it.each([
    ['One. Two.', 'One.'],
    ['Is it 3.5? Yes.', 'Is it 3.5?'],
    ['No end', undefined],
    ['The end!', 'The end!'],
  ])('the first sentence of %j', (text, want) => expect(firstSentence(text)).toBe(want))
})

describe('a glob', () => {
  it.each([
    ['get_pet', '*pet', true],
    ['pets/get', '*', false],
    ['pets/get', '**', true],
    ['pets/get', 'pets/*', true],
    ['PETS', 'p?ts', true],
    ['a/b', 'a?b', false],
    ['', '**', true],
    ['a.b', 'a*b', true],
    ['aab', 'a.b', false],
  ])('%j by %j: %s', (text, glob, want) => expect(matchesGlob(text, glob)).toBe(want))

  it('agrees with the pattern it stands for', () => {
    const source = (glob: string) =>
      glob.replace(/\*\*|\*|\?/g, (piece) => ({ '**': '.*', '*': '[^/]*', '?': '[^/]' })[piece]!)
    fc.assert(
      fc.property(dense('ab/*?'), dense('ab/'), (glob, text) => {
        expect(matchesGlob(text, glob)).toBe(new RegExp(`^${source(glob)}$`, 's').test(text))
      }),
    )
  })
})

describe('parts in their order', () => {
  it('agree with the pattern they stand for', () => {
    fc.assert(
      fc.property(fc.array(dense('ab'), { minLength: 1, maxLength: 4 }), dense('ab'), (parts, text) => {
        expect(isMadeOfParts(text, parts)).toBe(new RegExp(`^${parts.join('[^]*')}$`).test(text))
      }),
    )
  })
})

describe('links and pictures', () => {
  it.each([
    ['a [text](https://x.y) b', 'a text b'],
    ['[RSA](https://x/RSA_(crypto)) key', 'RSA key'],
    ['![cat](cat.png) [dog](', 'cat [dog]('],
    ['[a](b\nc)', '[a](b\nc)'],
    ['[a][b](c)', '[a]b'],
  ])('%j keeps the text', (markdown, want) => expect(withoutLinks(markdown)).toBe(want))

  it('pictures go', () => expect(withoutPictures('a ![cat](x) [b](c)')).toBe('a   [b](c)'))
})

describe('sections', () => {
  it.each([
    ['a<!--b-->c<!--d-->e', 'a.c.e'],
    ['a<!--b', 'a<!--b'],
    ['a<!--b<!--c-->d', 'a.d'],
    ['-->a', '-->a'],
  ])('%j', (text, want) => expect(replaceSections(text, { open: '<!--', close: '-->' }, '.')).toBe(want))
})

describe('normal forms', () => {
  it('are those of Unicode for any usual text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(normalizeText(text, 'NFC')).toBe(text.normalize('NFC'))
      }),
    )
  })

  it('split a run of marks that no script has', () => {
    const marks = '\u0301\u0323'.repeat(40)
    expect(normalizeText(`a${marks}`, 'NFC').replaceAll('\u034f', '')).toHaveLength(81)
  })
})

it.each([
  ['abc', 2, 'ab'],
  ['a😀b', 2, 'a'],
  ['a😀b', 3, 'a😀'],
  ['😀', 5, '😀'],
])('cutText of %j to %i characters', (text, length, want) => expect(cutText(text, length)).toBe(want))
