import { cutWords } from '../../../languages/cut-words.js'
import { isFieldOf } from '../../../languages/field-names.js'
import type { Language } from '../../../languages/language.js'
import type { FieldKind } from '../../../languages/language-data.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { isIdName } from '../../../toolkit/semantics/id-names.js'
import type { Catalog } from './catalog.js'
import { type Noun, saidIn } from './nouns.js'
import { type AskedFor, isObject } from './records.js'

/** Whether a text contains at least one of the phrases as whole words. */
export function saysOne(phrases: readonly string[], text: string): boolean {
  const words = ` ${cutWords(text).join(' ')} `
  return phrases.some((phrase) => words.includes(` ${phrase} `))
}

/** Whether the user asks for a kind of field, such as with "when" for a date. "Who" does not count. */
export const asksForKind = (text: string, { fieldQuestions }: Language) =>
  saysOne(
    fieldQuestions.flatMap(({ of, phrases }) => (of === 'person' ? [] : phrases)),
    text,
  )

/**
 * Returns a function that tests whether the user asks for a field: with all words of its name, or with a question such
 * as "when" or "how much". If the call had an id as an argument, the user does not ask for ids.
 */
export function askedFor(
  text: string,
  { catalog, language, noun, input }: { catalog: Catalog; language: Language; noun: Noun; input: JsonObject },
): AskedFor {
  const { lexicon } = catalog
  const own = [noun.one, noun.many].map((words) => lexicon.stem(cutWords(words).at(-1) ?? ''))
  const givesId = Object.keys(input).some(isIdName)
  // "the VAT number" is no id of the record, although its name ends like one.
  const isOwnId = (name: string) => isIdName(name) && /(^|[_-])id$|Id$|ID$/.test(name)
  // In "with the id 88", the user gives an id and does not ask for one.
  const isSaid = saidIn(text.replace(/\bid (?=\S*\d)/giu, ''), lexicon)
  const kinds: { of: FieldKind }[] = language.fieldQuestions.filter(({ phrases }) => saysOne(phrases, text))
  if (saysOne(language.countQuestions, text)) kinds.push({ of: 'count' })
  return (name) => {
    if (givesId && isOwnId(name)) return false
    const all = cutWords(name)
    // The words before "of" are enough: "year" for `yearOfRelease`.
    const words = all.indexOf('of') > 0 ? all.slice(0, all.indexOf('of')) : all
    const isOwnName = words.every((word) => own.includes(lexicon.stem(word)))
    return (words.every(isSaid) && !isOwnName) || kinds.some(({ of }) => isFieldOf(of, name))
  }
}

/** The record of a list for which the user asks with a superlative ("the cheapest"), and the field that decides. */
export function extremeOf(
  items: readonly JsonValue[],
  { language, asked, text }: { language: Language; asked: AskedFor; text: string },
): { item: JsonObject; field: string } | undefined {
  const words = cutWords(text)
  // "newest first" and "the newest items" ask for the list, not for one record. "at least 3" is a bound.
  const isStandIn = (next: string) => language.placeholders.includes(language.singular(next))
  const isOne = (next = '') =>
    isStandIn(next) || (!language.search.isPlural(next) && language.ordinals[next] === undefined)
  const isBound = (next = '') => /^\d/.test(next) || language.numbers.valueOf(next) !== undefined
  const superlative = language.superlatives.find((one) =>
    one.words.some((phrase) => {
      const said = phrase.split(' ')
      const at = words.findIndex((_, start) => said.every((word, index) => words[start + index] === word))
      const next = words[at + said.length]
      return at >= 0 && !isBound(next) && (one.needsField || isOne(next))
    }),
  )
  const things = items.filter(isObject)
  if (!superlative || things.length < 2) return undefined
  // The oldest has the greatest age, but the earliest date.
  const { of, needsField } = superlative
  const best =
    of === 'any'
      ? undefined
      : (extremeIn(things, superlative, (name) => isFieldOf(of, name) && asked(name)) ??
        extremeIn(things, superlative, (name) => isFieldOf(of, name)))
  const age =
    of === 'date'
      ? extremeIn(things, { most: !superlative.most }, (name) => isFieldOf('age', name))
      : undefined
  if (best ?? age) return best ?? age
  return extremeIn(
    things,
    superlative,
    (name, all) =>
      // Only dates that the user names have a size: "the highest due date".
      asked(name) ||
      (of === 'any' && !needsField && all.length === 1 && !things.some((one) => isDate(one[name]))),
  )
}

/** The record with the most or least in a field of numbers, dates or amounts: the first one that `isMeant`. */
function extremeIn(
  things: readonly JsonObject[],
  { most }: { most: boolean },
  isMeant: (name: string, all: readonly string[]) => boolean,
): { item: JsonObject; field: string } | undefined {
  const sized = Object.keys(things[0]!).filter(
    (name) =>
      !isIdName(name) &&
      things.every((one) => !Number.isNaN(rankOf(one[name]))) &&
      new Set(things.map((one) => unitOf(one[name]))).size === 1,
  )
  const field = sized.find((name) => isMeant(name, sized))
  if (field === undefined) return undefined
  const sign = most ? -1 : 1
  const [item] = [...things].sort((a, b) => sign * (rankOf(a[field]) - rankOf(b[field])))
  return { item: item!, field }
}

const isDate = (value: JsonValue | undefined) => /^\d{4}-\d{2}-\d{2}/.test(String(value))

/** The currency of an amount such as `10.99 USD`. */
const unitOf = (value: JsonValue | undefined) => /^\d+(?:\.\d+)? ([A-Z]{3})$/.exec(String(value))?.[1]

/** A number, a date or a positive amount of money as a number to compare. NaN for any other value. */
function rankOf(value: JsonValue | undefined): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || !/^\d/.test(value)) return Number.NaN
  return isDate(value) ? Date.parse(value) : Number(unitOf(value) ? value.slice(0, -4) : value)
}
