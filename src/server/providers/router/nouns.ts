import type { Language } from '../../../languages/language.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { pathNoun, subjectOf } from './subjects.js'

/** What a tool works on, in words for one and for many. */
export interface Noun {
  one: string
  many: string
}

/** The noun of a tool: its title without the verb, else the last fixed word of its path. */
export function nounOf(
  tool: ModelTool | undefined,
  { name, catalog, language }: { name: string; catalog: Catalog; language: Language },
): Noun {
  const { lexicon } = catalog
  const path = pathNoun(tool, lexicon)
  const words = subjectOf(tool, { name, lexicon })
  if (words.length === 0) return { one: language.sentences.thing, many: language.sentences.things }
  const [before, last] = [words.slice(0, -1), words.at(-1)!]
  const one = [...before, language.singular(last)].join(' ')
  const samePath = path.length > 0 && language.singular(path.at(-1)!) === language.singular(last)
  const many = lexicon.language.isPlural(last) || !samePath ? last : path.at(-1)!
  const isMany = lexicon.language.isPlural(many) || language.singular(many) !== many
  return { one, many: isMany ? [...before, many].join(' ') : language.sentences.things }
}
