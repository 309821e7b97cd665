import de from '../../templates/languages/de.json'
import en from '../../templates/languages/en.json'
import es from '../../templates/languages/es.json'
import fr from '../../templates/languages/fr.json'
import id from '../../templates/languages/id.json'
import it from '../../templates/languages/it.json'
import nl from '../../templates/languages/nl.json'
import pl from '../../templates/languages/pl.json'
import pt from '../../templates/languages/pt.json'
import ru from '../../templates/languages/ru.json'
import tr from '../../templates/languages/tr.json'
import vi from '../../templates/languages/vi.json'
import zh from '../../templates/languages/zh.json'
import type { LanguageData } from './language-data.js'

/** The words and texts of all languages, English first. To add a language, write its file and list it here. */
export const languageData = [en, de, es, fr, it, pt, nl, pl, tr, vi, id, zh, ru] as readonly LanguageData[]

/** The code of a language tag: `de` for `de-AT`. */
export const codeOf = (tag: string | undefined) => tag?.toLowerCase().split(/[-_]/)[0]

/** The data of a language by its tag, such as `de` or `de-AT`; undefined for a language without a file. */
export function dataOf(tag: string | undefined): LanguageData | undefined {
  const code = codeOf(tag)
  return languageData.find((data) => data.code === code)
}
