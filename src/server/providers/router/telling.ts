import { cutWords } from '../../../languages/cut-words.js'
import type { Language } from '../../../languages/language.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { oncePer } from '../../../toolkit/model/lazy.js'
import { readPath } from '../../../toolkit/search/resource.js'
import { isIdName, singularOf } from '../../../toolkit/semantics/id-names.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import { fieldsOfKind } from './extremes.js'
import type { AskedFor } from './labels.js'
import { labelField } from './labels.js'
import type { Noun } from './nouns.js'
import { isKnown, isOwn, saidIn } from './nouns.js'

/** What is needed to make a sentence about the result of a tool call. */
export interface Telling {
  tool: ModelTool | undefined
  catalog: Catalog
  language: Language
  /** The user's utterance that led to the tool call. */
  text: string
  asked: AskedFor
  noun: Noun
}

/**
 * Returns a function that tests whether the user asks for a field. The user asks with all words of its name, or with a
 * question such as "when" or "how much". If the call had an id as an argument, the user does not ask for ids.
 */
export function askedFor(
  text: string,
  { catalog, language, noun, input }: Omit<Telling, 'text' | 'asked' | 'tool'> & { input: JsonObject },
): AskedFor {
  const { lexicon } = catalog
  const own = [noun.one, noun.many].map((words) => lexicon.stem(cutWords(words).at(-1) ?? ''))
  const givesId = Object.keys(input).some(isIdName)
  const isSaid = saidIn(text.replace(givenId, ''), lexicon)
  const kinds = language.fieldQuestions.filter(({ phrases }) => saysOne(phrases, text))
  return (name) => {
    if (givesId && isIdName(name)) return false
    const words = headOf(cutWords(name))
    const isOwnName = words.every((word) => own.includes(lexicon.stem(word)))
    return (words.every(isSaid) && !isOwnName) || kinds.some(({ of }) => fieldsOfKind[of].test(name))
  }
}

/**
 * The words of a field name before "of": "year" for `yearOfRelease`. Users say only these words to ask for the field.
 */
const headOf = (words: string[]) => (words.indexOf('of') > 0 ? words.slice(0, words.indexOf('of')) : words)

/** Matches the "id" in "with the id 88". The user gives this id and does not ask for one. */
const givenId = /\bid (?=\S*\d)/giu

/** The phrases that ask for a field, such as "when" for a date. Phrases that ask for a person ("who") are left out. */
export const fieldKinds = ({ fieldQuestions }: Language) =>
  fieldQuestions.flatMap(({ of, phrases }) => (of === 'person' ? [] : phrases))

/** Whether a text contains at least one of the phrases as whole words. */
export function saysOne(phrases: readonly string[], text: string): boolean {
  const words = ` ${cutWords(text).join(' ')} `
  return phrases.some((phrase) => words.includes(` ${phrase} `))
}

/** Whether the user asks how many records there are: "how many open invoices", but not "how many yen". */
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

const longestFieldName = 3

/**
 * The record without the fields that the user did not ask for and would not understand:
 * - fields with long names
 * - fields with names in another language
 * - fields with a number that identifies another record
 */
export function spokenFields(
  thing: JsonObject,
  { tool, catalog, language, asked }: Pick<Telling, 'tool' | 'catalog' | 'language' | 'asked'>,
): JsonObject {
  const label = labelField(thing)
  const own = isOwn(tool, catalog, language)
  const isSpoken = ([name, value]: [string, JsonValue]) => {
    if (typeof value === 'object' || name === label || isIdName(name) || asked(name)) return true
    const words = wordsOf(name)
    const isPlain =
      words.length <= longestFieldName && (own || words.every((word) => isKnown(word, language)))
    return isPlain && !isReference(name, value, catalog)
  }
  return Object.fromEntries(Object.entries(thing).filter(isSpoken))
}

/** Whether the value of a field is a number that identifies another record: `"counterparty": 92`. */
function isReference(name: string, value: JsonValue, { tools }: Catalog): boolean {
  if (!/^\d+$/.test(String(value)) || fieldsOfKind.price.test(name)) return false
  return fieldsOfKind.person.test(name) || recordsOf(tools).has(singularOf(wordsOf(name).at(-1) ?? ''))
}

/** The kinds of records that ids in the paths of the tools identify, in the singular: "room" for `/rooms/{id}`. */
const recordsOf = oncePer((tools: readonly ModelTool[]) => {
  const owners = tools.flatMap(({ definition }) => readPath(definition?.path ?? '').parameters)
  return new Set(owners.map(({ owner }) => singularOf(owner.at(-1) ?? '')))
})
