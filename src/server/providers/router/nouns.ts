import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'

/** What a tool works on, in words for one and for many. */
export interface Noun {
  one: string
  many: string
}

/** Numbers of chapters and versions, and words of technique, that stand in titles. */
const noNoun = /^(v?\d+|return|returns|retrieve|retrieves|json|xml|api|example|copy|paged|paginated|ids?|do)$/

/** The noun of a tool: its title without the verb, else the last fixed word of its path. */
export function nounOf(
  tool: ModelTool | undefined,
  { name, catalog, language }: { name: string; catalog: Catalog; language: Language },
): Noun {
  const { lexicon } = catalog
  const titled = cutWords((tool?.definition?.title ?? name).replace(/\([^()]*\)/g, ' ')).filter(
    (word) => !lexicon.isActionWord(word) && !lexicon.isStopWord(word) && !noNoun.test(word),
  )
  const path = pathNoun(tool, catalog)
  const words = titled.length > 0 && titled.length <= 4 ? titled : path
  if (words.length === 0) return { one: language.sentences.thing, many: language.sentences.things }
  const one = [...words.slice(0, -1), language.singular(words.at(-1)!)]
  const plural = lexicon.language.isPlural(words.at(-1)!)
  const samePath = path.length > 0 && language.singular(path.at(-1)!) === one.at(-1)
  const last = plural || !samePath ? words.at(-1)! : path.at(-1)!
  const isMany = lexicon.language.isPlural(last) || language.singular(last) !== last
  return {
    one: one.join(' '),
    many: isMany ? [...words.slice(0, -1), last].join(' ') : language.sentences.things,
  }
}

function pathNoun(tool: ModelTool | undefined, { lexicon }: Catalog): string[] {
  const { segments } = readPath(tool?.definition?.path ?? '')
  return segments.findLast((words) => !words.every((word) => lexicon.isActionWord(word))) ?? []
}
