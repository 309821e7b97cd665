import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { JsonObject } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { fieldsOfKind } from './extremes.js'
import { spokenTitle } from './fixed-words.js'
import type { AskedFor } from './labels.js'
import type { Noun } from './nouns.js'

/** What a sentence about a result is made with. */
export interface Telling {
  catalog: Catalog
  language: Language
  /** What the speaker asked. */
  text: string
  asked: AskedFor
  noun: Noun
}

/** A noun without a plural in the collection with one, where its title is in a language whose verbs are known: "Get invoice". */
export function withPlural(
  noun: Noun,
  { tool, catalog, language }: { tool: ModelTool | undefined; catalog: Catalog; language: Language },
): Noun {
  const { lexicon } = catalog
  const words = noun.one.split(' ')
  const last = words.at(-1)!
  if (!tool || noun.many !== language.sentences.things || noun.one === language.sentences.thing) return noun
  const isRead =
    lexicon.actionsIn(spokenTitle(tool)).length > 0 && catalog.facts(tool).title.includes(lexicon.stem(last))
  const plural = isRead ? language.plural(last) : undefined
  return plural === undefined ? noun : { ...noun, many: [...words.slice(0, -1), plural].join(' ') }
}

/** A field is asked for by all words of its name, or by a question for its kind: "when", "how much". An id that the speaker gives is not. */
export function askedFor(
  text: string,
  { catalog, language, noun, input }: Omit<Telling, 'text' | 'asked'> & { input: JsonObject },
): AskedFor {
  const { lexicon } = catalog
  const own = [noun.one, noun.many].map((words) => lexicon.stem(cutWords(words).at(-1) ?? ''))
  const givesId = Object.keys(input).some(isIdName)
  const said = new Set(
    cutWords(text.replace(givenId, '')).flatMap((word) => [lexicon.stem(word), ...lexicon.translate(word)]),
  )
  const kinds = language.fieldQuestions.filter(({ phrases }) => saysOne(phrases, text))
  return (name) => {
    if (givesId && isIdName(name)) return false
    const stems = cutWords(name).map(lexicon.stem)
    const isSaid = stems.every((stem) => said.has(stem)) && !stems.every((stem) => own.includes(stem))
    return isSaid || kinds.some(({ of }) => fieldsOfKind[of].test(name))
  }
}

/** "with the id 88". */
const givenId = /\bid (?=\S*\d)/giu

/** Questions for a kind of field that is more than a name. */
export const fieldKinds = ({ fieldQuestions }: Language) =>
  fieldQuestions.flatMap(({ of, phrases }) => (of === 'person' ? [] : phrases))

/** Whether a text has one of some phrases as whole words. */
export function saysOne(phrases: readonly string[], text: string): boolean {
  const words = ` ${cutWords(text).join(' ')} `
  return phrases.some((phrase) => words.includes(` ${phrase} `))
}

/** Whether a text asks how many there are of what a result lists: "how many open invoices", not "how many yen". */
export function counts({ text, noun, language, catalog }: Telling): boolean {
  const { stem } = catalog.lexicon
  const own = new Set(cutWords(noun.many).map(stem))
  const said = ` ${cutWords(text).join(' ')} `
  return language.countQuestions.some((phrase) => {
    const at = said.indexOf(` ${phrase} `)
    const behind = said
      .slice(at + phrase.length + 2)
      .split(' ')
      .slice(0, 4)
    return at >= 0 && (noun.many === language.sentences.things || behind.some((word) => own.has(stem(word))))
  })
}
