import { oncePer } from '../toolkit/model/lazy.js'
import { cutWords } from './cut-words.js'
import { dataOf, languageData } from './data.js'
import { isEnglishPlural, pluralEnglish, singularEnglish } from './en/stem.js'
import { stemmer } from './inflection.js'
import type { Language } from './language.js'
import type { ListedName, Meaning, SetName, Vocabulary } from './language-data.js'
import { type ListName, type OwnWords, ownWords } from './own-words.js'
import { prohibitionTest, sayingTest } from './sayings.js'
import type { Action, SearchLanguage } from './search-language.js'
import { alternatives, phrases } from './word-lists.js'

/** The words for router and search by a tag such as `de-AT`, with the English ones, in which APIs are named. */
export function findLanguage(tag: string | undefined): Language {
  return languageOf(ownWords(dataOf(tag) ?? languageData[0]!))
}

const SETS =
  `ahead past periods switchingVerbs on off sources everything pronouns namingVerbs makingVerbs fillers
  negations saying containing yesNoQuestions counting pages indefinite makers`.split(/\s+/) as SetName[]
const LISTED = 'reversing true false placeholders sequence answerFrames'.split(' ') as ListedName[]

const listsOf = <Name extends ListName, List>(names: readonly Name[], make: (name: Name) => List) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, List>

const english = ownWords(languageData[0]!)

const languageOf = oncePer((own: OwnWords): Language => {
  const { words, sayings, router, capitalNouns = false } = own.data
  const en = english.data
  const both = (name: ListName) => [...new Set([...(english.list(name) ?? []), ...(own.list(name) ?? [])])]
  const union = (name: ListName): ReadonlySet<string> => new Set(both(name))
  /** A list of the language if it has one, else that of English. */
  const list = (name: ListName) => own.list(name) ?? english.list(name) ?? []
  const set = (name: ListName): ReadonlySet<string> => new Set(list(name))
  const lines = <Name extends keyof typeof words>(name: Name) => words[name] ?? en.words[name]
  const only = own === english ? [own] : [english, own]
  const { sentences, done } = router ?? en.router!
  const flags = capitalNouns ? 'u' : 'iu'
  const pronouns = (name: 'pronoun' | 'pluralPronoun') =>
    `(?<![\\p{L}\\p{N}])${alternatives(lines(name) ?? [])}`
  return {
    ...listsOf(SETS, set),
    ...listsOf(LISTED, list),
    ...listsOf(['linking', 'renaming', 'namedBefore', 'questions'], union),
    search: searchLanguage(own, { both, union, set }),
    numbers: own.numbers,
    ordinals: Object.assign({}, ...only.map(({ ordinals }) => ordinals)),
    days: Object.assign({}, ...only.map(({ days }) => days)),
    weekdays: only.flatMap(({ weekdays }) => weekdays),
    months: english.months.map((_, at) => only.flatMap(({ months }) => months[at] ?? [])),
    spans: own.spans,
    pronoun: new RegExp(`${pronouns('pronoun')}(?![\\p{L}\\p{N}'’])`, flags),
    pluralPronoun: new RegExp(`${pronouns('pluralPronoun')}(?=[.!?]?$)`, flags),
    forbidding: anyOf(only.map(({ data }) => prohibitionTest(data.forbids))),
    unwanted: new RegExp(`(?<!\\p{L})${alternatives(lines('unwanted') ?? [])} (\\p{L}+)`, 'iu'),
    opposites: (words.opposites ?? en.words.opposites ?? []).map(
      ([one = '', other = '']) => [phrases([one]), phrases([other])] as const,
    ),
    capitalNouns,
    articles: only.flatMap((one) => one.list('articles') ?? one.list('determiners') ?? []),
    assigning: new Set(only.flatMap((one) => one.list('assigning') ?? one.list('renaming') ?? [])),
    bounds: {
      lower: only.flatMap(({ data }) => phrases(data.words.bounds.lower)),
      upper: only.flatMap(({ data }) => phrases(data.words.bounds.upper)),
    },
    symbols: lines('symbols') ?? {},
    currencies: { ...byWord(en.words.currencies), ...byWord(words.currencies) },
    superlatives: (lines('superlatives') ?? []).map((one) => ({ ...one, words: plainPhrases(one.words) })),
    fieldQuestions: (lines('fieldQuestions') ?? []).map((one) => ({
      ...one,
      phrases: plainPhrases(one.phrases),
    })),
    clock: Object.assign({}, ...only.map(({ data }) => byWord(data.dates.clock))),
    countQuestions: both('countQuestions'),
    perPage: new RegExp(
      `^ (?:(?!${alternatives(lines('prepositions') ?? [])} )\\p{L}+ )?${alternatives(lines('perPage') ?? [])}(?!\\p{L})`,
      'iu',
    ),
    meanings: Object.fromEntries(
      (Object.keys(en.sayings) as Meaning[]).map((meaning) => [
        meaning,
        [...new Set([sayings[meaning], en.sayings[meaning]])].flatMap((said) =>
          said ? [sayingTest(meaning, said)] : [],
        ),
      ]),
    ) as unknown as Language['meanings'],
    valueSynonyms: only.flatMap(({ data }) =>
      (data.words.valueSynonyms ?? []).map((line) => phrases([line])),
    ),
    sentences,
    done,
    // The rule of English would give "termines". Titles in other languages have the plural already.
    plural: own === english ? pluralEnglish : (noun) => noun,
    singular: (word) => ({ people: 'person', children: 'child' })[word] ?? singularEnglish(word),
  }
})

