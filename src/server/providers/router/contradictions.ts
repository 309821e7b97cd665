import { cutWords } from '../../../languages/cut-words.js'
import type { Action } from '../../../languages/search-language.js'
import type { Lexicon } from '../../../toolkit/search/lexicon.js'
import { readActions } from '../../../toolkit/search/lexicon.js'
import { meansAction } from '../../../toolkit/search/score.js'
import type { ModelTool } from '../../model/language-model.js'
import { keyOf } from './filling.js'
import type { Goal } from './goal.js'
import type { Listening } from './situation.js'

type SpokenSentence = Listening & { text: string }

/** Actions that end or remove something. */
export const endingActions: ReadonlySet<Action> = new Set(['delete', 'cancel'])

/**
 * Whether a sentence rules out a tool that changes something. This is so if the sentence:
 * - forbids something
 * - has the opposite of the tool's verb
 * - says that the user does not want what the verb means
 * - names another currency
 * - removes only something that is inside the record of the tool
 */
export function isForbidden(tool: ModelTool, sentence: SpokenSentence): boolean {
  return (
    sentence.language.forbidding.test(sentence.text.trim()) ||
    isOpposite(tool, sentence) ||
    isReversed(tool, sentence) ||
    isUnwanted(tool, sentence) ||
    isOtherCurrency(tool, sentence) ||
    isOnlySource(tool, sentence)
  )
}

/**
 * Whether a sentence removes something from the record that the tool would delete: "take the milk off list 5" does not
 * delete list 5.
 */
function isOnlySource(tool: ModelTool, { text, catalog, language }: SpokenSentence): boolean {
  const { lexicon } = catalog
  const { actions, title, target } = catalog.facts(tool)
  if (!endingActions.has(actions[0]!)) return false
  const words = cutWords(text)
  const endings = (said: string[]) =>
    lexicon.actionSpans(said).filter(({ action }) => endingActions.has(action))
  const [verb] = endings(words)
  if (!verb) return false
  const at = words.findIndex((word, index) => index > verb.start && language.sources.has(word))
  const things = words.slice(verb.start + 1, at)
  const own = [...title, ...target].filter((stem) => endings([stem]).length === 0)
  const isOwn = (word: string) => own.includes(lexicon.stem(word))
  const isOther = things.length > 0 && !things.some((word) => isOwn(word) || language.everything.has(word))
  return at >= 0 && isOther && words.slice(at + 1).some(isOwn)
}

/** Whether a sentence asks to remove something, but the tool, by its title, changes or creates something. */
export function isSpared(tool: ModelTool, { text, catalog }: SpokenSentence): boolean {
  const { name, actions } = catalog.facts(tool)
  const asked = catalog.lexicon.actionsIn(text).filter((action) => !readActions.has(action))
  const [said] = catalog.titleLexicon.actionsIn(name)
  const isRemoval = asked.length > 0 && asked.every((action) => action === 'delete')
  return isRemoval && said !== undefined && !actions.some((action) => endingActions.has(action))
}

/** The stem of the verb that the user does not want: "follow" in "I do not want to follow them". */
function unwantedIn({ text, language, catalog }: SpokenSentence): string | undefined {
  const verb = language.unwanted.exec(text)?.[1]
  return verb && catalog.lexicon.stem(verb.toLowerCase())
}

/** Whether the user does not want what the tool's verb means: "I do not want to follow them". */
function isUnwanted(tool: ModelTool, sentence: SpokenSentence): boolean {
  const unwanted = unwantedIn(sentence)
  return unwanted !== undefined && sentence.catalog.facts(tool).verbs.includes(unwanted)
}

/** Whether the sentence has the opposite of the tool's verb. "Turn down invoice 7" does not ask to accept it. */
function isOpposite(tool: ModelTool, sentence: SpokenSentence): boolean {
  return sidesOf(tool, sentence).some(({ named, said }) => named && said === 'other')
}

