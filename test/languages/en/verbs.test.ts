import { describe, expect, it } from 'vitest'
import { findLanguage } from '../../../src/languages/languages.js'
import { lexiconOf } from '../../../src/toolkit/search/lexicon.js'

const english = findLanguage('en').search
const lexicon = lexiconOf(english)

describe('English verbs', () => {
  it.each([
    ['kick off a backup', ['create']],
    ['kick the guest out of the group', ['delete']],
    ['strike the guest off the list', ['delete']],
    ['do away with rule 4', ['delete']],
    ['pull out of the meeting', ['cancel']],
    ['push back the meeting', ['update']],
    ['settle the bill', ['create']],
    ['log an incident', ['create']],
    ['drop him a line', ['create']],
    ['walk me through the invoices', ['get']],
    ['update me on job 4', ['get']],
    ['run through our rooms', ['list']],
    ['track down the parcel', ['find']],
  ])('%s', (text, actions) => expect(lexicon.actionsIn(text)).toEqual(actions))

  it('name one action each', () => {
    const all = Object.values(english.actions).flat()
    expect(all.filter((word, at) => all.indexOf(word) !== at)).toEqual([])
  })

  it.each([
    ['would you mind removing parcel 3', 'removing'],
    ['I was wondering if you could maybe list the rooms', 'list'],
    ['okay so please go ahead and add it', 'add'],
  ])('begin the request: %s', (text, verb) => {
    const words = text.toLowerCase().split(' ')
    expect(words[lexicon.leadOf(words)]).toBe(verb)
  })
})
