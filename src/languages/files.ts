// Written by `node scripts/languages.mjs` from the files in `templates/languages`.
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

/** The data of all languages, English first. */
export const files = [en, de, es, fr, id, it, nl, pl, pt, ru, tr, vi, zh]

/** The verbs of titles in all languages but English. */
export const titles = [
  de.titles,
  es.titles,
  fr.titles,
  id.titles,
  it.titles,
  nl.titles,
  pl.titles,
  pt.titles,
  ru.titles,
  tr.titles,
  vi.titles,
  zh.titles,
]
