import { expect, it } from 'vitest'
import { findLanguage } from '../../../../src/languages/languages.js'
import { joinDates } from '../../../../src/server/providers/router/spoken-dates.js'
import { tokenize } from '../../../../src/server/providers/router/tokens.js'
import { lexiconOf } from '../../../../src/toolkit/search/lexicon.js'

const english = findLanguage('en')
const tools = { language: english, lexicon: lexiconOf(english.search), isKnown: () => false }
const now = new Date(Date.UTC(2026, 1, 10))
const datesIn = (text: string) =>
  joinDates(tokenize(text, tools), { language: english, now })
    .filter(({ kind }) => kind === 'date')
    .map((token) => token.text)

it.each<[text: string, dates: string[]]>([
  ['on March 5th', ['2026-03-05']],
  ['on the fifth of March 2027', ['2027-03-05']],
  ['on February 29', []],
  ['on February 29 2028', ['2028-02-29']],
  ['on February 31', []],
  ['on April 31st', []],
  ['from the first to the thirtieth of June', ['2026-06-01', '2026-06-30']],
  ['from the thirty first to the second of June', ['2026-06-02']],
  ['from the thirtieth of April', ['2026-04-30']],
  ['next Monday', ['2026-02-16']],
  ['last Monday', ['2026-02-09']],
  ['last Tuesday', ['2026-02-03']],
  ['last week', []],
  ['move room 3 to March 5', ['2026-03-05']],
])('%s has the dates %j', (text, dates) => expect(datesIn(text)).toEqual(dates))
