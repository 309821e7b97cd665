import { files, titles } from './files.js'
import type { LanguageData, TitleVerbs } from './language-data.js'

/** The words and texts of all languages, English first. */
export const languageData = files as readonly LanguageData[]

/** The verbs of titles in all languages but English. */
export const requestVerbs = titles as readonly TitleVerbs[]

const codeOf = (tag: string | undefined) => tag?.toLowerCase().split(/[-_]/)[0]

export function dataOf(tag: string | undefined): LanguageData | undefined {
  const code = codeOf(tag)
  return languageData.find((data) => data.code === code)
}
