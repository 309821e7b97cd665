import { cutWords } from '../../../languages/cut-words.js'
import type { Action } from '../../../languages/search-language.js'
import { withoutAccents } from '../../../languages/word-lists.js'
import { type Lexicon, readActions } from '../../../toolkit/search/lexicon.js'
import { meansAction } from '../../../toolkit/search/score.js'
import type { ModelTool } from '../../model/language-model.js'
import type { Catalog } from './catalog.js'
import type { Reading } from './tokens.js'

/** Actions that end or remove something. */
export const endingActions: ReadonlySet<Action> = new Set(['delete', 'cancel'])

/** Whether a sentence asks for information or begins with the verb of a change. Undefined for any other sentence. */
export function kindOf(reading: Reading): 'question' | 'change' | undefined {
  const { text, catalog, language } = reading
  const words = cutWords(text).filter((word) => !language.fillers.has(word))
  if (isQuestion(reading)) return 'question'
  const at = catalog.lexicon.leadOf(words)
  const isNoun = at >= 0 && isPluralThing(words[at]!, catalog)
  const spans = catalog.lexicon.actionSpans(words).filter(({ start }) => start !== at || !isNoun)
  if (spans.length === 0 && isNounPhrase(reading)) return 'question'
  const lead = spans.find(({ start }) => start === at)
  return lead && !readActions.has(lead.action) ? 'change' : undefined
}

/** Whether a sentence begins with a question word or, if it ends with a question mark, has one after a comma. */
export function isQuestion({ text, language: { questions, fillers } }: Reading): boolean {
  const asks = ([first = '', second]: string[]) => questions.has(first) || questions.has(`${first} ${second}`)
  const words = cutWords(text).filter((word) => !fillers.has(word))
  return asks(words) || (text.trimEnd().endsWith('?') && text.split(',').some((part) => asks(cutWords(part))))
}

/** Whether a word in the position of a verb is the plural of a record: "books from 2021" books nothing. */
const isPluralThing = (word: string, { lexicon, vocabulary }: Catalog) =>
  lexicon.language.isPlural(word) &&
  lexicon.language.isNounForm(word, '') &&
  vocabulary.isThing(lexicon.stem(word))

/** Whether a sentence only names something: "the movements of account 7", "only the members in Rome". */
function isNounPhrase(reading: Reading): boolean {
  const { text, catalog, language } = reading
  if (endsWithVerb(reading) || instructs(reading)) return false
  const words = cutWords(text).filter((word) => !language.fillers.has(word))
  const first = words[catalog.lexicon.leadOf(words)] ?? ''
  const isNamed = language.articles.includes(first) || catalog.lexicon.language.isPlural(first)
  return isNamed && !words.some((word) => language.yesNoQuestions.has(word) || language.assigning.has(word))
}

/** Whether a later part of a sentence begins with the verb of a tool: "the customer agreed, approve that one". */
function instructs({ text, catalog: { lexicon, vocabulary } }: Reading): boolean {
  const leads = text
    .split(/[,;.]/)
    .slice(1)
    .map((part) => {
      const words = cutWords(part)
      return words[lexicon.leadOf(words)]
    })
  return leads.some(
    (word) => word !== undefined && !lexicon.language.isPlural(word) && vocabulary.isVerb(lexicon.stem(word)),
  )
}

/** Whether a German sentence ends with the verb of a tool: "die Tür 4 sperren". A noun would have a capital letter. */
function endsWithVerb({ text, catalog: { lexicon, vocabulary }, language }: Reading): boolean {
  const last = withoutAccents(/(?<=\s)\p{Ll}+(?=[.!?]?$)/u.exec(text.trim())?.[0] ?? '')
  if (!language.capitalNouns || last === '') return false
  const stem = lexicon.stem(last)
  return [stem, ...lexicon.translate(last), ...lexicon.related(stem)].some(vocabulary.isVerb)
}

