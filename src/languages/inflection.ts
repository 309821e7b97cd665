import { lazy } from '../toolkit/model/lazy.js'
import { wordsOf } from '../toolkit/semantics/words.js'
import { isEnglishPlural, stemEnglish } from './en/stem.js'
import type { Inflection, Vocabulary } from './language-data.js'
import { casesOf, titleFormsOf, verbFormsOf } from './tr/endings.js'
import { phrases, withoutAccents } from './word-lists.js'

/** The words of lines with all forms that `+` and `~` stand for, without accents, in all ways in which users type them. */
export function formsIn(lines: readonly string[] | undefined, inflection: Inflection): string[] {
  const forms = phrases(lines).flatMap((word) => verbForms(word, inflection))
  return [...new Set(forms.flatMap((word) => typedForms(word, inflection)))]
}

function verbForms(word: string, inflection: Inflection): string[] {
  if (word.endsWith('~')) return withPronouns(word.slice(0, -1), inflection)
  if (!word.endsWith('+')) return [word]
  const infinitive = word.slice(0, -1)
  if (inflection.harmony) return verbFormsOf(infinitive)
  const verb = inflection.verbs?.find(({ ending }) => infinitive.endsWith(ending))
  if (!verb) return [infinitive]
  const stem = infinitive.slice(0, -verb.ending.length)
  return phrases(verb.forms).flatMap((form) => {
    const ending = form.replace('*', '')
    const whole = (form.startsWith('*') ? softened(stem, inflection) : stem) + ending.replace('~', '')
    return ending.endsWith('~') ? withPronouns(whole, inflection) : [whole]
  })
}

function softened(stem: string, { soften = {} }: Inflection): string {
  const last = stem.at(-1)!
  return Object.hasOwn(soften, last) ? stem.slice(0, -1) + soften[last] : stem
}

function withPronouns(verb: string, { pronouns, beforePronouns = {} }: Inflection): string[] {
  const [end, other = ''] = Object.entries(beforePronouns).find(([end]) => verb.endsWith(end)) ?? ['']
  const before = verb.slice(0, verb.length - end.length) + other
  return [verb, ...phrases(pronouns).map((pronoun) => before + pronoun)]
}

function typedForms(word: string, { typed = {} }: Inflection): string[] {
  const plain = withoutAccents(word)
  const other = Object.entries(typed).reduce((text, [letter, typed]) => text.replaceAll(letter, typed), plain)
  return other === plain ? [plain] : [plain, other]
}

export interface Translations {
  /** Words that the titles of tools may have, and that English words are translated to. */
  titles: Readonly<Record<string, string>>
  /** These and all further forms that users say. */
  said: () => Readonly<Record<string, string>>
  plurals: () => ReadonlySet<string>
  /** The nouns without declension, and words that are only heard. */
  nouns: () => ReadonlySet<string>
}

/** Reads the vocabulary of a language. Later lists replace the words of earlier ones. */
export function readVocabulary(vocabulary: Vocabulary, inflection: Inflection): Translations {
  const { nouns, declensions = [], words, heard } = vocabulary
  const { possessives, harmony } = inflection
  const entries = <Value>(pairs: readonly (readonly [string, Value])[]) =>
    pairs.flatMap(([word, value]) =>
      typedForms(word, inflection).map((form) => [wordsOf(form).join('') || form, value] as const),
    )
  const declined = lazy(() => declensions.map(declinedForms))
  const titles = Object.fromEntries(
    entries([
      ...byWord(nouns).flatMap(([entry, english]) => {
        const [noun = ''] = entry.split('/')
        return (harmony ? titleFormsOf(noun) : [noun]).map((form) => [form, english] as const)
      }),
      ...declensions.flatMap(({ nouns }) => byWord(nouns)),
      ...byWord(words),
    ]),
  )
  const further = lazy(() => [
    ...byWord(nouns).flatMap(([entry, english]) => {
      const [noun = '', plural] = entry.split('/')
      const forms = harmony ? casesOf(noun) : phrases(possessives).map((end) => noun + end)
      return [...forms, ...(plural ? [plural] : [])].map((form) => [form, english] as const)
    }),
    ...declined().flatMap(({ singular, plural }) => [...singular, ...plural]),
    ...byWord(heard).flatMap(([word, english]) =>
      (harmony ? casesOf(word) : [word]).map((form) => [form, english] as const),
    ),
  ])
  return {
    titles,
    said: lazy(() => ({ ...Object.fromEntries(entries(further())), ...titles })),
    nouns: lazy(() => new Set(entries([...byWord(nouns), ...byWord(heard)]).map(([word]) => word))),
    plurals: lazy(() => {
      const listed = byWord(nouns).flatMap(([entry]) => entry.split('/').slice(1))
      const plurals = [...listed, ...declined().flatMap(({ plural }) => plural.map(([form]) => form))]
      // An irregular form or a verb in `words` may look like the plural of a noun.
      const others = new Set(entries(byWord(words)).map(([word]) => word))
      const all = plurals.flatMap((form) => typedForms(form, inflection))
      return new Set(all.filter((form) => !others.has(form)))
    }),
  }
}

