import { wordsOf } from '../../../toolkit/meaning/words.js'
import { readPath } from '../../../toolkit/search/resource.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { RouterPack } from './language/pack.js'

/** What a tool works on, in words for one and for many. */
export interface Noun {
  one: string
  many: string
}

/** The noun of a tool: its title without the verb, else the last fixed word of its path. */
export function nounOf(
  tool: ModelTool | undefined,
  { name, catalog, pack }: { name: string; catalog: Catalog; pack: RouterPack },
): Noun {
  const { lexicon } = catalog
  const titled = wordsOf(tool?.definition?.title ?? name).filter(
    (word) => !lexicon.isActionWord(word) && !lexicon.isStopWord(word),
  )
  const path = pathNoun(tool, catalog)
  const words = titled.length > 0 && titled.length <= 4 ? titled : path
  if (words.length === 0) return { one: pack.sentences.thing, many: pack.sentences.things }
  const one = [...words.slice(0, -1), pack.singular(words.at(-1)!)]
  const plural = lexicon.language.isPlural(words.at(-1)!)
  const samePath = path.length > 0 && pack.singular(path.at(-1)!) === one.at(-1)
  const last = plural || !samePath ? words.at(-1)! : path.at(-1)!
  return { one: one.join(' '), many: [...words.slice(0, -1), last].join(' ') }
}

function pathNoun(tool: ModelTool | undefined, { lexicon }: Catalog): string[] {
  const { segments } = readPath(tool?.definition?.path ?? '')
  return segments.findLast((words) => !words.every((word) => lexicon.isActionWord(word))) ?? []
}
