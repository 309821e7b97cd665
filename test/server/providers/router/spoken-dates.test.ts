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

it.each([
  ['en', 'in two weeks', '2026-02-24'],
  ['en', 'a month ago', '2026-01-10'],
  ['en', 'in a year', '2027-02-10'],
  ['de', 'in drei Tagen', '2026-02-13'],
  ['de', 'vor einem Monat', '2026-01-10'],
  ['es', 'dentro de dos semanas', '2026-02-24'],
  ['es', 'pasado mañana', '2026-02-12'],
  ['es', 'mañana por la mañana', '2026-02-11'],
  ['pt', 'depois de amanhã', '2026-02-12'],
  ['fr', 'il y a 3 jours', '2026-02-07'],
  ['it', 'due settimane fa', '2026-01-27'],
  ['pt', 'em duas semanas', '2026-02-24'],
  ['nl', 'over twee weken', '2026-02-24'],
  ['pl', 'za dwa tygodnie', '2026-02-24'],
  ['tr', 'iki hafta sonra', '2026-02-24'],
  ['vi', '2 tuần trước', '2026-01-27'],
  ['id', 'dalam dua minggu', '2026-02-24'],
  ['zh', '2 周后', '2026-02-24'],
  ['ru', 'через две недели', '2026-02-24'],
])('%s: %s is %s', (code, text, date) => {
  const other = findLanguage(code)
  const tokens = tokenize(
    { text, catalog: createCatalogs(other)([]), language: other, now: new Date(Date.UTC(2026, 1, 10)) },
    { readsSpans: true },
  )
  expect(tokens.filter(({ kind }) => kind === 'date').map((token) => token.text)).toEqual([date])
})

it.each([
  ['a day after the last of its month', 'in a month', Date.UTC(2026, 0, 31), '2026-02-28'],
  ['the 29th of February', 'in a year', Date.UTC(2028, 1, 29), '2029-02-28'],
])('counts months to their last day at most: %s', (_, text, now, date) =>
  expect(
    tokenize({ ...reading, text, now: new Date(now) }, { readsSpans: true }).map((token) => token.text),
  ).toEqual([date]),
)
