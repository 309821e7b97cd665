import { titles as de } from '../../templates/languages/de.json'
import { titles as es } from '../../templates/languages/es.json'
import { titles as fr } from '../../templates/languages/fr.json'
import { titles as id } from '../../templates/languages/id.json'
import { titles as it } from '../../templates/languages/it.json'
import { titles as nl } from '../../templates/languages/nl.json'
import { titles as pl } from '../../templates/languages/pl.json'
import { titles as pt } from '../../templates/languages/pt.json'
import { titles as ru } from '../../templates/languages/ru.json'
import { titles as tr } from '../../templates/languages/tr.json'
import { titles as vi } from '../../templates/languages/vi.json'
import { titles as zh } from '../../templates/languages/zh.json'
import type { TitleVerbs } from './language-data.js'

/**
 * The verbs of request titles in all languages but English. They are imported one by one, so that a program that reads
 * only titles does not contain the other words of the languages.
 */
export const REQUEST_VERBS = [es, pt, fr, it, de, nl, pl, tr, vi, id, ru, zh] as readonly TitleVerbs[]
