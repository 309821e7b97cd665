import { cutWords } from '../../../languages/cut-words.js'
import { foreignNouns, languageOf } from '../../../languages/heard-languages.js'
import type { Language } from '../../../languages/language.js'
import { findLanguage } from '../../../languages/languages.js'
import { lazy, oncePer } from '../../../toolkit/model/lazy.js'
import { formsOf, type Lexicon } from '../../../toolkit/search/lexicon.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { pathNoun, subjectOf } from './subjects.js'

/** The subject of a tool in the singular and in the plural: "invoice" and "invoices". */
export interface Noun {
  one: string
  many: string
}

type Speaking = { catalog: Catalog; language: Language }

/** The noun for the records of a tool: the title without its verb, or else the last noun of the path. */
export function nounOf(
  tool: ModelTool | undefined,
  { name, catalog, language }: Speaking & { name: string },
): Noun {
  const { titleLexicon: lexicon } = catalog
  const path = pathNoun(tool, lexicon)
  const whole = subjectOf(tool, { name, lexicon })
  // A verb that only this collection has is no part of the noun: "Deliver parcel" with the path `/parcels/{id}/deliver`.
  const isVerb = whole.length > 1 && tool?.definition?.path.split('/').at(-1) === whole[0]
  const titled = isVerb ? whole.slice(1) : whole
  const words = path.length > 0 && isSent(titled, tool, language) ? path : titled
  if (words.length === 0) return { one: language.sentences.thing, many: language.sentences.things }
  const [before, last] = [words.slice(0, -1), words.at(-1)!]
  const samePath = path.length > 0 && language.singular(path.at(-1)!) === language.singular(last)
  const many = lexicon.language.isPlural(last) || !samePath ? last : path.at(-1)!
  const isMany = lexicon.language.isPlural(many) || language.singular(many) !== many
  return {
    one: [...before, language.singular(last)].join(' '),
    many: isMany ? [...before, many].join(' ') : language.sentences.things,
  }
}

/** Whether the noun in a title is only sent: "Rent room" with the path `/rentals` sends a `roomId`. */
function isSent(words: string[], tool: ModelTool | undefined, language: Language): boolean {
  if (tool?.definition?.method !== 'POST' || /\/[{:]/.test(tool.definition.path)) return false
  const sent = Object.keys(tool.parameters.properties?.body?.properties ?? {}).map(cutWords)
  const own = language.singular(words.at(-1) ?? '')
  return sent.some((name) => name.length === 2 && name[1] === 'id' && name[0] === own)
}

/**
 * A noun in words that the user understands: its last words that the user said; the whole noun, if it is a short phrase
 * in the language of the session; else "thing".
 */
export function spokenNoun(
  noun: Noun,
  { tool, text, catalog, language }: Speaking & { tool: ModelTool | undefined; text: string },
): Noun {
  const { lexicon } = catalog
  const { thing, things } = language.sentences
  const isSaid = saidIn(text, lexicon)
  const words = noun.one.split(' ')
  const end = words.length - 1
  const isOther = (word: string, at: number) => !isSaid(word) || (at < end && language.search.isPlural(word))
  const said = end - words.findLastIndex(isOther)
  const own = isOwn(tool, catalog, language)
  const isPhrase = own ? isShortPhrase(words, lexicon) : words.every((word) => isKnown(word, language))
  const length = said > 0 ? said : isPhrase ? words.length : 0
  if (length === 0) return { one: thing, many: things }
  // If the collection has no plural of the noun, it is made here from a title such as "Get invoice".
  const facts = tool && catalog.facts(tool)
  const isVerbal = facts && catalog.titleLexicon.actionsIn(facts.name).length > 0
  const isRead = own && isVerbal && facts.title.includes(lexicon.stem(words.at(-1)!))
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
    words.length <= 3 &&
    words.every(
      (word) =>
        /[aeiouyäöü]/.test(word) &&
        (lexicon.isWord(word) ||
          Object.hasOwn(lexicon.language.translations ?? {}, word) ||
          !foreign().has(word)),
    )
  )
}

const foreign = lazy(
  () => new Set(foreignNouns().flatMap(([word, english]) => (word === english ? [] : formsOf(word)))),
)