/** Each word of lists, with the key of its list. */
const byWord = (lists: Readonly<Record<string, string>> = {}): (readonly [word: string, english: string])[] =>
  Object.entries(lists).flatMap(([english, line]) => phrases([line]).map((word) => [word, english] as const))

type Declension = NonNullable<Vocabulary['declensions']>[number]

function declinedForms({ ending, singular, plural, nouns }: Declension) {
  const length = ending === '-' ? 0 : ending.length
  const withEnds = (ends: string) =>
    byWord(nouns).flatMap(([noun, english]) =>
      phrases([ends]).map(
        (end) => [noun.slice(0, noun.length - length) + end.replace('-', ''), english] as const,
      ),
    )
  return { singular: withEnds(singular), plural: withEnds(plural) }
}

/** Whether a word looks like a plural, as the data of a language tells. */
export function pluralTest(
  { plural }: Inflection,
  translations: () => Translations,
): (word: string) => boolean {
  if (plural === 'english') return isEnglishPlural
  if (plural === 'any noun') return (word) => translations().nouns().has(word)
  if (!plural) return (word) => translations().plurals().has(word)
  const ends = phrases(plural.endings).filter((end) => !end.endsWith('*'))
  const inner = phrases(plural.endings).flatMap((end) => (end.endsWith('*') ? [end.slice(0, -1)] : []))
  const singular = phrases(plural.not)
  return (word) =>
    !singular.some((end) => word.endsWith(end)) &&
    (ends.some((end) => word.endsWith(end) && word.length - end.length >= plural.least) ||
      inner.some((end) => word.indexOf(end, plural.least) >= 0))
}

/** How many letters there must be before the ending of a possessive: "email" in "emailnya". */
const shortest = 4

/** Reduces the forms of a word to one. The word has no accents. */
export function stemmer({ stem, possessives }: Inflection): (word: string) => string {
  if (!stem || stem === 'english') {
    const ends = phrases(possessives)
    const endOf = (word: string) =>
      ends.find((end) => word.endsWith(end) && word.length - end.length >= shortest)
    return (word) => stemEnglish(word.slice(0, word.length - (endOf(word)?.length ?? 0)))
  }
  const suffixes = phrases(stem.suffixes)
  return (word) => stemBySuffix(word, suffixes, stem.least)
}

/** The stem by a language's suffixes: "rechnung", "losch". English ones go first, as names in an API have them. */
function stemBySuffix(word: string, suffixes: readonly string[], least: number): string {
  const plain = word.replaceAll('ß', 'ss')
  if (plain.length <= least || /\d/.test(plain)) return plain
  // The English ending of "applied" is no ending in "mitglied".
  const form = /(?:gl|sch)ied$/.test(plain) ? plain : stemEnglish(plain)
  // Many English words end in "er": "user", "layer".
  const room = (ending: string) => (ending.startsWith('er') ? least : least - 1)
  const ending = suffixes.find((one) => form.endsWith(one) && form.length - one.length >= room(one))
  if (ending === undefined) return form
  const stem = ending === 'ungen' ? form.slice(0, -2) : form.slice(0, -ending.length)
  // "dokument" loses its "t", so "dokumente" has to lose it too. Short stems such as "fahrt" keep it.
  return stem.endsWith('t') && stem.length > least + 1 ? stemBySuffix(stem, suffixes, least) : stem
}
