import { cutWords } from '../../../languages/cut-words.js'
import { foreignNouns, languageOf } from '../../../languages/heard-languages.js'
import type { Language } from '../../../languages/language.js'
import { findLanguage } from '../../../languages/languages.js'
import { lazy, oncePer } from '../../../toolkit/model/lazy.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { formsOf } from '../../../toolkit/search/lexicon.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { pathNoun, subjectOf } from './subjects.js'

/** The subject of a tool in the singular and in the plural: "invoice" and "invoices". */
export interface Noun {
  one: string
  many: string
}

/**
 * The noun for the records of a tool: the title without its verb, or else the last word of the path that is no
 * parameter.
 */
export function nounOf(
  tool: ModelTool | undefined,
  { name, catalog, language }: { name: string; catalog: Catalog; language: Language },
): Noun {
  const { titleLexicon: lexicon } = catalog
  const path = pathNoun(tool, lexicon)
  const titled = subjectOf(tool, { name, lexicon })
  const words = path.length > 0 && isSent(titled, { tool, language }) ? path : titled
  if (words.length === 0) return { one: language.sentences.thing, many: language.sentences.things }
  const [before, last] = [words.slice(0, -1), words.at(-1)!]
  const one = [...before, language.singular(last)].join(' ')
  const samePath = path.length > 0 && language.singular(path.at(-1)!) === language.singular(last)
  const many = lexicon.language.isPlural(last) || !samePath ? last : path.at(-1)!
  const isMany = lexicon.language.isPlural(many) || language.singular(many) !== many
  return { one, many: isMany ? [...before, many].join(' ') : language.sentences.things }
}

/**
 * Whether the noun in the title of a request that creates a record is not the record but one that is sent: "Rent room"
 * with the path `/rentals` sends a `roomId` and creates a rental.
 */
function isSent(
  words: string[],
  { tool, language }: { tool: ModelTool | undefined; language: Language },
): boolean {
  if (tool?.definition?.method !== 'POST' || /\/[{:]/.test(tool.definition.path)) return false
  const sent = Object.keys(tool.parameters.properties?.body?.properties ?? {}).map(cutWords)
  const own = language.singular(words.at(-1) ?? '')
  return sent.some((name) => name.length === 2 && name[1] === 'id' && name[0] === own)
}

const longestPhrase = 3

/**
 * Shortens a noun to words that the user understands. The first rule that applies gives the result:
 * - the last words of the noun, if the user said them
 * - the whole noun, if it is a short phrase and the collection is in the language of the session
 * - the whole noun, if the collection is in another language, but the session's word lists have all words of the noun
 * - "thing"
 */
export function spokenNoun(
  noun: Noun,
  {
    tool,
    text,
    catalog,
    language,
  }: { tool: ModelTool | undefined; text: string; catalog: Catalog; language: Language },
): Noun {
  const { lexicon } = catalog
  const { thing, things } = language.sentences
  const isSaid = saidIn(text, lexicon)
  const words = noun.one.split(' ')
  const end = words.length - 1
  const said =
    end - words.findLastIndex((word, at) => !isSaid(word) || (at < end && language.search.isPlural(word)))
  const own = isOwn(tool, catalog, language)
  const isPhrase = own ? isShortPhrase(words, lexicon) : words.every((word) => isKnown(word, language))
  const length = said > 0 ? said : isPhrase ? words.length : 0
  if (length === 0) return { one: thing, many: things }
  // If the collection has no plural of the noun, the plural is made here. This is done only if the title consists of a
  // verb and a noun, such as "Get invoice".
  const title = tool && catalog.facts(tool)
  const isVerbal = title && catalog.titleLexicon.actionsIn(title.name).length > 0
  const isRead = own && isVerbal && title.title.includes(lexicon.stem(words.at(-1)!))
  const plural = noun.many === things && isRead ? language.plural(words.at(-1)!) : undefined
  const many = plural === undefined ? noun.many : [...words.slice(0, -1), plural].join(' ')
  const last = (phrase: string) => phrase.split(' ').slice(-length).join(' ')
  return { one: last(noun.one), many: many === things ? things : last(many) }
}

/** Whether the lists of synonyms of a language contain a word. Lists that are copies of English lists do not count. */
export function isKnown(word: string, { search }: Language): boolean {
  const english = findLanguage('en').search
  const inherited = search.code === english.code ? [] : english.synonyms
  return search.synonyms.some((group) => group.includes(word) && !inherited.includes(group))
}

/** Returns a function that tests whether a text has a word in any form, or a translation of the word. */
export function saidIn(text: string, lexicon: Lexicon): (word: string) => boolean {
  const said = new Set(cutWords(text).flatMap((word) => [lexicon.stem(word), ...lexicon.translate(word)]))
  return (word) => said.has(lexicon.stem(word))
}

/** Whether the titles of a tool and of its collection are in the language of the session. */
export function isOwn(tool: ModelTool | undefined, { tools }: Catalog, { search }: Language): boolean {
  const own = findLanguage(search.code)
  return languageOfTitles(tools) === own && languageOf(titleOf(tool), own) === own
}

const titleOf = (tool: ModelTool | undefined) => tool?.definition?.title ?? ''

const languageOfTitles = oncePer((tools: readonly ModelTool[]) =>
  languageOf(tools.map(titleOf).join(' '), findLanguage('en')),
)

/** Whether words are a short phrase that has no abbreviations and no nouns of other languages. */
function isShortPhrase(words: readonly string[], lexicon: Lexicon): boolean {
  return (
    words.length <= longestPhrase &&
    words.every(
      (word) =>
        /[aeiouyäöü]/.test(word) &&
        (lexicon.isWord(word) ||
          Object.hasOwn(lexicon.language.translations ?? {}, word) ||
          !foreign().has(word)),
    )
  )
}

/** Nouns of the languages that the agent understands but does not speak. */
const foreign = lazy(
  () => new Set(foreignNouns().flatMap(([word, english]) => (word === english ? [] : formsOf(word)))),
)
