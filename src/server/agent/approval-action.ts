import type { ApprovalTexts } from '../../languages/agent-texts.js'
import {
  bringingVerbs,
  nounVerbs,
  thirdPerson,
  titleVerbs,
  uncountable,
} from '../../languages/title-verbs.js'
import { showHidden } from '../../text/visible.js'
import { oncePer } from '../../toolkit/model/lazy.js'
import type { ToolDefinition } from '../../toolkit/model/tool.js'
import { isPlural, singularOf } from '../../toolkit/semantics/id-names.js'
import { withoutNumber } from '../../toolkit/semantics/step-number.js'
import { wordsOf } from '../../toolkit/semantics/words.js'
import type { PreparedCall } from './tool-calls.js'

/** What a call does, as the name of its tool says it. */
export interface CallAction {
  title: string
  /** The English verb of the title: "edit" in "Edit order". `undefined` if the title has none. */
  verb: string | undefined
  /** The object in the words of the title: "order". Empty if the title has only a verb. */
  object: string[]
}

/** Marks in a title that could end a sentence or a line of the question, or show another request than the one that is sent. */
const LIKE_A_QUESTION = /[?？⏎]|\([A-Z]+ \//u

/** Verb first ("Cancel order"), last ("Order cancel"), or at the end of the path; else the title is quoted. */
export function actionOf({ tool }: PreparedCall): CallAction {
  const title = titleText(tool.definition?.title ?? tool.name.replaceAll(/[_-]+/g, ' '))
  const words = title.split(/\s+/).filter(Boolean)
  if (LIKE_A_QUESTION.test(title)) return { title, verb: undefined, object: words }
  const lower = words.map((word) => word.toLowerCase())
  const [first = '', second = ''] = lower
  const last = lower.at(-1) ?? ''
  const isVerb = (word: string) => Object.hasOwn(titleVerbs, word)
  const pair = first + second
  if (isVerb(pair) && words.length > 1) return { title, verb: `${first} ${second}`, object: words.slice(2) }
  const endsWithVerb = words.length > 1 && isVerb(last) && !nounVerbs.has(last)
  const own = verbIn(first, isVerb)
  if (own && !(nounVerbs.has(first) && endsWithVerb)) return { title, verb: own, object: words.slice(1) }
  if (endsWithVerb) return { title, verb: last, object: words.slice(0, -1) }
  const segments = tool.definition?.path?.split('/') ?? []
  const action = segments.at(-1)?.toLowerCase()
  if (action !== undefined && first === action && segments.length > 2)
    return { title, verb: first, object: words.slice(1) }
  return { title, verb: undefined, object: words }
}

/** The verb that a word is a form of: "deletes" and "create/update" begin with verbs. */
function verbIn(word: string, isVerb: (word: string) => boolean): string | undefined {
  const parts = word.split('/').map((part) => [part, part.slice(0, -1), part.slice(0, -2)].find(isVerb))
  return parts.includes(undefined) ? undefined : parts.join('/')
}

/** First words of titles that do not say to a person what happens, and the verbs that do: "New order" creates an order. */
const NO_VERBS: Readonly<Record<string, string>> = { new: 'create', post: 'create', patch: 'change' }

/** The verb in the language of the question, and its infinitives. `undefined` if the language has no word for it. */
export function verbText(
  verb: string | undefined,
  texts: ApprovalTexts,
): { form: string; infinitives: string[] } | undefined {
  if (verb === undefined) return undefined
  const said = verb.split('/').map((one) => NO_VERBS[one] ?? one)
  const known = said.map((one) => verbsOf(texts).get(commonVerb(one)))
  const infinitives = known.flatMap((one) => one?.infinitives ?? [])
  const form = texts.anyVerb ? said.map(thirdPerson(texts.anyVerb)).join('/') : formsOf(known)
  return form === undefined ? undefined : { form, infinitives: [...infinitives, ...verb.split('/')] }
}

/** The verb that every language has for a verb of a title: `cancel` for "call off". */
export const commonVerb = (verb: string): string => titleVerbs[verb.replaceAll(' ', '')] ?? verb

/** An English object with its article: "a reminder" for the verb "send", "the reminder" for "cancel". */
export function withArticle(object: readonly string[], verb: string): string {
  const [first = '', last = ''] = [object[0], object.at(-1)?.toLowerCase()]
  const isWithout =
    !/^\p{L}+$/u.test(last) || uncountable.has(last) || isPlural(last) || NO_ARTICLE.test(first)
  if (isWithout) return object.join(' ')
  const isNew = verb.split('/').every((one) => bringingVerbs.has(commonVerb(NO_VERBS[one] ?? one)))
  const article = isNew ? (BEFORE_VOWEL.test(first) ? 'an' : 'a') : 'the'
  return `${article} ${object.join(' ')}`
}

/** First words of objects that have a word in the place of the article, or are no object: "my card", "for newsletter". */
const NO_ARTICLE =
  /^(?:an?|the|this|that|my|our|your|his|her|its|their|each|every|all|any|another|in|out|up|off|on|to|for|from|with|by|of|as)$/i

/** "An order", "an API", but "a user", "a URL". */
const BEFORE_VOWEL =
  /^(?:[AEFHILMNORSX](?=[A-Z\d])|[aeio](?![A-Z])|u(?!ni|[bcdfghjklmnpqrstvwxyz][aeiou])|hour)/

interface VerbForms {
  form: string
  infinitives: string[]
}

const formsOf = (known: readonly (VerbForms | undefined)[]) =>
  known.includes(undefined) ? undefined : known.map((one) => one!.form).join('/')

const verbsOf = oncePer(
  ({ verbs }: ApprovalTexts): ReadonlyMap<string, VerbForms> =>
    new Map(
      Object.entries(verbs).map(([name, forms]) => {
        const [form = '', ...infinitives] = forms.split('/')
        return [name, { form, infinitives }]
      }),
    ),
)

const ID_WORD = /^(?:id|ids|uuid|guid|no|nr|num|number|code|ref|reference|key|slug)$/

/** "employee" for `employeeId`, and for `id` in `/employees/{id}`. Empty if neither name nor path say it. */
export function nounOfPathParameter(name: string, definition: ToolDefinition | undefined): string {
  const own = wordsOf(name).filter((word) => !ID_WORD.test(word))
  if (own.length > 0) return own.join(' ')
  const segments = definition?.path?.split('/') ?? []
  const before = segments[segments.indexOf(`{${name}}`) - 1] ?? ''
  return wordsOf(before).map(singularOf).join(' ')
}

/** Whether an id belongs directly after the object: 17 in "order 17", but not the id of an employee after "desk". */
export function isIdOf(noun: string, object: readonly string[]): boolean {
  if (noun === '') return true
  const own = object.flatMap(wordsOf).map(singularOf)
  const last = wordsOf(noun).map(singularOf).at(-1) ?? ''
  return own.includes(last)
}

/**
 * Without a step number, `createOrder` as `create Order`. It comes from the collection, so invisible characters are
 * shown and no quote in it ends the quotes around it.
 */
function titleText(text: string): string {
  const title = withoutNumber(showHidden(text).replace(/[`"“”„«»]/g, "'")).replace(/\.$/, '')
  return /\s/.test(title) ? title : title.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
}
