import { describe, expect, it } from 'vitest'
import { findLanguage } from '../../../src/languages/languages.js'
import { lexiconOf } from '../../../src/toolkit/search/lexicon.js'

const [english, german] = ['en', 'de'].map((tag) => findLanguage(tag).search)

describe('the actions that a sentence names', () => {
  it.each([
    ['delete invoice 3', ['delete']],
    ['take member three out of the pool', ['delete']],
    ['throw it out', ['delete']],
    ['add an issue', ['create']],
  ])('%s', (text, actions) => expect(lexiconOf(english!).actionsIn(text)).toEqual(actions))

  it.each([
    ['leg eine gruppe an', ['create']],
    ['stell die zeitzone auf utc um', ['update']],
    ['die rechnung soll storniert werden', ['cancel']],
  ])('%s', (text, actions) => expect(lexiconOf(german!).actionsIn(text)).toEqual(actions))
})