/** Whether only the sentence or only the title of the tool has a prefix such as "un" before the same verb. */
function isReversed(tool: ModelTool, sentence: SpokenSentence): boolean {
  const { text, catalog, language } = sentence
  const { title } = catalog.facts(tool)
  const unwanted = unwantedIn(sentence)
  const isOwn = (word: string) => title.includes(catalog.lexicon.stem(word))
  const isOther = (word: string, prefix: string) =>
    (word.startsWith(prefix) && isOwn(word.slice(prefix.length))) || isOwn(prefix + word)
  return cutWords(text).some(
    (word) =>
      word.length > 3 &&
      !isOwn(word) &&
      catalog.lexicon.stem(word) !== unwanted &&
      language.reversing.some((prefix) => isOther(word, prefix)),
  )
}

/** Whether the title of a tool has a currency and the sentence has only other currencies. */
function isOtherCurrency(tool: ModelTool, { text, catalog, language }: SpokenSentence): boolean {
  const codes = new Set(Object.values(language.currencies).map((code) => code.toLowerCase()))
  const own = catalog.facts(tool).title.filter((stem) => codes.has(stem))
  const said = cutWords(text).flatMap((word) => {
    const code = language.currencies[word]?.toLowerCase() ?? word
    return codes.has(code) ? [code] : []
  })
  return own.length > 0 && said.length > 0 && !said.some((code) => own.includes(code))
}

/**
 * Compares the verbs of the tool and of the sentence with pairs of opposites, such as accept and reject. Each pair
 * gives two results, one for each of its sides:
 * - `named`: whether the tool has a verb of this side.
 * - `said`: `own` if the sentence has a verb of this side; `other` if it has only a verb of the opposite side.
 *
 * A verb after "do not want to" counts as its opposite.
 */
function sidesOf(
  tool: ModelTool,
  sentence: SpokenSentence,
): { named: boolean; said: 'own' | 'other' | undefined }[] {
  const { text, catalog, language } = sentence
  const { lexicon } = catalog
  const unwanted = unwantedIn(sentence)
  const joinStems = (words: string[]) => ` ${words.map(lexicon.stem).join(' ')} `
  const stemsOf = (phrase: string) => joinStems(cutWords(phrase))
  const words = joinStems(withCompounds(text, lexicon))
  const verbs = catalog.facts(tool).verbs.map((verb) => ` ${verb} `)
  const names = (side: readonly string[]) => side.some((verb) => verbs.includes(stemsOf(verb)))
  const isTakenBack = (verb: string) => stemsOf(verb) === ` ${unwanted} `
  const says = (side: readonly string[]) =>
    side.some((verb) => words.includes(stemsOf(verb)) && !isTakenBack(verb))
  const speaksFor = (side: readonly string[], other: readonly string[]) =>
    says(side) || other.some(isTakenBack)
  return language.opposites
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .map(([own, other]) => ({
      named: names(own),
      said: speaksFor(own, other) ? 'own' : speaksFor(other, own) ? 'other' : undefined,
    }))
}

/**
 * Whether a call would use another record than the one that the user named. There are two cases:
 * - The path of the tool ends with a fixed number, but the user said another number: `/patients/1` for "patient 15".
 * - A parameter `id` would keep its default, but the user said an id that no parameter took.
 */
export function isAnotherRecord({ tool, unplaced, values }: Goal, catalog: Listening['catalog']): boolean {
  const assumed = catalog
    .slots(tool)
    .some(
      (slot) =>
        slot.thing &&
        slot.words.join() === 'id' &&
        !slot.inPath &&
        slot.schema.default !== undefined &&
        !values.has(keyOf(slot)),
    )
  if (assumed && unplaced.some((text) => /\d/.test(text) && !/\s/.test(text))) return true
  const last = tool.definition?.path.split('/').at(-1) ?? ''
  const numbers = unplaced.filter((text) => /^\d+$/.test(text))
  return /^\d+$/.test(last) && numbers.length > 0 && !numbers.includes(last)
}

/**
 * Whether a sentence clearly asks for the change that a tool makes. It must have the tool's verb or a synonym, and its
 * first known noun must belong to the tool. If it does not, the agent asks the user first: "change the return address
 * of the contract" does not ask to change the contract.
 */
export function isSpokenOf(goal: Goal, sentence: SpokenSentence): boolean {
  const values = [...goal.values.values()].filter((value) => typeof value === 'string')
  const text = values.reduce((rest, value) => rest.replaceAll(value, ' '), sentence.text)
  return saysVerb(goal.tool, { ...sentence, text }) && isAboutFirst(goal.tool, { ...sentence, text })
}

