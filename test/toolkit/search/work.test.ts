import MiniSearch from 'minisearch'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { findLanguage } from '../../../src/languages/languages.js'
import { type Lexicon, lexiconOf } from '../../../src/toolkit/search/lexicon.js'
import { createToolIndex, readQuery } from '../../../src/toolkit/search/tool-index.js'

const english = findLanguage('en').search

afterEach(() => vi.restoreAllMocks())

const nouns = ['book', 'author', 'shelf']
const vocabulary = {
  has: (stem: string) => nouns.includes(stem),
  isThing: (stem: string) => nouns.includes(stem),
  isVerb: () => false,
  isWritingVerb: () => false,
  isSubject: (stem: string) => nouns.includes(stem),
  otherForm: () => undefined,
}

/** How many words a reader looks at. */
function wordsRead(text: string): number {
  const real = lexiconOf(english)
  let count = 0
  const counting: Lexicon = {
    ...real,
    stem: (word) => {
      count += 1
      return real.stem(word)
    },
    isStopWord: (word) => {
      count += 1
      return real.isStopWord(word)
    },
    actionSpans: (words) => {
      count += words.length
      return real.actionSpans(words)
    },
  }
  readQuery(text, { lexicon: counting, vocabulary })
  return count
}

/** A word of its own for each number. */
const letters = (at: number) => `${String.fromCharCode(97 + (at % 26), 97 + Math.floor(at / 26))}ork`

const filled = (unit: string, chars: number) => unit.repeat(Math.floor(chars / unit.length))

describe('a long message of repeated words', () => {
  it.each([
    'book ',
    'list ',
    'it, ',
    'list it, ',
    'a book, ',
    'show books and ',
    'the author of a book; delete, ',
    '7 ',
    'Rex ',
  ])('is read in proportion to its length: %j', (unit) => {
    expect(wordsRead(filled(unit, 1_900))).toBeLessThan(2.5 * wordsRead(filled(unit, 950)))
  })

  const tools = nouns.map((noun) => ({
    ...{ name: `list_${noun}`, title: `List ${noun}`, description: `Lists every ${noun}.` },
    ...{ method: 'GET', path: `/${noun}`, parameters: { type: 'object' } },
  }))

  it.each([
    ['the same wish again and again', filled('list books, ', 1_900), 1],
    ['a hundred wishes', Array.from({ length: 100 }, (_, at) => `show ${letters(at)} books`).join(', '), 12],
  ])('is searched for a few times only: %s', (_, text, most) => {
    const search = vi.spyOn(MiniSearch.prototype, 'search')
    const found = createToolIndex(tools).search(text)
    expect(found[0]?.definition.name).toBe('list_book')
    expect(search.mock.calls.length).toBeLessThanOrEqual(most)
  })
})