const plainPhrases = (lines: readonly string[]) => phrases(lines).map((one) => cutWords(one).join(' '))

const anyOf = (tests: readonly Pick<RegExp, 'test'>[]): Pick<RegExp, 'test'> => ({
  test: (text) => tests.some((one) => one.test(text)),
})

/** Keys of lists by each of their words: `{ dollar: 'USD' }` for `{ USD: 'dollar' }`. */
const byWord = <Key extends string>(
  lists: Readonly<Partial<Record<Key, string>>> | undefined,
): Record<string, Key> =>
  Object.fromEntries(
    Object.entries(lists ?? {}).flatMap(([key, line]) =>
      phrases([line as string]).map((word) => [word, key as Key]),
    ),
  )

interface Lists {
  both(name: ListName): readonly string[]
  union(name: ListName): ReadonlySet<string>
  set(name: ListName): ReadonlySet<string>
}

function searchLanguage(own: OwnWords, { both, union, set }: Lists): SearchLanguage {
  const { code, data } = own
  const { stem } = data.inflection
  const isEnglish = own === english
  const actions = Object.entries(english.actions).map(([action, words]) => [
    action,
    isEnglish ? words : [...words, ...own.actions[action as Action]],
  ])
  const verbs = new Set(Object.values(own.actions).flat())
  const determiners = new Set(own.list('determiners'))
  return {
    code,
    stopWords: union('stopWords'),
    actions: Object.fromEntries(actions) as SearchLanguage['actions'],
    get translations() {
      return own.translations().said()
    },
    compounds: data.capitalNouns ?? false,
    particles: set('particles'),
    synonyms: (isEnglish ? [data] : [english.data, data]).flatMap(({ vocabulary }) => synonymsOf(vocabulary)),
    related: { ...relatedOf(english.data.vocabulary), ...relatedOf(data.vocabulary) },
    prepositions: union('prepositions'),
    beforeVerbs: union('beforeVerbs'),
    pointers: union('pointers'),
    joints: union('joints'),
    own: union('own'),
    selfQuestions: both('selfQuestions'),
    naming: union('naming'),
    matchesBeginnings: stem === undefined,
    stem: stemmer(data.inflection),
    isPlural: (word) => own.isPlural(word) || (!isEnglish && stem === undefined && isEnglishPlural(word)),
    isNounForm: (word, before) =>
      !isEnglish && verbs.has(word)
        ? determiners.has(before) && Object.hasOwn(own.translations().titles, word)
        : stem === undefined || isEnglish
          ? isEnglishNoun(word, before)
          : false,
  }
}

const synonymsOf = oncePer(({ synonyms = [] }: Vocabulary) => synonyms.map((line) => phrases([line])))

const relatedOf = ({ related = {} }: Vocabulary) =>
  Object.fromEntries(Object.entries(related).map(([word, line]) => [word, phrases([line])]))

/** Whether an English word is not a verb, because of its own form ("records") or the word before it ("an issue"). */
function isEnglishNoun(word: string, before: string): boolean {
  const { determiners, nounVerbs, beforeVerbs, joints } = nounRules
  return (
    isEnglishPlural(word) ||
    (determiners.has(before) && word !== 'new') ||
    (nounVerbs.has(word) && !beforeVerbs.has(before) && !joints.has(before))
  )
}

const nounRules = {
  determiners: new Set(english.list('determiners')),
  nounVerbs: new Set(english.list('nounVerbs')),
  beforeVerbs: new Set(english.list('beforeVerbs')),
  joints: new Set(english.list('joints')),
}