/**
 * Whether the first noun of a sentence belongs to a tool. Nouns that no tool has are skipped. For example, "create a
 * booking for room R1" does not mean a tool that creates rooms if other tools handle bookings.
 */
function isAboutFirst(tool: ModelTool, sentence: SpokenSentence): boolean {
  const { text, catalog } = sentence
  const { title, segments, folder } = catalog.facts(tool)
  const parameters = catalog.lexicon.stems(
    catalog.slots(tool).flatMap(({ route }) => route.flatMap(cutWords)),
  )
  const unwanted = unwantedIn(sentence)
  const isThing = (stem: string) => stem !== unwanted && catalog.vocabulary.isThing(stem)
  const first = catalog.lexicon.stems(cutWords(text)).find(isThing)
  return (
    first === undefined || [title, segments.flat(), folder, parameters].some((words) => words.includes(first))
  )
}

/** Whether a word is a code. A code is a value, so it contains no verb: "set-by-api" does not have the verb "set". */
const isCode = (word: string) => /[\d_@/]/.test(word) || word.lastIndexOf('-') - word.indexOf('-') > 1

/** Whether a sentence has the verb of a tool, or a verb with the same meaning. */
export function saysVerb(tool: ModelTool, sentence: SpokenSentence): boolean {
  const { catalog, language } = sentence
  const text = sentence.text
    .split(/\s+/)
    .filter((word) => !isCode(word))
    .join(' ')
  const { lexicon } = catalog
  const { verbs, actions, title, target } = catalog.facts(tool)
  const formsOf = (word: string) => {
    const stems = [lexicon.stem(word), ...lexicon.translate(word)]
    return [...stems, ...stems.flatMap(lexicon.related)]
  }
  const words = withCompounds(text, lexicon)
  // A word in the plural form counts as a verb only if it is the first word. "updates" in "I do not want its updates"
  // is a noun.
  const mayBeVerbs = words.filter((word, at) => at === 0 || !lexicon.language.isPlural(word))
  const isVerb = (stem: string) =>
    catalog.vocabulary.isVerb(verbs[0] ?? '')
      ? stem === verbs[0]
      : title.includes(stem) && lexicon.actionsIn(stem)[0] === actions[0]
  if (mayBeVerbs.flatMap(formsOf).some(isVerb)) return true
  if (sidesOf(tool, sentence).some(({ named, said }) => named && said === 'own')) return true
  const parts = text.split(/[.,;!?]/).map((part) => leadsOf(part, { catalog, language }))
  const leads = parts.find((part) => part.length > 0) ?? []
  // A noun in the position of a verb counts as the verb: "quote me 750 pounds" makes a quote. This does not apply to
  // tools that end or remove something: "parcel 12" deletes no parcel.
  const isEnding = endingActions.has(actions[0]!)
  const isOwn = (stem: string) => title.includes(stem) || target.includes(stem)
  if (!isEnding && leads.flatMap(formsOf).some(isOwn)) return true
  if (words.some((word) => language.namingVerbs.has(word)) && actions.includes('update')) return true
  return lexicon.actionsIn(text).some((action) => actions.some((own) => meansAction(action, own)))
}

/** The words of a text, and the compounds of neighboring words: "log out" gives "log", "out" and "logout". */
function withCompounds(text: string, { compoundsAt }: Lexicon): string[] {
  const words = cutWords(text)
  return [...words, ...words.flatMap((_, at) => compoundsAt(words, at))]
}

/** The word in the position of the verb in a request, and its compounds: "log" and "logout" in "log out". */
export function leadsOf(
  part: string,
  { catalog, language }: Pick<SpokenSentence, 'catalog' | 'language'>,
): string[] {
  const { leadOf, compoundsAt } = catalog.lexicon
  const words = cutWords(part).filter((word) => !language.fillers.has(word))
  const at = leadOf(words)
  // "Contract 7 ..." and "user R2 ..." name a record, so their first word is no verb.
  const isRecord = /\d/.test(words[at + 1] ?? '')
  return at < 0 || isRecord ? [] : [words[at]!, ...compoundsAt(words, at)]
}
