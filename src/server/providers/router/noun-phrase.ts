import { cutWords } from '../../../languages/cut-words.js'
import { withoutAccents } from '../../../languages/word-lists.js'
import type { Listening } from './situation.js'

/** Whether a sentence only names something: "the movements of account 7", "only the members in Rome". */
export function isNounPhrase(
  text: string,
  { catalog, language }: Pick<Listening, 'catalog' | 'language'>,
): boolean {
  if (endsWithVerb(text, { catalog, language })) return false
  const words = cutWords(text).filter((word) => !language.fillers.has(word))
  const [first = ''] = words.filter((word) => !catalog.lexicon.language.beforeVerbs.has(word))
  const isNamed = language.articles.includes(first) || catalog.lexicon.language.isPlural(first)
  return isNamed && !words.some((word) => language.yesNoQuestions.has(word) || language.assigning.has(word))
}

/** Whether a German sentence ends with the verb of a tool: "die Tür 4 sperren". A noun would have a capital letter. */
function endsWithVerb(text: string, { catalog, language }: Pick<Listening, 'catalog' | 'language'>): boolean {
  const { lexicon, vocabulary } = catalog
  const [last = ''] = /(?<=\s)\p{Ll}+(?=[.!?]?$)/u.exec(text.trim()) ?? []
  if (!language.capitalNouns || last === '') return false
  const stem = lexicon.stem(withoutAccents(last))
  return [stem, ...lexicon.translate(withoutAccents(last)), ...lexicon.related(stem)].some(vocabulary.isVerb)
}
