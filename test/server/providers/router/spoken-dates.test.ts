import { expect, it } from 'vitest'
import { findLanguage } from '../../../../src/languages/languages.js'
import { createCatalogs } from '../../../../src/server/providers/router/catalog.js'
import { tokenize } from '../../../../src/server/providers/router/tokens.js'

const language = findLanguage('en')
const reading = {
  catalog: createCatalogs(language)([]),
  language,
  now: new Date(Date.UTC(2026, 1, 10)),
}
const datesIn = (text: string) =>
  tokenize({ text, ...reading })
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