/** Whether a sentence rules out a tool that changes something, although its words fit. */
export function isForbidden(tool: ModelTool, reading: Reading): boolean {
  return (
    reading.language.forbidding.test(reading.text.trim()) ||
    sidesOf(tool, reading).some(({ named, said }) => named && said === 'other') ||
    isReversed(tool, reading) ||
    reading.catalog.facts(tool).verbs.includes(unwantedIn(reading) ?? '') ||
    isOtherCurrency(tool, reading) ||
    isOnlySource(tool, reading) ||
    isSpared(tool, reading)
  )
}

/** Whether a sentence removes something from the tool's record: "take the milk off list 5" does not delete list 5. */
function isOnlySource(tool: ModelTool, { text, catalog, language }: Reading): boolean {
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
function isSpared(tool: ModelTool, { text, catalog }: Reading): boolean {
  const { name, actions } = catalog.facts(tool)
  const asked = catalog.lexicon.actionsIn(text).filter((action) => !readActions.has(action))
  const [said] = catalog.titleLexicon.actionsIn(name)
  const isRemoval = asked.length > 0 && asked.every((action) => action === 'delete')
  return isRemoval && said !== undefined && !actions.some((action) => endingActions.has(action))
}

/** The stem of the verb that the user does not want: "follow" in "I do not want to follow them". */
function unwantedIn({ text, language, catalog }: Reading): string | undefined {
  const verb = language.unwanted.exec(text)?.[1]
  return verb && catalog.lexicon.stem(verb.toLowerCase())
}

/** Whether only the sentence or only the title of the tool has a prefix such as "un" before the same verb. */
function isReversed(tool: ModelTool, reading: Reading): boolean {
  const { text, catalog, language } = reading
  const { title } = catalog.facts(tool)
  const unwanted = unwantedIn(reading)
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
function isOtherCurrency(tool: ModelTool, { text, catalog, language }: Reading): boolean {
  const codes = new Set(Object.values(language.currencies).map((code) => code.toLowerCase()))
  const own = catalog.facts(tool).title.filter((stem) => codes.has(stem))
  const said = cutWords(text)
    .map((word) => language.currencies[word]?.toLowerCase() ?? word)
    .filter((code) => codes.has(code))
  return own.length > 0 && said.length > 0 && !said.some((code) => own.includes(code))
}

/**
 * Compares the verbs of the tool and of the sentence with pairs of opposites, such as accept and reject. `named`:
 * whether the tool has a verb of this side. `said`: `own` if the sentence has a verb of this side, `other` if it has
 * only one of the opposite side. A verb after "do not want to" counts as its opposite.
 */
function sidesOf(tool: ModelTool, reading: Reading): { named: boolean; said: 'own' | 'other' | undefined }[] {
  const { text, catalog, language } = reading
  const { lexicon } = catalog
  const unwanted = unwantedIn(reading)
  const joinStems = (words: string[]) => ` ${words.map(lexicon.stem).join(' ')} `
  const stemsOf = (phrase: string) => joinStems(cutWords(phrase))
  const words = joinStems(withCompounds(text, lexicon))
  const verbs = catalog.facts(tool).verbs.map((verb) => ` ${verb} `)
  const isTakenBack = (verb: string) => stemsOf(verb) === ` ${unwanted} `
  const says = (side: readonly string[]) =>
    side.some((verb) => words.includes(stemsOf(verb)) && !isTakenBack(verb))
  const speaksFor = (side: readonly string[], other: readonly string[]) =>
    says(side) || other.some(isTakenBack)
  return language.opposites
    .flatMap(([one, other]) => [[one, other] as const, [other, one] as const])
    .map(([own, other]) => ({
      named: own.some((verb) => verbs.includes(stemsOf(verb))),
      said: speaksFor(own, other) ? 'own' : speaksFor(other, own) ? 'other' : undefined,
    }))
}

/** The words of a text, and the compounds of neighboring words: "log out" gives "log", "out" and "logout". */
function withCompounds(text: string, { compoundsAt }: Lexicon): string[] {
  const words = cutWords(text)
  return [...words, ...words.flatMap((_, at) => compoundsAt(words, at))]
}

/** Whether a word is a code. A code is a value, so it contains no verb: "set-by-api" does not have the verb "set". */
const isCode = (word: string) => /[\d_@/]/.test(word) || word.lastIndexOf('-') - word.indexOf('-') > 1

/** Whether a sentence has the verb of a tool, or a verb with the same meaning. */
export function saysVerb(tool: ModelTool, reading: Reading): boolean {
  const { catalog, language } = reading
  const text = reading.text
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
  // A plural counts as a verb only if it is the first word. "updates" in "I do not want its updates" is a noun.
  const mayBeVerbs = words.filter((word, at) => at === 0 || !lexicon.language.isPlural(word))
  const isVerb = (stem: string) =>
    catalog.vocabulary.isVerb(verbs[0] ?? '')
      ? stem === verbs[0]
      : title.includes(stem) && lexicon.actionsIn(stem)[0] === actions[0]
  if (mayBeVerbs.flatMap(formsOf).some(isVerb)) return true
  if (sidesOf(tool, reading).some(({ named, said }) => named && said === 'own')) return true
  const parts = text.split(/[.,;!?]/).map((part) => leadsOf({ ...reading, text: part }))
  const leads = parts.find((part) => part.length > 0) ?? []
  // A noun in the position of a verb counts as the verb: "quote me 750 pounds" makes a quote. This does not apply to
  // tools that end or remove something: "parcel 12" deletes no parcel.
  const isOwn = (stem: string) => title.includes(stem) || target.includes(stem)
  const mayLead = leads.filter((word) => !isPluralThing(word, catalog))
  if (!endingActions.has(actions[0]!) && mayLead.flatMap(formsOf).some(isOwn)) return true
  if (words.some((word) => language.namingVerbs.has(word)) && actions.includes('update')) return true
  // A verb of its own, such as the "promote" of `/users/promote`, is not said with a word such as "make".
  const hasOwnVerb = target.includes(verbs[0] ?? '') && !lexicon.isActionWord(verbs[0]!)
  if (hasOwnVerb && actions.join() === 'create') return false
  return lexicon.actionsIn(text).some((action) => actions.some((own) => meansAction(action, own)))
}

/** The word in the position of the verb in a request, and its compounds: "log" and "logout" in "log out". */
export function leadsOf({ text, catalog, language }: Reading): string[] {
  const { leadOf, compoundsAt } = catalog.lexicon
  const words = cutWords(text).filter((word) => !language.fillers.has(word))
  const at = leadOf(words)
  // "Contract 7 ..." and "user R2 ..." name a record, so their first word is no verb.
  const isRecord = /\d/.test(words[at + 1] ?? '')
  return at < 0 || isRecord ? [] : [words[at]!, ...compoundsAt(words, at)]
}

/**
 * Whether the first noun of a sentence belongs to a tool. Nouns that no tool has are skipped. For example, "create a
 * booking for room R1" does not mean a tool that creates rooms if other tools handle bookings.
 */
export function isAboutFirst(tool: ModelTool, reading: Reading): boolean {
  const { text, catalog } = reading
  const { title, segments, folder } = catalog.facts(tool)
  const parameters = catalog.lexicon.stems(
    catalog.slots(tool).flatMap(({ route }) => route.flatMap(cutWords)),
  )
  const unwanted = unwantedIn(reading)
  const first = catalog.lexicon
    .stems(cutWords(text))
    .find((stem) => stem !== unwanted && catalog.vocabulary.isThing(stem))
  return (
    first === undefined || [title, segments.flat(), folder, parameters].some((words) => words.includes(first))
  )
}
