import * as de from '../../templates/languages/de.json'
import * as en from '../../templates/languages/en.json'
import * as es from '../../templates/languages/es.json'
import * as fr from '../../templates/languages/fr.json'
import * as id from '../../templates/languages/id.json'
import * as it from '../../templates/languages/it.json'
import * as nl from '../../templates/languages/nl.json'
import * as pl from '../../templates/languages/pl.json'
import * as pt from '../../templates/languages/pt.json'
import * as ru from '../../templates/languages/ru.json'
import * as tr from '../../templates/languages/tr.json'
import * as vi from '../../templates/languages/vi.json'
import * as zh from '../../templates/languages/zh.json'
import type { LanguageData, TitleVerbs } from './language-data.js'

/** The words and texts of all languages, English first. To add a language, write its file and list it here. */
export const languageData = [en, de, es, fr, it, pt, nl, pl, tr, vi, id, zh, ru] as readonly LanguageData[]

/** The verbs of titles in all languages but English, picked one by one, so that no bundle has the other words. */
export const requestVerbs = [
  ...[
    es.titles,
    pt.titles,
    fr.titles,
    it.titles,
    de.titles,
    nl.titles,
    pl.titles,
    tr.titles,
    vi.titles,
    id.titles,
  ],
  ...[ru.titles, zh.titles],
] as readonly TitleVerbs[]

const codeOf = (tag: string | undefined) => tag?.toLowerCase().split(/[-_]/)[0]

export function dataOf(tag: string | undefined): LanguageData | undefined {
  const code = codeOf(tag)
  return languageData.find((data) => data.code === code)
}
