import { cutWords } from '../../../languages/cut-words.js'
import type { JsonObject, JsonValue } from '../../../toolkit/model/json.js'
import { formsOf } from '../../../toolkit/search/lexicon.js'
import { wordsOf } from '../../../toolkit/semantics/words.js'
import { humanize, isObject, isSayable, labelField } from './records.js'
import type { Reading } from './tokens.js'

/** Digits of a number from which on it is a value that people say, such as a year, and no count of records. */
const leastDigits = 4
/** How many letters the ending of a name has at most, and how many letters there must be before it. */
const [mostEnding, leastBeginning] = [2, 4]

/**
 * The records of which a sentence says something that is not true of all of them: a state ("the drafts"), a place, a part
 * of their name, a field that is true ("which of them are remote?"), or one that is empty ("with no rooms left").
 * Undefined if it says no such thing. With `noun`, the noun of the records, only whole values
 * count, and no names: "Expenses" asks for all of them, not for those of the type `expense`.
 */
export function recordsSaid(
  items: readonly JsonValue[],
  { text, catalog, language, noun }: Pick<Reading, 'text' | 'catalog' | 'language'> & { noun?: string },
): JsonObject[] | undefined {
  const { lexicon, vocabulary } = catalog
  const words = cutWords(text)
  const isDenied = words.some((word) => language.negations.has(word))
  const content = words.filter((word) => !lexicon.isStopWord(word))
  const alike = language.valueSynonyms.filter((group) => content.some((word) => group.includes(word))).flat()
  const said = new Set([
    ...content.flatMap((word) => [lexicon.stem(word), ...lexicon.translate(word)]),
    ...alike.map(lexicon.stem),
  ])
  const isSaid = (stem: string) => said.has(stem)
  // A name has endings too in languages whose endings are not known: "у Козловой" means Козлова.
  const { matchesBeginnings } = lexicon.language
  const isNamed = (stem: string) =>
    isSaid(stem) || (matchesBeginnings === true && content.some((word) => isAlike(word, stem)))
  const nouns = new Set((noun?.split(' ') ?? []).flatMap(formsOf).map(lexicon.stem))
  const saidIn = (thing: JsonObject) => {
    const label = labelField(thing)
    return new Set(
      Object.entries(thing).flatMap(([name, value]) => {
        if (isDenied)
          return isNothing(value) && isSaid(lexicon.stem(cutWords(humanize(name))[0] ?? '')) ? [name] : []
        const own = lexicon.stems([...sayingOf(name, value)]).filter((stem) => stem !== '')
        if (noun !== undefined && (name === label || own.every((stem) => nouns.has(stem)))) return []
        if (name === label) return own.filter((stem) => isNamed(stem) && !vocabulary.has(stem))
        return own.every(isSaid) ? own : []
      }),
    ).size
  }
  const things = items.filter(isObject)
  const counts = things.map(saidIn)
  const most = Math.max(0, ...counts)
  return most > Math.min(...counts) ? things.filter((_, at) => counts[at] === most) : undefined
}

/** Whether two words are the same but for their last letters. */
function isAlike(one: string, other: string): boolean {
  const end = Math.max(one.length, other.length) - mostEnding
  return end >= leastBeginning && one.slice(0, end) === other.slice(0, end)
}

const isNothing = (value: JsonValue) => value === 0 || value === false || value === null || value === ''

/** The words with which people say that a record has this value: "remote" for `isRemote: true`. */
function sayingOf(name: string, value: JsonValue): readonly string[] {
  if (value === true) return cutWords(humanize(name).replace(/^(is|has) /, ''))
  if (typeof value === 'number') return String(value).length < leastDigits ? [] : [String(value)]
  return typeof value === 'string' && isSayable(value) ? wordsOf(value) : []
}
